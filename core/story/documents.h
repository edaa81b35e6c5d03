// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/domain/script.h"
#include "core/messages/messages.h"

namespace manju::story {

/// The document of `manju shots SCRIPT --json`, schema_version 1 (example: resources/examples/shots.json).
/// Offsets are code points of the decoded script without its byte order mark, [begin, end). Episodes and
/// shots are numbered from 1. coverage.percent is rounded down to hundredths, so that 100 means everything.
Json shotsDocument(const ParsedScript& script);

/// The same for people: one line for the file, one for the coverage, then episodes, shots and their lines.
std::string shotsText(const ParsedScript& script, messages::Language language);

}  // namespace manju::story
