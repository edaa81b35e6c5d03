// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace manju {

/// A script may say how a word is read: `[重庆|chong2 qing4]`. Captions show the part before the bar,
/// the voice speaks the part after it.
struct AliasPart {
    std::string shown;
    std::string spoken;  ///< equal to `shown` outside of an alias
    bool alias = false;
    std::size_t begin = 0;  ///< byte offsets of the part in the text, brackets included
    std::size_t end = 0;
    friend bool operator==(const AliasPart&, const AliasPart&) = default;
};

/// The parts of `text` in order. Brackets that do not form an alias (no bar, nothing before or after it,
/// a line break or another bracket inside) stay part of the plain text.
std::vector<AliasPart> splitAliases(std::string_view text);

/// `text` as captions show it: every alias replaced by its first part.
std::string shownText(std::string_view text);

}  // namespace manju
