// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/messages/messages.h"

namespace manju::device_check {

struct Options {
    std::uint32_t device = 0;
    std::uint32_t minutes = 8;    ///< 1 ... 60; the check ends by itself
    std::uint32_t memoryMiB = 0;  ///< at most so much of the card is used; 0: all that is free but 512 MiB
    std::uint32_t repetitions = 200;  ///< of each call that is timed
    std::uint32_t remaps = 10'000;    ///< requests that move memory under load
    std::uint32_t pictures = 8;       ///< of the day that is replayed
    std::string json;                 ///< the file for all figures; empty: none
    std::string library;              ///< in place of the driver's, no argument; empty: the driver's
    messages::Language language = messages::Language::English;
    bool help = false;
};

/// The language of the arguments, else of the environment: for errors in them too.
messages::Language languageOf(std::span<const char* const> arguments);

/// Without the program's name. Fails with kUnknownArgument, kValueMissing or kBadValue.
Result<Options> parseOptions(std::span<const char* const> arguments);

}  // namespace manju::device_check
