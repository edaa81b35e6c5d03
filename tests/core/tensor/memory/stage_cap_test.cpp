// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/stage_cap.h"

#include <gtest/gtest.h>

#include "core/gpu/host/host_memory.h"
#include "core/gpu/host/immediate_streams.h"
#include "core/tensor/errors.h"
#include "tests/support/result_matchers.h"

namespace manju::tensor {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;

constexpr std::uint64_t kMiB = 1 << 20;

/// An allocator that caches what it is given back, on the same card as the pool.
class CachingMemory final : public OwnMemory {
public:
    explicit CachingMemory(gpu::HostMemory& card) : card_(card) {}

    Status limit(std::uint64_t bytes) override {
        limit_ = bytes;
        return Done{};
    }
    Status emptyCache() override {
        hold(figures_.allocated);
        return Done{};
    }
    Status restartPeak() override {
        figures_.peakReserved = figures_.reserved;
        return Done{};
    }
    Result<OwnFigures> figures() override { return figures_; }

    Status get(std::uint64_t bytes) {
        const std::uint64_t allocated = figures_.allocated + bytes;
        if (allocated > limit_) return Error(kOutOfMemory, {{"detail", "over the limit"}});
        figures_.allocated = allocated;
        hold(std::max(allocated, figures_.reserved));
        return Done{};
    }
    void giveBack(std::uint64_t bytes) { figures_.allocated -= bytes; }

private:
    void hold(std::uint64_t bytes) {
        figures_.reserved = bytes;
        figures_.peakReserved = std::max(figures_.peakReserved, bytes);
        figures_.segments = bytes > 0 ? 1 : 0;
        card_.setOthersBytes(bytes);
    }

    gpu::HostMemory& card_;
    std::uint64_t limit_ = UINT64_MAX;
    OwnFigures figures_;
};

class StageCapTest : public ::testing::Test {
protected:
    [[nodiscard]] std::uint64_t regionBytes(vram::Region region) {
        return pool_->stats().grantedByRegion[static_cast<std::size_t>(region)];
    }

    gpu::SimStreams rules_;
    gpu::ImmediateStreams streams_;
    std::unique_ptr<gpu::HostMemory> card_ =
        gpu::HostMemory::create({.device = "test card", .totalBytes = 1024 * kMiB, .bookkeepingOnly = true},
                                rules_)
            .value();
    std::unique_ptr<vram::VramPool> pool_ = vram::VramPool::open(*card_, streams_).value();
    CachingMemory memory_{*card_};
    StageCap cap_{*pool_, memory_, "libtorch"};
};

TEST_F(StageCapTest, EachStageHasItsQuotaAndItsRegion) {
    ASSERT_THAT(cap_.begin(vram::Region::Sampling, 300 * kMiB), Succeeds());
    EXPECT_THAT(memory_.get(301 * kMiB), FailsWith(kOutOfMemory));
    ASSERT_THAT(memory_.get(300 * kMiB), Succeeds());
    memory_.giveBack(200 * kMiB);
    ASSERT_THAT(cap_.report(), Succeeds());
    EXPECT_EQ(regionBytes(vram::Region::Sampling), 300 * kMiB);
    ASSERT_THAT(cap_.begin(vram::Region::Decode, 500 * kMiB), Succeeds());
    EXPECT_EQ(regionBytes(vram::Region::Sampling), 0u);
    EXPECT_EQ(regionBytes(vram::Region::Decode), 100 * kMiB) << "the cache was emptied at the border";
    EXPECT_THAT(memory_.get(400 * kMiB), Succeeds());
    EXPECT_THAT(memory_.get(1), FailsWith(kOutOfMemory));
}

TEST_F(StageCapTest, ThePeakIsTheStages) {
    ASSERT_THAT(cap_.begin(vram::Region::Decode, 500 * kMiB), Succeeds());
    ASSERT_THAT(memory_.get(500 * kMiB), Succeeds());
    memory_.giveBack(450 * kMiB);
    EXPECT_EQ(cap_.report().value().peakReserved, 500 * kMiB);
    ASSERT_THAT(cap_.begin(vram::Region::Sampling, 300 * kMiB), Succeeds());
    ASSERT_THAT(memory_.get(20 * kMiB), Succeeds());
    EXPECT_EQ(cap_.report().value().peakReserved, 70 * kMiB);
}

TEST_F(StageCapTest, WhatItHoldsIsNotOtherPrograms) {
    ASSERT_THAT(cap_.begin(vram::Region::Sampling, 300 * kMiB), Succeeds());
    ASSERT_THAT(memory_.get(200 * kMiB), Succeeds());
    ASSERT_THAT(cap_.report(), Succeeds());
    ASSERT_THAT(pool_->refresh(), Succeeds());
    EXPECT_EQ(pool_->stats().bands.others, 0u);
    const auto holdings = pool_->holdings();
    ASSERT_EQ(holdings.size(), 1u);
    EXPECT_EQ(holdings[0].owner, "libtorch");
    memory_.giveBack(200 * kMiB);
    ASSERT_THAT(cap_.end(), Succeeds());
    EXPECT_EQ(pool_->stats().bands.unused, 1024 * kMiB) << "at once, without asking the driver";
    EXPECT_TRUE(pool_->holdings().empty());
}

TEST(FractionOf, GivesAtLeastTheBytesAndHardlyMore) {
    for (const std::uint64_t total : {25757220864UL, 150754820096UL, 1000000007UL})
        for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1}, 6 * 1024 * kMiB + 1, total / 3,
                                          total - 1, total, total + 1}) {
            const double fraction = fractionOf(bytes, total);
            const auto given = static_cast<std::uint64_t>(fraction * static_cast<double>(total));
            EXPECT_GE(given, std::min(bytes, total));
            EXPECT_LE(given, std::min(bytes, total) + 64);
            EXPECT_LE(fraction, 1.0);
        }
}

}  // namespace
}  // namespace manju::tensor
