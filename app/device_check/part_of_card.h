// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/gpu/memory_source.h"

namespace manju::device_check {

/// What is left free of a card: the desktop and other programs live there.
inline constexpr std::uint64_t kLeftFree = std::uint64_t{512} << 20;

/// What calls of the driver have cost.
struct DriverTime {
    std::uint64_t calls = 0, nanoseconds = 0;
    friend DriverTime operator-(const DriverTime& a, const DriverTime& b) {
        return {a.calls - b.calls, a.nanoseconds - b.nanoseconds};
    }
};

/// A card that seems to have no more than a given number of bytes, all of them free, so that what a pool
/// does depends on nothing else. Leaves kLeftFree of the real one, as of a look at it that is at most 256 MiB
/// old. Takes the time of all calls but info().
/// Thread: as the card's.
class PartOfCard final : public gpu::MemorySource {
public:
    /// `card` outlives the object. `bytes` is a multiple of its granularity.
    PartOfCard(gpu::MemorySource& card, std::uint64_t bytes);

    [[nodiscard]] const gpu::SourceTraits& traits() const override { return traits_; }
    Result<gpu::MemoryInfo> info() override;
    Result<gpu::Address> reserve(std::uint64_t bytes, std::uint64_t alignment) override;
    Status freeAddresses(gpu::Address start, std::uint64_t bytes) override;
    Result<gpu::Physical> create(std::uint64_t bytes) override;
    Status map(gpu::Address start, std::uint64_t bytes, gpu::Physical memory) override;
    Status allowAccess(gpu::Address start, std::uint64_t bytes) override;
    Status unmap(gpu::Address start, std::uint64_t bytes) override;
    Status release(gpu::Physical memory) override;
    Result<gpu::Address> allocate(std::uint64_t bytes) override;
    Status deallocate(gpu::Address start) override;

    [[nodiscard]] DriverTime spent() const { return spent_; }
    /// Times that the real card had no more although this part had: other programs took it.
    [[nodiscard]] std::uint64_t takenByOthers() const { return takenByOthers_; }

private:
    template <class Call>
    auto timed(Call&& call);
    Status makeRoom(std::uint64_t bytes);

    gpu::MemorySource& card_;
    gpu::SourceTraits traits_;
    std::map<gpu::Physical, std::uint64_t> pieces_;
    std::uint64_t held_ = 0;
    std::uint64_t mayTake_ = 0;  ///< of the real card before it is looked at again
    std::uint64_t takenByOthers_ = 0;
    DriverTime spent_;
};

}  // namespace manju::device_check
