// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include "core/base/error.h"

namespace manju::cli {

/// What is wrong with the arguments, in our words: the library's exception and what `app` had parsed by then.
Error usageError(const CLI::App& app, const CLI::ParseError& failure);

/// Refuses a value that is given but empty.
CLI::Validator notEmpty();

/// Refuses anything but a moment of the calendar in UTC: YYYY-MM-DDTHH:MM[:SS]Z.
CLI::Validator utcTime();

}  // namespace manju::cli
