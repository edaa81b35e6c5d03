// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/concurrency_ramp.h"

#include <algorithm>

namespace manju::sched {

ConcurrencyRamp::ConcurrencyRamp(Options options, const Memory& memory)
    : options_(options),
      memory_{std::clamp(memory.units, 1, options.most), std::clamp(memory.calmTasks, 0, options.calm - 1)} {}

void ConcurrencyRamp::ended(bool outOfMemory) {
    if (outOfMemory) {
        memory_ = {std::max(1, memory_.units / 2), 0};
    } else if (++memory_.calmTasks >= options_.calm) {
        memory_ = {std::min(options_.most, memory_.units + 1), 0};
    }
}

}  // namespace manju::sched
