// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/vram/types.h"

namespace manju::bench {

enum class Action : std::uint8_t {
    Allocate,
    Free,
    Use,     ///< one more stream works on the block, after those that did before
    Finish,  ///< the host waits for all work of the stream
    Others,  ///< from now on other programs want so many bytes of the card
};

struct Event {
    std::uint64_t time = 0;  ///< nanoseconds, never backwards
    Action action{};
    std::uint64_t block = 0;   ///< its number in the workload; never used twice
    std::uint64_t bytes = 0;   ///< asked for, or wanted by others
    std::uint32_t stream = 0;  ///< below vram::kMostStreams
    vram::Region region = vram::Region::Transient;
    std::uint32_t owner = 0;  ///< index into Workload::owners
    bool impossible = false;  ///< a request that must be refused, where the workload has expectations
    friend bool operator==(const Event&, const Event&) = default;
};

/// What programs ask of one card, in order.
struct Workload {
    std::string name;
    std::uint64_t cardBytes = 0;
    std::vector<std::string> owners;
    std::vector<Event> events;
    bool hasExpectations = true;  ///< of what is served and what refused
    /// What the pool's physical memory may reach; 0: no such expectation.
    std::uint64_t mostPhysical = 0;
    friend bool operator==(const Workload&, const Workload&) = default;
};

/// Writes workloads: numbers blocks, keeps the time, knows what is live.
class WorkloadWriter {
public:
    WorkloadWriter(std::string name, std::uint64_t cardBytes);

    void wait(std::uint64_t nanoseconds) { time_ += nanoseconds; }
    /// The new block's number. The owner is named once and then known.
    std::uint64_t allocate(std::uint64_t bytes, vram::Region region, const std::string& owner,
                           std::uint32_t stream = 0);
    void use(std::uint64_t block, std::uint32_t stream);
    void free(std::uint64_t block);
    void finish(std::uint32_t stream = 0);
    void others(std::uint64_t bytes);

    [[nodiscard]] std::uint64_t liveBytes() const { return liveBytes_; }
    [[nodiscard]] std::uint64_t othersBytes() const { return othersBytes_; }
    [[nodiscard]] Workload take() { return std::move(workload_); }

private:
    Event& add(Action action);

    Workload workload_;
    std::uint64_t time_ = 0;
    std::vector<std::uint64_t> sizes_;  ///< by block
    std::uint64_t liveBytes_ = 0, othersBytes_ = 0;
};

}  // namespace manju::bench
