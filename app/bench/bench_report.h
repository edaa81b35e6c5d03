// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/json.h"

namespace manju::bench {

/// Prints a benchmark's figures ({"name", "value", "unit", "op", "level", "ok"} each): a table, or with
/// `json` one document with the machine and the members of `more`. Returns the exit code: 1 if a figure
/// misses its level.
int reportBench(std::string_view name, const Json& figures, bool json, const Json& more = Json::object());

}  // namespace manju::bench
