// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/card_memory.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/gpu/errors.h"
#include "core/tensor/memory/purpose.h"
#include "core/vram/errors.h"
#include "tests/core/tensor/memory/fake_card_pool.h"
#include "tests/support/result_matchers.h"

// Work that meets memory without an order between streams, or memory that is not mapped, ends the program.
namespace manju::tensor {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;
using testing::FakeCardPool;
using testing::kMiB;

class CardMemoryTest : public ::testing::Test {
protected:
    void* get(std::size_t bytes, gpu::cu::Stream stream = nullptr) {
        const auto start = memory_.allocate(bytes, stream);
        EXPECT_THAT(start, Succeeds());
        return start.ok() ? *start : nullptr;
    }
    void* getAndRun(std::size_t bytes, gpu::cu::Stream stream) {
        void* const start = get(bytes, stream);
        FakeCardPool::run(stream, start, bytes);
        return start;
    }

    FakeCardPool card_;
    CardMemory memory_{*card_.pool, *card_.streams};
    gpu::cu::Stream one_ = fakecuda::openStream(0), two_ = fakecuda::openStream(0);
};

TEST_F(CardMemoryTest, EverySizeIsServedAndAccountedToTheByte) {
    std::vector<void*> starts;
    std::uint64_t sum = 0;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{511}, 20 * kMiB, 300 * kMiB + 3}) {
        starts.push_back(get(bytes));
        std::memset(starts.back(), 7, bytes);
        sum += bytes;
    }
    EXPECT_EQ(card_.pool->stats().bands.requested, sum);
    for (void* const start : starts) EXPECT_TRUE(memory_.free(start));
    EXPECT_EQ(card_.pool->stats().bands.requested, 0u);
}

TEST_F(CardMemoryTest, NothingIsServedForNothing) {
    EXPECT_EQ(get(0), nullptr);
    EXPECT_FALSE(memory_.free(nullptr));
    EXPECT_EQ(card_.pool->stats().counters.allocations, 0u);
}

TEST_F(CardMemoryTest, WhatItDidNotGiveIsLeftAlone) {
    int elsewhere = 0;
    EXPECT_FALSE(memory_.free(&elsewhere));
    EXPECT_THAT(memory_.alsoUsedBy(&elsewhere, one_), Succeeds());
    void* const start = get(kMiB);
    EXPECT_TRUE(memory_.free(start));
    EXPECT_FALSE(memory_.free(start));
}

TEST_F(CardMemoryTest, FreedWhileItsStreamWorksTheSameStreamHasItAtOnce) {
    void* const first = getAndRun(600 * kMiB, one_);
    EXPECT_TRUE(memory_.free(first));
    EXPECT_EQ(getAndRun(600 * kMiB, one_), first);
    EXPECT_EQ(fakecuda::hostWaits(0), 0u);
    EXPECT_EQ(card_.pool->stats().counters.streamWaits, 0u);
}

TEST_F(CardMemoryTest, FreedWhileItsStreamWorksAnotherStreamWaitsOnTheCard) {
    void* const first = getAndRun(600 * kMiB, one_);
    EXPECT_TRUE(memory_.free(first));
    EXPECT_EQ(getAndRun(600 * kMiB, two_), first);
    EXPECT_EQ(fakecuda::hostWaits(0), 0u);
    EXPECT_EQ(card_.pool->stats().counters.streamWaits, 1u);
}

TEST_F(CardMemoryTest, ASecondStreamsUseIsWaitedForAfterTheFree) {
    void* const first = get(600 * kMiB, one_);
    FakeCardPool::run(two_, first, 600 * kMiB);
    ASSERT_THAT(memory_.alsoUsedBy(first, two_), Succeeds());
    ASSERT_THAT(memory_.alsoUsedBy(first, two_), Succeeds()) << "and once more";
    EXPECT_TRUE(memory_.free(first));
    EXPECT_EQ(getAndRun(600 * kMiB, one_), first) << "without an order this would end the program";
    EXPECT_EQ(card_.pool->stats().counters.streamWaits, 1u);
}

