// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::sched::sim {

// What is wrong with a file of parameters.
inline constexpr ErrorCode kNameUnknown{"MJ-SIM-01", ErrorKind::Usage};       // {file} {name}
inline constexpr ErrorCode kNumberImpossible{"MJ-SIM-02", ErrorKind::Usage};  // {file} {name} {value} {range}

}  // namespace manju::sched::sim
