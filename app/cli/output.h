// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/messages/messages.h"

/// What the command line prints: documents on stdout, everything else on stderr.
namespace manju::cli {

/// How a command speaks.
struct Voice {
    messages::Language language = messages::Language::English;
    bool json = false;
};

/// Prints the error in words (stderr); with --json also {"schema_version", "error": {code, text, args}} on
/// stdout. Returns the exit code.
int fail(const Voice& voice, const Error& error);

/// Prints a JSON document on stdout.
void print(const Json& document);

Json errorJson(messages::Language language, const std::string& id, const MessageArgs& args);

}  // namespace manju::cli
