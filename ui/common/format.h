// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/domain/snapshot.h"

/// Numbers as people read them, in the present language. Thread: UI.
namespace manju::ui::format {

/// "4.2 s"; empty for 0.
QString seconds(double seconds);
/// "40 s", "12 min", "2 h 05 min".
QString duration(std::int64_t seconds);
/// "12–16 min left", "estimating…".
QString remaining(const TimeRange& range);
/// "14:03:11" in local time.
QString clockTime(std::int64_t wallMillis);
/// "412 GB".
QString bytes(std::int64_t count);
/// "37 %", never 100 % below 1.
QString percent(double fraction);
/// Names joined as the language does it.
QString list(const std::vector<std::string>& names);

}  // namespace manju::ui::format
