// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/json.h"

/// Words for an enum, used in JSON, in the database and on the command line. A word that is not in
/// the list is refused (the JSON library's own macro would silently take the first value instead).
#define MANJU_ENUM_TEXT(Enum, ...)                                                                        \
    inline constexpr auto k##Enum##Words = std::to_array<std::pair<Enum, std::string_view>>(__VA_ARGS__); \
    inline std::string_view toText(Enum value) {                                                          \
        for (const auto& [candidate, word] : k##Enum##Words)                                              \
            if (candidate == value) return word;                                                          \
        throw std::logic_error("no word for a value of " #Enum);                                          \
    }                                                                                                     \
    inline std::optional<Enum> parse##Enum(std::string_view text) {                                       \
        for (const auto& [candidate, word] : k##Enum##Words)                                              \
            if (word == text) return candidate;                                                           \
        return std::nullopt;                                                                              \
    }                                                                                                     \
    inline void to_json(manju::Json& json, Enum value) {                                                  \
        manju::wordToJson(json, toText(value));                                                           \
    }                                                                                                     \
    inline void from_json(const manju::Json& json, Enum& value) {                                         \
        const std::string& text = manju::wordOfJson(json);                                                \
        const auto parsed = parse##Enum(text);                                                            \
        if (!parsed) manju::throwUnknownWord(#Enum, text);                                                \
        value = *parsed;                                                                                  \
    }

namespace manju {

// What MANJU_ENUM_TEXT calls.
void wordToJson(Json& json, std::string_view word);
/// Throws the JSON library's exception unless `json` is a text.
const std::string& wordOfJson(const Json& json);
[[noreturn]] void throwUnknownWord(const char* type, const std::string& word);

}  // namespace manju
