// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

namespace manju::video {

/// The figures of `manju bench compose`: an array of {"name", "value", "unit", "op", "level", "ok"} from
/// generated stills, voices and music in a temporary folder. `smoke` makes a few small frames and leaves
/// the figures of time and memory out. A composition that fails gives one figure "failed" with the
/// error's text as "detail" and "ok" false. Sets this process' record of its largest memory back.
Json benchCompose(bool smoke);

}  // namespace manju::video
