// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>

#include "app/cli/output.h"

/// The command line's help in the user's language.
namespace manju::cli {

/// The language and --json as they stand in the arguments, wherever that is; the language else from the
/// environment. Help and usage errors need both before the arguments are parsed.
Voice voiceOf(std::span<const char* const> arguments);

/// The text "cli.help.<id>".
std::string helpText(const Voice& voice, const std::string& id);

/// Makes the library's own words follow the language. To be called before options and subcommands are added,
/// which inherit it.
void translateHelp(CLI::App& app, const Voice& voice);

}  // namespace manju::cli
