// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/vram/errors.h"
#include "tests/core/vram/card.h"

namespace manju::vram {
namespace {

using namespace std::chrono_literals;
using testing::Card;
using testing::kGiB;
using testing::kMiB;

void write(const Block& block, std::uint64_t stamp) {
    auto* const start = reinterpret_cast<std::byte*>(block.address);  // NOLINT(performance-no-int-to-ptr)
    std::memcpy(start, &stamp, sizeof stamp);
    std::memcpy(start + block.granted - sizeof stamp, &stamp, sizeof stamp);
}

bool holds(const Block& block, std::uint64_t stamp) {
    const auto* const start =
        reinterpret_cast<const std::byte*>(block.address);  // NOLINT(performance-no-int-to-ptr)
    return std::memcmp(start, &stamp, sizeof stamp) == 0 &&
           std::memcmp(start + block.granted - sizeof stamp, &stamp, sizeof stamp) == 0;
}

TEST(Pool, GivesALargeRequestFromPiecesThatAreFarApart) {
    // 6 GB are asked for while 8 GB are free, in pieces of 2 and 1.5 GB.
    Card card(24 * kGiB, {}, true);
    std::vector<Block> kept, freed;
    for (int i = 0; i < 5; ++i) {
        freed.push_back(card.get((i < 1 ? 2 * kGiB : 3 * kGiB / 2)).value());
        kept.push_back(card.get(3200 * kMiB, 0, Region::Resident).value());
        write(kept.back(), 100 + static_cast<std::uint64_t>(i));
    }
    for (const Block& block : freed) card.pool->free(block.id);
    const auto large = card.get(6 * kGiB);
    ASSERT_TRUE(large) << large.error().debugText();
    write(*large, 7);
    for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_TRUE(holds(kept[i], 100 + i));
    EXPECT_TRUE(holds(*large, 7));
    card.pool->validate();
    EXPECT_EQ(card.pool->stats().counters.spuriousRefusals, 0u);
    card.pool->free(large->id);
    for (const Block& block : kept) card.pool->free(block.id);
    EXPECT_TRUE(card.violations.empty());
}

TEST(Pool, RefusesWithWhatIsLeftAndWhoHoldsTheRest) {
    Card card(kGiB);
    const auto unet =
        card.pool->allocate({600 * kMiB, Region::Resident, {}, card.pool->owner("unet")}).value();
    const auto refused = card.get(512 * kMiB);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().is(kOutOfVram));
    EXPECT_EQ(refused.error().args().at("bytes"), std::to_string(512 * kMiB));
    EXPECT_EQ(refused.error().args().at("now"), std::to_string(1024 * kMiB - 608 * kMiB));
    EXPECT_EQ(refused.error().args().at("holders"), "unet " + std::to_string(600 * kMiB));
    const auto rest = card.get(416 * kMiB);
    ASSERT_TRUE(rest) << "the size that the refusal named";
    card.pool->validate();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(card.pool.reset(), "blocks outlive it");
    card.pool->free(unet.id);
    card.pool->free(rest->id);
}

TEST(Pool, AStreamHasItsFreedMemoryBackAtOnce) {
    Card card(kGiB);
    const Block first = card.get(100 * kMiB, 1).value();
    card.streams.launch(gpu::StreamId{1}, {{}, {{first.address, first.granted}}, 5ms});
    card.pool->free(first.id);
    const Block second = card.get(100 * kMiB, 1).value();
    EXPECT_EQ(second.address, first.address);
    card.streams.launch(gpu::StreamId{1}, {{}, {{second.address, second.granted}}, 5ms});
    card.pool->free(second.id);
    EXPECT_EQ(card.streams.hostWaits(), 0u);
    EXPECT_TRUE(card.violations.empty());
}

TEST(Pool, AnotherStreamWaitsOnTheCardForFreedMemory) {
    Card card(kGiB);
    const Block first = card.get(700 * kMiB, 1).value();
    card.streams.launch(gpu::StreamId{1}, {{}, {{first.address, first.granted}}, 5ms});
    card.pool->free(first.id);
    const Block second = card.get(700 * kMiB, 2).value();
    EXPECT_EQ(second.address, first.address);
    card.streams.launch(gpu::StreamId{2}, {{}, {{second.address, second.granted}}, 5ms});
    EXPECT_EQ(card.pool->stats().counters.streamWaits, 1u);
    EXPECT_EQ(card.streams.hostWaits(), 0u);
    card.pool->free(second.id);
    EXPECT_TRUE(card.violations.empty());
}

TEST(Pool, WaitsForFreedMemoryBeforeItMovesIt) {
    Card card(kGiB);
    const Block first = card.get(480 * kMiB, 1).value();
    const Block between = card.get(64 * kMiB, 1).value();
    const Block last = card.get(400 * kMiB, 1).value();
    card.streams.launch(gpu::StreamId{1},
                        {{{first.address, first.granted}}, {{last.address, last.granted}}, 5ms});
    card.pool->free(first.id);
    card.pool->free(last.id);
    EXPECT_EQ(card.pool->stats().largestNow, 480 * kMiB) << "the first, after a wait on the card";
    EXPECT_EQ(card.pool->stats().largestAfterWaiting, 960 * kMiB);
    const auto large = card.get(900 * kMiB, 2);
    ASSERT_TRUE(large) << large.error().debugText();
    EXPECT_EQ(card.streams.hostWaits(), 1u) << "one event covers both";
    card.pool->validate();
    card.pool->free(large->id);
    card.pool->free(between.id);
    EXPECT_TRUE(card.violations.empty());
}

TEST(Pool, AskedHoldersGiveMemoryBackBeforeARefusal) {
    Card card(kGiB);
    std::vector<Block> cache;
    for (int i = 0; i < 6; ++i) cache.push_back(card.get(160 * kMiB, 0, Region::Transient).value());
    std::vector<std::uint64_t> asked;
    card.pool->setEvict([&](std::uint64_t bytes) {
        asked.push_back(bytes);
        if (cache.empty()) return false;
        card.pool->free(cache.back().id);
        cache.pop_back();
        return true;
    });
    const auto got = card.get(400 * kMiB);
    ASSERT_TRUE(got) << got.error().debugText();
    EXPECT_EQ(asked, (std::vector<std::uint64_t>(3, 400 * kMiB)));
    EXPECT_EQ(cache.size(), 3u);
    EXPECT_EQ(card.pool->stats().counters.evictions, 3u);
    card.pool->free(got->id);
    for (const Block& block : cache) card.pool->free(block.id);
}

TEST(Pool, OtherProgramsMemoryIsNotCountedOn) {
    Card card(kGiB);
    card.memory->setOthersBytes(512 * kMiB);
    EXPECT_FALSE(card.get(600 * kMiB)) << "the driver refuses, though the pool had not heard of them";
    card.pool->validate();
    EXPECT_EQ(card.pool->stats().bands.others, 512 * kMiB);
    const auto rest = card.get(512 * kMiB);
    ASSERT_TRUE(rest);
    card.memory->setOthersBytes(0);
    ASSERT_TRUE(card.pool->refresh());
    EXPECT_EQ(card.pool->stats().bands.unused, 512 * kMiB);
    card.pool->free(rest->id);
}

TEST(Pool, TheReserveIsForOversizeRequests) {
    Card card(kGiB);
    card.pool->setReserve(256 * kMiB);
    EXPECT_FALSE(card.get(800 * kMiB));
    const auto oversize = card.get(1000 * kMiB, 0, Region::Oversize);
    ASSERT_TRUE(oversize);
    card.pool->free(oversize->id);
    const auto most = card.get(768 * kMiB);
    ASSERT_TRUE(most);
    card.pool->free(most->id);
    EXPECT_EQ(card.pool->stats().counters.spuriousRefusals, 0u);
}

TEST(Pool, SmallRequestsShareSmallChunks) {
    Card card(kGiB);
    std::vector<Block> blocks;
    for (int i = 0; i < 1000; ++i) blocks.push_back(card.get(1000 + static_cast<std::uint64_t>(i)).value());
    const Bands bands = card.pool->stats().bands;
    EXPECT_EQ(bands.requested + bands.rounding + bands.stranded, 2 * kMiB);
    for (const Block& block : blocks) card.pool->free(block.id);
    const auto large = card.get(1008 * kMiB);
    ASSERT_TRUE(large) << "free small chunks make room for large ones";
    card.pool->free(large->id);
}

TEST(Pool, TrimGivesTheCardItsMemoryBack) {
    Card card(kGiB);
    const Block kept = card.get(20 * kMiB, 0, Region::Resident).value();
    card.pool->free(card.get(500 * kMiB).value().id);
    EXPECT_EQ(card.memory->createdBytes(), 544 * kMiB);
    ASSERT_TRUE(card.pool->trim(64 * kMiB));
    EXPECT_EQ(card.memory->createdBytes(), 96 * kMiB);
    ASSERT_TRUE(card.pool->trim());
    EXPECT_EQ(card.memory->createdBytes(), 32 * kMiB);
    card.pool->free(kept.id);
    card.pool.reset();
    EXPECT_EQ(card.memory->createdBytes(), 0u);
    EXPECT_EQ(card.memory->mappings(), 0u);
    EXPECT_EQ(card.streams.openEvents(), 0u);
}

TEST(Pool, TidyingGivesBackWhatNobodyNeededForARound) {
    Card card(8 * kGiB);
    card.pool->free(card.get(4 * kGiB).value().id);
    EXPECT_FALSE(card.pool->tidy(1000).value()) << "all was needed since the beginning";
    EXPECT_EQ(card.memory->createdBytes(), 4 * kGiB);
    for (int i = 0; i < 10; ++i) card.pool->free(card.get(kGiB).value().id);
    int rounds = 1;
    for (; card.pool->tidy(10).value(); ++rounds) ASSERT_LT(rounds, 100);
    EXPECT_EQ(card.memory->createdBytes(), kGiB) << "what was needed in this round stays";
    EXPECT_EQ(rounds, 2 * 192 / 10 + 1) << "two calls for each of 192 chunks, ten at a time";
    card.pool->validate();
    EXPECT_FALSE(card.pool->tidy(1000).value());
    EXPECT_EQ(card.memory->createdBytes(), 0u) << "nothing was needed in this one";
}

TEST(Pool, TidyingHalfWayLeavesRequestsAlone) {
    Card card(8 * kGiB);
    card.pool->free(card.get(4 * kGiB).value().id);
    EXPECT_FALSE(card.pool->tidy(1000).value());
    EXPECT_TRUE(card.pool->tidy(10).value());
    const Block block = card.get(4 * kGiB).value();
    while (card.pool->tidy(10).value()) {
    }
    card.pool->validate();
    EXPECT_EQ(card.memory->createdBytes(), 4 * kGiB);
    card.pool->free(block.id);
}

TEST(Pool, WhatIsNeededDuringATidyingRoundStays) {
    Card card(8 * kGiB);
    card.pool->free(card.get(4 * kGiB).value().id);
    EXPECT_FALSE(card.pool->tidy(1000).value());
    EXPECT_TRUE(card.pool->tidy(10).value()) << "nothing was needed in this round";
    const std::uint64_t left = card.memory->createdBytes();
    card.pool->free(card.get(left).value().id);
    EXPECT_FALSE(card.pool->tidy(1000).value());
    EXPECT_EQ(card.memory->createdBytes(), left) << "a task between two steps needed all";
}

TEST(Pool, WithoutVirtualMemoryWholePiecesOfTheCardComeAndGo) {
    Card card(kGiB, {}, true, false);
    const Block first = card.get(300 * kMiB).value(), second = card.get(300 * kMiB).value();
    card.pool->free(first.id);
    card.pool->free(second.id);
    const auto large = card.get(900 * kMiB);
    ASSERT_TRUE(large) << large.error().debugText();
    card.pool->validate();
    card.pool->free(large->id);
    card.pool.reset();
    EXPECT_EQ(card.memory->createdBytes(), 0u);
}

TEST(Pool, AMistakeAboutOtherProgramsDoesNotEndInARefusal) {
    Card card(kGiB);
    std::vector<Block> small;
    for (int i = 0; i < 64; ++i) small.push_back(card.get(kMiB).value());
    for (const Block& block : small) card.pool->free(block.id);
    card.memory->setOthersBytes(400 * kMiB);  // without a word to the pool
    const auto large = card.get(600 * kMiB);
    ASSERT_TRUE(large) << large.error().debugText();
    card.pool->validate();
    card.pool->free(large->id);
}

TEST(Pool, WhatOtherProgramsGaveBackIsFoundBeforeARefusal) {
    Card card(kGiB);
    card.memory->setOthersBytes(512 * kMiB);
    ASSERT_TRUE(card.pool->refresh());
    card.memory->setOthersBytes(0);
    const auto large = card.get(900 * kMiB);
    ASSERT_TRUE(large) << large.error().debugText();
    card.pool->free(large->id);
}

TEST(Pool, IdleChunksCountForTheReserve) {
    Card card(kGiB);
    card.pool->setReserve(256 * kMiB);
    card.pool->free(card.get(500 * kMiB).value().id);
    EXPECT_FALSE(card.get(1000 * kMiB)) << "it would take the idle ones and all but 16";
    card.pool->setReserve(0);
    card.pool->free(card.get(1008 * kMiB).value().id);
    card.pool->setReserve(256 * kMiB);
    EXPECT_FALSE(card.get(1000 * kMiB)) << "all is mapped and free";
    const auto most = card.get(768 * kMiB);
    ASSERT_TRUE(most) << most.error().debugText();
    EXPECT_FALSE(card.get(20 * kMiB));
    const auto oversize = card.get(256 * kMiB, 0, Region::Oversize);
    ASSERT_TRUE(oversize) << oversize.error().debugText();
    card.pool->free(most->id);
    card.pool->free(oversize->id);
    card.pool->validate();
}

TEST(Pool, NobodyIsAskedForMemoryThatAWaitGives) {
    Card card(kGiB);
    const Block cache = card.get(160 * kMiB, 0, Region::Transient).value();
    int asked = 0;
    card.pool->setEvict([&](std::uint64_t) { return ++asked, false; });
    const Block busy = card.get(800 * kMiB, 1).value();
    card.streams.launch(gpu::StreamId{1}, {{}, {{busy.address, busy.granted}}, 5ms});
    card.pool->free(busy.id);
    const auto large = card.get(600 * kMiB, 2, Region::Decode);
    ASSERT_TRUE(large) << large.error().debugText();
    EXPECT_EQ(asked, 0);
    card.pool->free(large->id);
    card.pool->free(cache.id);
}

TEST(Pool, AnImpossibleSizeIsRefused) {
    Card card(kGiB);
    for (const std::uint64_t bytes : {kGiB + 1, UINT64_MAX - 100, UINT64_MAX}) {
        const auto block = card.get(bytes);
        ASSERT_FALSE(block);
        EXPECT_TRUE(block.error().is(kOutOfVram));
    }
    card.pool->free(card.get(kMiB).value().id);
    EXPECT_FALSE(card.get(UINT64_MAX));
    card.pool->validate();
}

TEST(Pool, NoticesWhatTheDriverKeepsElsewhere) {
    Card card(kGiB);
    const Block block = card.get(640 * kMiB).value();
    ASSERT_TRUE(card.pool->refresh());
    EXPECT_EQ(card.pool->stats().spilled, 0u);
    card.memory->setSpilledBytes(100 * kMiB);
    ASSERT_TRUE(card.pool->refresh());
    EXPECT_EQ(card.pool->stats().spilled, 100 * kMiB);
    EXPECT_EQ(card.pool->stats().bands.sum(), kGiB);
    card.memory->setOthersBytes(60 * kMiB);
    ASSERT_TRUE(card.pool->refresh());
    EXPECT_EQ(card.pool->stats().spilled, 40 * kMiB) << "others' memory hides as much";
    card.pool->free(block.id);
}

TEST(Pool, TellsWhatHappensInOrder) {
    Card card(kGiB);
    const Block kept = card.get(20 * kMiB).value();
    std::vector<std::string> lines;
    card.pool->setTrace(
        [&](const TraceEvent& event) { lines.push_back(traceLine(event, 3, 1000 * lines.size(), 0)); });
    const OwnerId owner = card.pool->owner("lora a,b");
    const Block block = card.pool->allocate({100 * kMiB, Region::Resident, gpu::StreamId{1}, owner}).value();
    card.streams.launch(gpu::StreamId{1}, {{}, {{block.address, block.granted}}, 5ms});
    card.pool->alsoUsedBy(block.id, gpu::StreamId{2});
    card.pool->free(block.id);
    EXPECT_FALSE(card.get(kGiB));
    card.memory->setOthersBytes(64 * kMiB);
    ASSERT_TRUE(card.pool->refresh());
    char pointer[20];
    std::snprintf(pointer, sizeof pointer, "0x%llx", static_cast<unsigned long long>(block.address));
    char before[20];
    std::snprintf(before, sizeof before, "0x%llx", static_cast<unsigned long long>(kept.address));
    EXPECT_EQ(lines, (std::vector<std::string>{
                         "3,0,allocate," + std::string(before) + ",20971520,0,0,sampling,someone",
                         "3,1000,allocate," + std::string(pointer) + ",104857600,1,0,resident,lora a_b",
                         "3,2000,use," + std::string(pointer) + ",104857600,2,0,,",
                         "3,3000,free," + std::string(pointer) + ",104857600,0,0,,", "3,4000,finish,,0,1,0,,",
                         "3,5000,allocate failure,,1073741824,0,0,sampling,someone",
                         "3,6000,others,,67108864,0,0,,"}));
    card.pool->setTrace({});
    card.pool->free(kept.id);
}

TEST(Pool, AFreedBlockIsNotFreedAgain) {
    Card card(kGiB);
    const Block block = card.get(kMiB).value();
    card.pool->free(block.id);
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(card.pool->free(block.id), "a block is freed twice");
}

}  // namespace
}  // namespace manju::vram