TEST_F(CardMemoryTest, AStreamOfOursIsTheSameToTheLibrary) {
    const gpu::StreamId ours = card_.streams->open(gpu::StreamPriority::Normal).value();
    const vram::OwnerId owner = card_.pool->owner("weights");
    const auto block = card_.pool->allocate({600 * kMiB, vram::Region::Transient, ours, owner}).value();
    const gpu::cu::Stream handle = card_.streams->handle(ours).value();
    card_.pool->free(block.id);
    EXPECT_EQ(get(600 * kMiB, handle), reinterpret_cast<void*>(block.address));
    EXPECT_EQ(card_.pool->stats().counters.streamWaits, 0u);
}

TEST_F(CardMemoryTest, ARefusalIsThePoolsAndLeavesNothingBehind) {
    void* const first = get(600 * kMiB, one_);
    for (int i = 0; i < 20; ++i) {
        const gpu::cu::Stream stream = fakecuda::openStream(0);
        EXPECT_THAT(memory_.allocate(600 * kMiB, stream), FailsWith(vram::kOutOfVram));
    }
    EXPECT_TRUE(memory_.free(first));
    EXPECT_TRUE(memory_.free(get(600 * kMiB, two_)));
    EXPECT_EQ(card_.pool->stats().counters.spuriousRefusals, 0u);
}

TEST_F(CardMemoryTest, MoreStreamsAtOnceThanThePoolKnowsAreRefused) {
    std::vector<void*> starts;
    for (std::size_t i = 1; i < vram::kMostStreams; ++i) starts.push_back(get(kMiB, fakecuda::openStream(0)));
    const gpu::cu::Stream late = fakecuda::openStream(0);
    EXPECT_THAT(memory_.allocate(kMiB, late), FailsWith(gpu::kDriverRefused));
    EXPECT_THAT(memory_.alsoUsedBy(starts[0], late), FailsWith(gpu::kDriverRefused));
    EXPECT_TRUE(memory_.free(starts[3]));
    EXPECT_TRUE(memory_.free(get(kMiB, late))) << "a number is free again";
    for (void* const start : starts) memory_.free(start);
}

TEST_F(CardMemoryTest, MemoryCountsForWhomItIsAsked) {
    {
        const TensorsFor purpose(*card_.pool, vram::Region::Decode, "vae");
        get(4 * kMiB);
        std::thread([this] { get(2 * kMiB); }).join();
    }
    const auto holdings = card_.pool->holdings();
    ASSERT_EQ(holdings.size(), 2u);
    EXPECT_EQ(holdings[0].owner, "vae");
    EXPECT_EQ(holdings[0].bytes, 4 * kMiB);
    EXPECT_EQ(holdings[1].owner, "tensors") << "another thread's";
    EXPECT_EQ(card_.pool->stats().grantedByRegion[static_cast<std::size_t>(vram::Region::Decode)], 4 * kMiB);
}

TEST_F(CardMemoryTest, HoldersGiveBackWhileARequestIsServed) {
    void* const cached = get(600 * kMiB);
    card_.pool->setEvict([&](std::uint64_t) { return memory_.free(cached); });
    EXPECT_NE(get(700 * kMiB), nullptr);
    card_.pool->setEvict({});
}

TEST(CardMemoryEnd, WhatALibraryNeverGivesBackGoesWithIt) {
    FakeCardPool card;
    const gpu::cu::Stream stream = fakecuda::openStream(0);
    {
        CardMemory memory(*card.pool, *card.streams);
        void* const workspace = memory.allocate(8 * kMiB, stream).value();
        FakeCardPool::run(stream, workspace, 8 * kMiB);
    }
    EXPECT_TRUE(card.pool->holdings().empty());
    card.pool->validate();
}

TEST(CardMemoryThreads, ShareAPoolAndFewNumbers) {
    FakeCardPool card;
    CardMemory memory(*card.pool, *card.streams);
    std::vector<gpu::cu::Stream> streams;
    for (int i = 0; i < 12; ++i) streams.push_back(fakecuda::openStream(0));
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < 200; ++i) {
                const gpu::cu::Stream stream = streams[t * 3 + i % 3];
                const std::size_t bytes = (1 + i % 7) * 300000;
                const auto start = memory.allocate(bytes, stream);
                ASSERT_THAT(start, Succeeds());
                FakeCardPool::run(stream, *start, bytes);
                EXPECT_TRUE(memory.free(*start));
            }
        });
    for (std::thread& thread : threads) thread.join();
    card.pool->validate();
    EXPECT_TRUE(card.pool->holdings().empty());
}

}  // namespace
}  // namespace manju::tensor
