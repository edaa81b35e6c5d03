// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace manju::bench {

/// Text in columns for a terminal, where a Chinese character takes two. The first column is set to the left,
/// the others to the right.
class Table {
public:
    explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
    /// As many cells as there are headings.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    /// Every line ended.
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace manju::bench
