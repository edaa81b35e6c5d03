// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/table.h"

#include <algorithm>

namespace manju::bench {
namespace {

/// Chinese characters have three bytes in UTF-8, the first of them from 0xE3.
std::size_t widthOf(const std::string& text) {
    std::size_t width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) width += byte >= 0xE3 ? 2 : 1;
    }
    return width;
}

}  // namespace

std::string Table::text() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], widthOf(row[i]));
    std::string text;
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - widthOf(row[i]), ' ');
            text += i == 0 ? row[i] + space : "  " + space + row[i];
        }
        text += '\n';
    }
    return text;
}

}  // namespace manju::bench
