// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/stream_order.h"

#include <algorithm>

namespace manju::bench {

void StreamOrder::merge(Point& into, const Point& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

std::uint64_t StreamOrder::queue(std::uint32_t stream) {
    merge(after_[stream], seen_);
    return after_[stream][stream] = ++queued_[stream];
}

void StreamOrder::finish(std::uint32_t stream) {
    merge(seen_, after_[stream]);
}

void StreamOrder::finishAll() {
    if (seen_ == queued_) return;
    ++hostWaits_;
    seen_ = queued_;
}

}  // namespace manju::bench
