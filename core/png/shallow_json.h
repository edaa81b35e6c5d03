// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/json.h"

namespace manju::png {

/// A text from anywhere as JSON; is_discarded() if it is not valid or nested deeper than any recipe: copying
/// a value recurses, so that depth would exhaust the stack.
inline Json parseShallow(std::string_view text) {
    constexpr int kDeepest = 32;
    bool tooDeep = false;
    const auto within = [&](int depth, Json::parse_event_t, Json&) { return !(tooDeep |= depth > kDeepest); };
    const Json json = Json::parse(text, within, false);
    return tooDeep ? Json(Json::value_t::discarded) : json;
}

}  // namespace manju::png
