// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace manju::ui {

/// How a list of rows became another one: the same rows at both ends, one block in between replaced.
struct RowPlan {
    int first = 0;     ///< where the block begins
    int removed = 0;   ///< rows of the old list
    int inserted = 0;  ///< rows of the new list
    [[nodiscard]] bool sameRows() const { return removed == 0 && inserted == 0; }
};

template <class Row>
using Rows = std::vector<std::shared_ptr<const Row>>;

/// Compares by id.
template <class Row>
RowPlan planRows(const Rows<Row>& before, const Rows<Row>& after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < shorter && before[head]->id == after[head]->id) ++head;
    std::size_t tail = 0;
    while (tail < shorter - head &&
           before[before.size() - 1 - tail]->id == after[after.size() - 1 - tail]->id)
        ++tail;
    return {static_cast<int>(head), static_cast<int>(before.size() - head - tail),
            static_cast<int>(after.size() - head - tail)};
}

/// Index ranges [first, last] of rows whose content differs. Precondition: the same ids in the same order.
template <class Row, class Same>
std::vector<std::pair<int, int>> changedRanges(const Rows<Row>& before, const Rows<Row>& after, Same same) {
    std::vector<std::pair<int, int>> ranges;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] == after[i] || same(*before[i], *after[i])) continue;
        const int row = static_cast<int>(i);
        if (!ranges.empty() && ranges.back().second == row - 1)
            ranges.back().second = row;
        else
            ranges.emplace_back(row, row);
    }
    return ranges;
}

}  // namespace manju::ui
