// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace manju {

/// True if `text` is well-formed UTF-8 (no surrogates, no overlong forms, <= U+10FFFF).
bool isUtf8(std::string_view text);

/// The code points of `text`. Precondition: isUtf8(text).
std::u32string decodeUtf8(std::string_view text);
/// Precondition: every element is a Unicode scalar value.
std::string encodeUtf8(std::u32string_view text);

/// Without ASCII white space at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace manju
