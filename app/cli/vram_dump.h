// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/messages/messages.h"

namespace manju::cli {

/// A VRAM pool's dump as VramPool::dump writes it. Fails if the file is something else.
Result<Json> readVramDump(const std::string& file);

/// What such a dump says, for people: bands, holders, and each range of addresses as a bar. Every line ended.
std::string vramDumpText(const Json& dump, messages::Language language);

}  // namespace manju::cli
