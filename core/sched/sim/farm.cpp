// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/farm.h"

#include <algorithm>

namespace manju::sched::sim {

bool LruBytes::touch(const std::string& name) {
    const auto found = places_.find(name);
    if (found == places_.end()) return false;
    items_.splice(items_.begin(), items_, found->second);
    return true;
}

void LruBytes::add(const std::string& name, std::uint64_t bytes) {
    if (touch(name) || bytes > capacity_) return;
    shrinkTo(capacity_ - bytes);
    items_.push_front({name, bytes});
    places_[name] = items_.begin();
    bytes_ += bytes;
}

void LruBytes::shrinkTo(std::uint64_t bytes) {
    while (bytes_ > bytes) {
        bytes_ -= items_.back().bytes;
        places_.erase(items_.back().name);
        items_.pop_back();
    }
}

void LruBytes::clear() {
    items_.clear();
    places_.clear();
    bytes_ = 0;
}

}  // namespace manju::sched::sim
