// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/device_check/device_check.h"
#include "core/base/json.h"

namespace manju::device_check {

// Text for people, every line ended.
std::string factsText(const Facts& facts, messages::Language language);
std::string partText(Part part, const Findings& findings, messages::Language language);
std::string verdictText(const Findings& findings, messages::Language language);

/// All figures; times in nanoseconds, sizes in bytes.
Json reportJson(const Findings& findings);

}  // namespace manju::device_check
