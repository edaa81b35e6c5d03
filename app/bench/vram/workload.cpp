// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/workload.h"

#include <algorithm>

namespace manju::bench {

WorkloadWriter::WorkloadWriter(std::string name, std::uint64_t cardBytes) {
    workload_.name = std::move(name);
    workload_.cardBytes = cardBytes;
}

Event& WorkloadWriter::add(Action action) {
    Event& event = workload_.events.emplace_back();
    event.time = time_;
    event.action = action;
    return event;
}

std::uint64_t WorkloadWriter::allocate(std::uint64_t bytes, vram::Region region, const std::string& owner,
                                       std::uint32_t stream) {
    auto& owners = workload_.owners;
    const auto known = std::ranges::find(owners, owner);
    const auto index = static_cast<std::uint32_t>(known - owners.begin());
    if (known == owners.end()) owners.push_back(owner);
    Event& event = add(Action::Allocate);
    event.block = sizes_.size();
    event.bytes = bytes;
    event.stream = stream;
    event.region = region;
    event.owner = index;
    sizes_.push_back(bytes);
    liveBytes_ += bytes;
    return event.block;
}

void WorkloadWriter::use(std::uint64_t block, std::uint32_t stream) {
    Event& event = add(Action::Use);
    event.block = block;
    event.stream = stream;
}

void WorkloadWriter::free(std::uint64_t block) {
    add(Action::Free).block = block;
    liveBytes_ -= sizes_[block];
}

void WorkloadWriter::finish(std::uint32_t stream) {
    add(Action::Finish).stream = stream;
}

void WorkloadWriter::others(std::uint64_t bytes) {
    add(Action::Others).bytes = bytes;
    othersBytes_ = bytes;
}

}  // namespace manju::bench
