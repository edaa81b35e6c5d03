// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/readability.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

namespace manju::prompt {
namespace {

bool isUnreadable(UChar32 point) {
    if (point < 0 || !u_isalpha(point)) return false;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(point, &status);
    return U_SUCCESS(status) && script != USCRIPT_LATIN && script != USCRIPT_COMMON &&
           script != USCRIPT_INHERITED;
}

}  // namespace

std::string unreadableText(std::string_view prompt) {
    std::string out;
    bool inRun = false;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(prompt.data());
    const auto size = static_cast<std::int32_t>(prompt.size());
    for (std::int32_t at = 0; at < size;) {
        const std::int32_t begin = at;
        UChar32 point = 0;
        U8_NEXT(bytes, at, size, point);
        const bool unreadable = isUnreadable(point);
        if (unreadable) {
            if (!inRun && !out.empty()) out += ' ';
            out.append(prompt.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at - begin)));
        }
        inRun = unreadable;
    }
    return out;
}

}  // namespace manju::prompt
