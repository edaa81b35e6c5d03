// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Public reports on other allocators whose point is the order of calls, not the sizes; those of sizes are
// traces of `manju bench vram`.
#include <gtest/gtest.h>

#include "core/vram/errors.h"
#include "tests/core/vram/card.h"
#include "tests/core/vram/cuda_card.h"

namespace manju::vram {
namespace {

using namespace std::chrono_literals;
using testing::Card;
using testing::CudaCard;
using testing::kGiB;
using testing::kMiB;

void work(Card& card, const Block& block, std::uint32_t stream, std::chrono::nanoseconds time) {
    card.streams.launch(gpu::StreamId(stream), {{}, {{block.address, block.granted}}, time});
}

/// pytorch/pytorch#145168: a pool with an allocator of its own kept what it should have released.
TEST(Reports, TrimReachesTheDriver) {
    Card card(8 * kGiB);
    card.pool->free(card.get(3 * kGiB).value().id);
    EXPECT_EQ(card.memory->createdBytes(), 3 * kGiB);
    ASSERT_TRUE(card.pool->trim());
    EXPECT_EQ(card.memory->createdBytes(), 0u);
}

/// vllm-project/vllm#45615: all was evicted while a kernel still read it.
TEST(Reports, EvictionWaitsForAKernel) {
    Card card(8 * kGiB);
    const Block weights = card.get(6 * kGiB, 1, Region::Resident).value();
    work(card, weights, 1, 50ms);
    bool evicted = false;
    card.pool->setEvict([&](std::uint64_t) {
        if (evicted) return false;
        card.pool->free(weights.id);
        return evicted = true;
    });
    const auto decode = card.get(5 * kGiB, 2, Region::Decode);
    ASSERT_TRUE(decode) << decode.error().debugText();
    work(card, *decode, 2, 1ms);
    EXPECT_TRUE(evicted);
    EXPECT_TRUE(card.violations.empty()) << card.violations.front();
    card.pool->free(decode->id);
}

/// aimdo #65 and #77: a page of high priority came, and pages that a queued kernel reads went for it.
TEST(Reports, TheTwinNoticesMemoryThatGoesFromUnderAKernel) {
    Card card(kGiB);
    const gpu::Physical memory = card.memory->create(2 * kMiB).value();
    const gpu::Address start = card.memory->reserve(2 * kMiB, 2 * kMiB).value();
    ASSERT_TRUE(card.memory->map(start, 2 * kMiB, memory));
    ASSERT_TRUE(card.memory->allowAccess(start, 2 * kMiB));
    card.streams.launch(gpu::StreamId{1}, {{}, {{start, 2 * kMiB}}, 5ms});
    (void)card.memory->unmap(start, 2 * kMiB);
    EXPECT_EQ(card.violations.size(), 1u);
}

TEST(Reports, NoQueuedKernelLosesItsMemoryToAnUrgentRequest) {
    Card card(kGiB);
    std::vector<Block> pages;
    for (std::uint32_t i = 0; i < 8; ++i) {
        pages.push_back(card.get(120 * kMiB, 1 + i % 2, Region::Resident).value());
        work(card, pages.back(), 1 + i % 2, 10ms);
    }
    for (const Block& page : pages) card.pool->free(page.id);
    const auto urgent = card.get(960 * kMiB, 3, Region::Sampling);
    ASSERT_TRUE(urgent) << urgent.error().debugText();
    work(card, *urgent, 3, 1ms);
    EXPECT_TRUE(card.violations.empty()) << card.violations.front();
    card.pool->free(urgent->id);
}

/// aimdo #117: eviction was asked for when nothing may go, and 0 bytes were taken for an answer.
TEST(Reports, NothingThatMayGoEndsInARefusalThatSaysWhoHoldsIt) {
    Card card(8 * kGiB);
    const OwnerId unet = card.pool->owner("unet");
    const Block weights = card.pool->allocate({7 * kGiB, Region::Resident, gpu::StreamId{}, unet}).value();
    int asked = 0;
    card.pool->setEvict([&](std::uint64_t bytes) {
        EXPECT_EQ(bytes, 2 * kGiB);
        ++asked;
        return false;
    });
    const auto refused = card.get(2 * kGiB);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().is(kOutOfVram));
    EXPECT_NE(refused.error().args().at("holders").find("unet"), std::string::npos);
    EXPECT_GE(asked, 1);
    EXPECT_LE(asked, 3) << "asked in vain again and again";
    card.pool->free(weights.id);
}

/// pytorch/pytorch#196258: streams of two cards have the same handle, and the wrong one was waited for.
TEST(Reports, ACardWaitsForItsOwnStreamWhateverCardIsCurrent) {
    fakecuda::reset({fakecuda::Card{}, fakecuda::Card{}});
    fakecuda::recordViolations();
    {
        CudaCard first(0), second(1);
        const Block onSecond = second.get(20 * kGiB);
        second.work(onSecond, 50ms);
        second.pool->free(onSecond.id);
        const Block onFirst = first.get(kGiB);  // card 0 is current from here on
        first.work(onFirst, 10ms);
        ASSERT_TRUE(second.pool->trim());
        EXPECT_EQ(fakecuda::hostWaits(0) + fakecuda::hostWaits(1), 0u) << "trim does not wait";
        const Block again = second.get(22 * kGiB, Region::Decode);
        second.work(again, 1ms);
        EXPECT_EQ(fakecuda::hostWaits(0), 0u);
        EXPECT_GE(fakecuda::hostWaits(1), 1u);
        second.pool->free(again.id);
        first.pool->free(onFirst.id);
    }
    EXPECT_EQ(fakecuda::violations(), std::vector<std::string>());
}

/// aimdo #100: 4,999 MB, then 12,864 MB on a card of 16 GB; setting access failed for a while after eviction.
TEST(Reports, ACardThatIsNotReadyAfterAnEvictionIsAskedAgainAFewTimes) {
    fakecuda::Card small;
    small.totalBytes = 16 * kGiB;
    fakecuda::reset({small});
    CudaCard card;
    const Block first = card.get(4999 * kMiB, Region::Resident);
    card.work(first, 5ms);
    bool evicted = false;
    card.pool->setEvict([&](std::uint64_t) {
        if (evicted) return false;
        card.pool->free(first.id);
        fakecuda::fail(
            {.call = "cuMemSetAccess", .count = 2, .result = static_cast<int>(gpu::cu::Code::NotReady)});
        return evicted = true;
    });
    const auto second = card.pool->allocate({12'864 * kMiB, Region::Sampling, card.stream, card.owner});
    ASSERT_TRUE(second) << second.error().debugText();
    EXPECT_EQ(card.pool->stats().counters.notReadyRetries, 2u);
    card.pool->validate();
    card.pool->free(second->id);
}

}  // namespace
}  // namespace manju::vram
