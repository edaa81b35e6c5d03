// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::cli {

inline constexpr ErrorCode kBadOption{"MJ-CLI-01", ErrorKind::Usage};  // {option} {value}

}  // namespace manju::cli
