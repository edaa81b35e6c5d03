// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace manju::messages {

enum class Language { English, Chinese };

/// One sentence in every language. Named arguments stand in braces: "{file} is empty."
struct Entry {
    std::string_view id;
    std::string_view english;
    std::string_view chinese;
};

/// The sentence for `id` with `args` put in. An id that is not in the catalogue gives the id itself and
/// the arguments, so that nothing is ever hidden.
std::string text(Language language, std::string_view id, const MessageArgs& args = {});
/// The sentence for an error, followed by its code in brackets.
std::string text(Language language, const Error& error);

/// English unless the environment (LC_ALL, LC_MESSAGES, LANG) starts with "zh".
Language fromEnvironment();

/// Every entry of the catalogue, area by area.
std::span<const std::span<const Entry>> catalogue();

}  // namespace manju::messages
