// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <random>

#include "core/sched/block_ledger.h"
#include "core/sched/reserve.h"

namespace manju::sched {
namespace {

constexpr std::uint64_t kGiB = 1 << 30;

TEST(Ledger, RoundsATaskUpOnce) {
    BlockLedger ledger;
    ledger.setCapacity(20 * kGiB + 100);
    EXPECT_EQ(ledger.capacityBlocks(), 40u);
    // Four parts of 100 MiB more than a block each would be 8 blocks apiece.
    const auto grant = ledger.admit(4 * (std::uint64_t{612} << 20), false);
    ASSERT_TRUE(grant);
    EXPECT_EQ(ledger.grantedBlocks(), 5u);
    ledger.shrink(*grant, kGiB);
    EXPECT_EQ(ledger.grantedBlocks(), 2u);
    ledger.shrink(*grant, 9 * kGiB);
    EXPECT_EQ(ledger.grantedBlocks(), 2u) << "a task never grows";
    ledger.release(*grant);
    EXPECT_EQ(ledger.freeBlocks(false), 40u);
}

TEST(Ledger, TheReserveIsForOversizeTasks) {
    BlockLedger ledger;
    ledger.setCapacity(8 * kGiB);
    ledger.setReserve(4);
    EXPECT_FALSE(ledger.admit(6 * kGiB + 1, false));
    EXPECT_TRUE(ledger.admit(6 * kGiB, false));
    EXPECT_FALSE(ledger.admit(1, false));
    EXPECT_TRUE(ledger.admit(2 * kGiB, true));
    EXPECT_FALSE(ledger.admit(1, true));
}

TEST(Ledger, OversizeTasksUseTheReserveUp) {
    BlockLedger ledger;
    ledger.setCapacity(13 * kGiB);
    ledger.setReserve(9);
    EXPECT_EQ(ledger.reserveIdle(), 9u);
    const auto ordinary = ledger.admit(4 * kGiB, false).value();
    const auto large = ledger.admit(7 * kGiB, true).value();
    EXPECT_EQ(ledger.reserveInUse(), 9u);
    EXPECT_EQ(ledger.reserveIdle(), 0u);
    EXPECT_EQ(ledger.freeBlocks(false), 4u) << "no second reserve is kept beside the one in use";
    ledger.shrink(large, 2 * kGiB);
    EXPECT_EQ(ledger.reserveInUse(), 4u);
    EXPECT_EQ(ledger.reserveIdle(), 5u);
    EXPECT_EQ(ledger.freeBlocks(false), 9u);
    EXPECT_EQ(ledger.freeBlocks(true), 14u);
    ledger.release(large);
    EXPECT_EQ(ledger.reserveInUse(), 0u);
    EXPECT_EQ(ledger.freeBlocks(false), 9u);
    ledger.release(ordinary);
    EXPECT_EQ(ledger.freeBlocks(true), 26u);
}

TEST(Ledger, ARisenReserveIsNotIdleWhileOthersHoldIt) {
    BlockLedger ledger;
    ledger.setCapacity(8 * kGiB);
    const auto early = ledger.admit(7 * kGiB, false).value();
    ledger.setReserve(6);
    EXPECT_EQ(ledger.reserveInUse(), 0u);
    EXPECT_EQ(ledger.reserveIdle(), 2u);
    EXPECT_EQ(ledger.freeBlocks(false), 0u);
    ledger.release(early);
    EXPECT_EQ(ledger.reserveIdle(), 6u);
}

TEST(Ledger, AShrunkenCardTakesNothingFromRunningTasks) {
    BlockLedger ledger;
    ledger.setCapacity(8 * kGiB);
    const auto grant = ledger.admit(6 * kGiB, false).value();
    ledger.setCapacity(5 * kGiB);
    EXPECT_EQ(ledger.grantedBlocks(), 12u);
    EXPECT_EQ(ledger.freeBlocks(true), 0u);
    EXPECT_FALSE(ledger.admit(1, true));
    ledger.release(grant);
    EXPECT_EQ(ledger.freeBlocks(true), 10u);
}

ReserveController::Options card() {
    return {.totalBlocks = 48};
}

TEST(Reserve, BeginsWithATenthAndStaysBelowAFifth) {
    ReserveController reserve(card());
    EXPECT_EQ(reserve.blocks(0), 4u) << "nothing was asked for yet, so it falls by one";
    ReserveController busy(card());
    for (int i = 0; i < 100; ++i) busy.note(0, true, 40);
    EXPECT_EQ(busy.blocks(0), 9u);
    EXPECT_EQ(busy.most(), 9u);
}

TEST(Reserve, KnowsHowLargeAndNotOnlyHowOften) {
    ReserveController reserve(card());
    for (int i = 0; i < 96; ++i) reserve.note(10, false, 4);
    for (int i = 0; i < 4; ++i) reserve.note(10, true, 7);
    EXPECT_EQ(reserve.target(), 7u) << "a share of 4 % alone would be 2 blocks";
    ReserveController seldom(card());
    for (int i = 0; i < 995; ++i) seldom.note(10, false, 4);
    for (int i = 0; i < 5; ++i) seldom.note(10, true, 7);
    EXPECT_EQ(seldom.target(), 1u);
}

TEST(Reserve, AQuietHourBringsItToTheLeast) {
    ReserveController reserve(card());
    for (int i = 0; i < 100; ++i) reserve.note(0, true, 20);
    ASSERT_EQ(reserve.blocks(0), reserve.most());
    for (std::int64_t minute = 1; minute <= 60; ++minute) (void)reserve.blocks(minute);
    for (std::int64_t minute = 61; minute <= 61 + 5 * 9; ++minute) (void)reserve.blocks(minute);
    EXPECT_EQ(reserve.blocks(110), 0u);
}

TEST(Reserve, NeverMovesFastAndNeverLeavesItsBounds) {
    for (std::int64_t period = 1; period <= 90; ++period) {
        ReserveController reserve(card());
        std::vector<std::int64_t> changes;
        std::uint64_t last = reserve.blocks(0);
        for (std::int64_t minute = 0; minute < 600; ++minute) {
            for (int i = 0; i < 5; ++i) reserve.note(minute, (minute / period) % 2 == 0, 6);
            const std::uint64_t now = reserve.blocks(minute);
            ASSERT_LE(now, reserve.most());
            if (now != last) changes.push_back(minute);
            last = now;
        }
        for (std::size_t i = 2; i < changes.size(); ++i) ASSERT_GE(changes[i] - changes[i - 2], 10) << period;
    }
}

TEST(Reserve, GrowsWithTheShare) {
    std::uint64_t last = 0;
    for (int oversize = 0; oversize <= 100; ++oversize) {
        ReserveController reserve(card());
        for (int i = 0; i < 100; ++i) reserve.note(0, i < oversize, 3);
        EXPECT_GE(reserve.target(), last);
        last = reserve.target();
    }
}

TEST(Reserve, AClockThatGoesBackChangesNothing) {
    ReserveController reserve(card());
    for (int i = 0; i < 50; ++i) reserve.note(1000, i % 5 == 0, 8);
    const std::uint64_t before = reserve.blocks(1000);
    EXPECT_EQ(reserve.blocks(3), before);
    EXPECT_EQ(reserve.target(), 9u);
    reserve.note(2, true, 8);
    EXPECT_EQ(reserve.blocks(1000), before);
}

TEST(Reserve, ARestartRemembersTheHour) {
    std::mt19937 random(1);
    ReserveController reserve(card());
    for (std::int64_t minute = 500; minute < 640; ++minute) {
        for (std::uint32_t i = 0; i < random() % 8; ++i)
            reserve.note(minute, random() % 9 == 0, 1 + random() % 10);
        (void)reserve.blocks(minute);
    }
    ReserveController again(card(), reserve.memory());
    EXPECT_EQ(again.memory(), reserve.memory());
    EXPECT_EQ(again.target(), reserve.target());
    for (std::int64_t minute = 640; minute < 700; ++minute)
        ASSERT_EQ(again.blocks(minute), reserve.blocks(minute));
}

}  // namespace
}  // namespace manju::sched
