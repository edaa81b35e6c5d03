// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/clock.h"

namespace manju::link {

/// How long to wait before a worker that failed is started again: 100 ms, doubling up to 10 s.
/// Thread: owner only.
class RestartBackoff {
public:
    static constexpr Millis kFirst{100};
    static constexpr Millis kLongest{10'000};

    /// The wait before the next start; each call doubles the one after it.
    [[nodiscard]] Millis nextDelay() {
        const Millis delay = next_;
        next_ = std::min(next_ * 2, kLongest);
        return delay;
    }
    /// To be called once the worker has finished a step.
    void reset() { next_ = kFirst; }

private:
    Millis next_ = kFirst;
};

}  // namespace manju::link
