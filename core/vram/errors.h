// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::vram {

// {device} {bytes} {now} {waiting} {holders}
inline constexpr ErrorCode kOutOfVram{"MJ-VRAM-01", ErrorKind::Environment};
inline constexpr ErrorCode kBadChunkSize{"MJ-VRAM-02", ErrorKind::Usage};  // {bytes} {granularity}

}  // namespace manju::vram
