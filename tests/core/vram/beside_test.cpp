// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that this process holds beside the pool.
#include <gtest/gtest.h>

#include "tests/core/vram/card.h"

namespace manju::vram {
namespace {

using testing::Card;
using testing::kGiB;
using testing::kMiB;

Beside torchHolds(std::uint64_t requested, std::uint64_t held) {
    return {"libtorch", Region::Decode, requested, held, 3};
}

TEST(Beside, CountsAsGrantedAndNotAsOthers) {
    Card card(kGiB);
    const Block block = card.get(100 * kMiB).value();
    card.memory->setOthersBytes(500 * kMiB);  // 300 of it ours
    card.pool->setBeside(torchHolds(250 * kMiB, 300 * kMiB));
    ASSERT_TRUE(card.pool->refresh());
    const Stats stats = card.pool->stats();
    EXPECT_EQ(stats.bands.others, 200 * kMiB);
    EXPECT_EQ(stats.bands.requested, 350 * kMiB);
    EXPECT_EQ(stats.bands.rounding, 50 * kMiB);
    EXPECT_EQ(stats.bands.sum(), kGiB);
    EXPECT_EQ(stats.grantedByRegion[static_cast<std::size_t>(Region::Decode)], 300 * kMiB);
    const auto holdings = card.pool->holdings();
    ASSERT_EQ(holdings.size(), 2u);
    EXPECT_EQ(holdings[0].owner, "libtorch");
    EXPECT_EQ(holdings[0].bytes, 300 * kMiB);
    EXPECT_EQ(holdings[0].blocks, 3u);
    card.pool->validate();
    card.pool->free(block.id);
}

TEST(Beside, WhatThePoolMayTakeIsTheSameWhoeverHoldsTheRest) {
    Card card(kGiB);
    card.memory->setOthersBytes(512 * kMiB);
    for (const std::uint64_t held : {std::uint64_t{0}, 200 * kMiB, 512 * kMiB, 600 * kMiB, 2 * kGiB}) {
        card.pool->setBeside(torchHolds(held / 2, held));
        card.pool->validate();
        ASSERT_TRUE(card.pool->refresh());
        card.pool->validate();
        EXPECT_EQ(card.pool->stats().bands.unused, 512 * kMiB) << held;
        EXPECT_EQ(card.pool->stats().feltFragmentation(), 0.0) << held;
    }
    EXPECT_FALSE(card.get(513 * kMiB));
    const auto block = card.get(512 * kMiB);
    ASSERT_TRUE(block);
    card.pool->free(block->id);
    EXPECT_EQ(card.pool->stats().counters.spuriousRefusals, 0u);
}

TEST(Beside, IsTakenNoteOfWithoutTheDriver) {
    Card card(kGiB);
    card.pool->setBeside(torchHolds(0, 400 * kMiB));
    EXPECT_EQ(card.pool->stats().bands.unused, 624 * kMiB);
    card.pool->setBeside({});
    EXPECT_EQ(card.pool->stats().bands.unused, kGiB);
    card.pool->validate();
}

TEST(Beside, ATraceTellsItAsMemoryThatIsGone) {
    Card card(kGiB);
    std::vector<std::uint64_t> told;
    card.pool->setTrace([&](const TraceEvent& event) {
        if (event.action == TraceAction::Others) told.push_back(event.bytes);
    });
    card.memory->setOthersBytes(500 * kMiB);
    card.pool->setBeside(torchHolds(1, 300 * kMiB));
    ASSERT_TRUE(card.pool->refresh());
    card.pool->setBeside(torchHolds(2, 300 * kMiB));
    EXPECT_EQ(told, (std::vector<std::uint64_t>{300 * kMiB, 500 * kMiB}));
    card.pool->setTrace({});
}

}  // namespace
}  // namespace manju::vram
