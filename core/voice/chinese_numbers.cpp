// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/chinese_numbers.h"

#include <algorithm>
#include <array>

namespace manju::voice {
namespace {

constexpr std::u32string_view kDigits = U"零一二三四五六七八九";
constexpr std::size_t kGroup = 4;
constexpr std::size_t kMaxCardinal = 16;

char32_t han(char32_t digit) {
    return kDigits[digit - U'0'];
}

/// Up to four digits, without leading or trailing zeros spoken: "0120" -> 一百二十.
std::u32string readGroup(std::u32string_view digits) {
    static constexpr std::u32string_view kPlaces = U"千百十";
    std::u32string result;
    bool zero = false;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const char32_t digit = digits[i];
        if (digit == U'0') {
            zero = !result.empty();
            continue;
        }
        if (zero) result.push_back(U'零');
        zero = false;
        const std::size_t place = digits.size() - i;  // 4: thousands ... 1: ones
        result.push_back(digit == U'2' && place == 4 ? U'两' : han(digit));
        if (place > 1) result.push_back(kPlaces[kPlaces.size() - (place - 1)]);
    }
    return result;
}

}  // namespace

std::u32string readDigits(std::u32string_view digits, bool phone) {
    std::u32string result;
    for (const char32_t digit : digits) result.push_back(phone && digit == U'1' ? U'幺' : han(digit));
    return result;
}

std::u32string readCardinal(std::u32string_view digits) {
    static constexpr std::array<std::u32string_view, 4> kUnits{U"", U"万", U"亿", U"万亿"};
    if (digits == U"0") return U"零";
    if (digits.front() == U'0' || digits.size() > kMaxCardinal) return readDigits(digits);
    std::u32string result;
    bool gap = false;  // a zero must be said before the next group
    const std::size_t groups = (digits.size() + kGroup - 1) / kGroup;
    for (std::size_t g = groups; g-- > 0;) {
        const std::size_t end = digits.size() - g * kGroup;
        const std::size_t begin = end > kGroup ? end - kGroup : 0;
        const std::u32string_view group = digits.substr(begin, end - begin);
        std::u32string spoken = readGroup(group);
        if (spoken.empty()) {
            gap = true;
            continue;
        }
        if (!result.empty() && (gap || group.front() == U'0')) result.push_back(U'零');
        gap = false;
        if (spoken == U"二" && g > 0) spoken = U"两";
        result += spoken;
        result += kUnits[g];
    }
    if (result.starts_with(U"一十")) result.erase(0, 1);
    return result;
}

}  // namespace manju::voice
