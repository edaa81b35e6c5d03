// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <cstdint>
#include <cstdlib>

namespace manju {
namespace {

/// Decodes one code point at `at` and moves it on. Returns false at malformed input.
bool next(std::string_view text, std::size_t& at, char32_t& point) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(at);
    std::size_t length = 0;
    char32_t value = 0;
    if (lead < 0x80) {
        length = 1;
        value = lead;
    } else if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
        value = lead & 0x1FU;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        value = lead & 0x0FU;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        value = lead & 0x07U;
    } else {
        return false;
    }
    if (at + length > text.size()) return false;
    for (std::size_t i = 1; i < length; ++i) {
        const std::uint8_t b = byte(at + i);
        if ((b & 0xC0U) != 0x80U) return false;
        value = (value << 6) | (b & 0x3FU);
    }
    static constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return false;
    at += length;
    point = value;
    return true;
}

}  // namespace

bool isUtf8(std::string_view text) {
    char32_t point = 0;
    for (std::size_t at = 0; at < text.size();)
        if (!next(text, at, point)) return false;
    return true;
}

std::u32string decodeUtf8(std::string_view text) {
    std::u32string points;
    points.reserve(text.size());
    char32_t point = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (!next(text, at, point)) std::abort();
        points += point;
    }
    return points;
}

std::string encodeUtf8(std::u32string_view text) {
    std::string bytes;
    bytes.reserve(text.size() * 2);
    for (const char32_t c : text) {
        if (c < 0x80) {
            bytes += static_cast<char>(c);
        } else if (c < 0x800) {
            bytes += static_cast<char>(0xC0U | (c >> 6));
            bytes += static_cast<char>(0x80U | (c & 0x3FU));
        } else if (c < 0x10000) {
            bytes += static_cast<char>(0xE0U | (c >> 12));
            bytes += static_cast<char>(0x80U | ((c >> 6) & 0x3FU));
            bytes += static_cast<char>(0x80U | (c & 0x3FU));
        } else {
            bytes += static_cast<char>(0xF0U | (c >> 18));
            bytes += static_cast<char>(0x80U | ((c >> 12) & 0x3FU));
            bytes += static_cast<char>(0x80U | ((c >> 6) & 0x3FU));
            bytes += static_cast<char>(0x80U | (c & 0x3FU));
        }
    }
    return bytes;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const auto first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

}  // namespace manju
