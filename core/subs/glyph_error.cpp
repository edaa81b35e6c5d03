// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/glyph_error.h"

#include <array>
#include <cstdio>

#include "core/base/text.h"
#include "core/subs/errors.h"

namespace manju::subs {

Error glyphError(std::u32string_view characters) {
    std::u32string unique;
    std::string points;
    for (const char32_t c : characters) {
        if (unique.find(c) != std::u32string::npos) continue;
        unique.push_back(c);
        std::array<char, 16> point{};
        std::snprintf(point.data(), point.size(), "%sU+%04X", points.empty() ? "" : " ",
                      static_cast<unsigned>(c));
        points += point.data();
    }
    return Error(kGlyphsMissing, {{"characters", encodeUtf8(unique)}, {"points", points}});
}

}  // namespace manju::subs
