// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/alarms.h"

#include <gtest/gtest.h>

namespace manju::vram {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

/// A card of 1000 MiB, so many of them free and half of the rest held by the pool.
Stats withFree(std::uint64_t mib) {
    Stats stats;
    stats.total = 1000 * kMiB;
    stats.bands.unused = mib * kMiB;
    stats.bands.requested = (1000 - mib) / 2 * kMiB;
    stats.bands.others = stats.total - stats.bands.unused - stats.bands.requested;
    stats.largestNow = stats.largestAfterWaiting = stats.largestOversize = stats.bands.unused;
    return stats;
}

TEST(Alarms, LittleMemoryIsToldOnceAndEndsFurtherAway) {
    Alarms alarms;
    EXPECT_TRUE(alarms.look(withFree(101), 0).empty());
    const auto begun = alarms.look(withFree(99), 1000);
    ASSERT_EQ(begun.size(), 1u);
    EXPECT_EQ(begun[0].kind, AlarmKind::LowMemory);
    EXPECT_TRUE(begun[0].begins);
    EXPECT_EQ(begun[0].value, 99.0 * kMiB);
    EXPECT_EQ(begun[0].limit, 100.0 * kMiB);
    EXPECT_TRUE(alarms.look(withFree(98), 2000).empty()) << "told once";
    EXPECT_TRUE(alarms.look(withFree(110), 3000).empty()) << "still near the border";
    const auto ended = alarms.look(withFree(120), 4000);
    ASSERT_EQ(ended.size(), 1u);
    EXPECT_FALSE(ended[0].begins);
    EXPECT_FALSE(alarms.isOn(AlarmKind::LowMemory));
}

TEST(Alarms, MemoryInPiecesIsNoFaultForAMoment) {
    Alarms alarms;
    Stats pieces = withFree(500);
    pieces.largestOversize = 400 * kMiB;
    EXPECT_TRUE(alarms.look(pieces, 0).empty());
    EXPECT_TRUE(alarms.look(pieces, 9'999).empty());
    EXPECT_TRUE(alarms.look(withFree(500), 10'000).empty()) << "whole again in time";
    EXPECT_TRUE(alarms.look(pieces, 11'000).empty());
    const auto begun = alarms.look(pieces, 21'000);
    ASSERT_EQ(begun.size(), 1u);
    EXPECT_EQ(begun[0].kind, AlarmKind::Fragmented);
    EXPECT_NEAR(begun[0].value, 0.2, 1e-9);
    pieces.largestOversize = 455 * kMiB;
    EXPECT_TRUE(alarms.look(pieces, 22'000).empty()) << "9 % is still near the border";
    EXPECT_EQ(alarms.look(withFree(500), 23'000).size(), 1u);
}

TEST(Alarms, TheReserveIsNotOutOfReachAndLittleMemoryIsNotJudged) {
    Alarms alarms;
    Stats reserved = withFree(500);
    reserved.largestNow = reserved.largestAfterWaiting = 300 * kMiB;
    for (int second = 0; second < 60; ++second) EXPECT_TRUE(alarms.look(reserved, 1000 * second).empty());
    Stats little = withFree(50);
    little.largestOversize = 0;
    EXPECT_EQ(alarms.look(little, 60'000).size(), 1u) << "of little memory alone";
    for (int second = 61; second < 99; ++second) EXPECT_TRUE(alarms.look(little, 1000 * second).empty());
}

TEST(Alarms, WhatOnlyWaitsForStreamsIsNotFragmented) {
    Alarms alarms;
    Stats waiting = withFree(500);
    waiting.largestNow = 0;
    for (int second = 0; second < 60; ++second) EXPECT_TRUE(alarms.look(waiting, 1000 * second).empty());
}

TEST(Alarms, RefusalsCountForTenMinutes) {
    Alarms alarms;
    Stats stats = withFree(500);
    std::int64_t now = 0;
    const auto goOn = [&](std::uint64_t allocations, std::uint64_t refusals, int seconds) {
        std::vector<AlarmChange> all;
        for (int second = 0; second < seconds; ++second, now += 1000) {
            stats.counters.allocations += allocations;
            stats.counters.refusals += second == 0 ? refusals : 0;
            for (const AlarmChange& change : alarms.look(stats, now)) all.push_back(change);
        }
        return all;
    };
    EXPECT_TRUE(goOn(1, 0, 60).empty());
    EXPECT_TRUE(goOn(10, 1, 60).empty()) << "1 of some 660";
    const auto begun = goOn(10, 20, 60);
    ASSERT_EQ(begun.size(), 1u);
    EXPECT_EQ(begun[0].kind, AlarmKind::Refusals);
    EXPECT_GT(begun[0].value, 0.01);
    const auto ended = goOn(10, 0, 10 * 60);
    ASSERT_EQ(ended.size(), 1u);
    EXPECT_FALSE(ended[0].begins);
}

TEST(Alarms, AFewRequestsSayNothingOfTheirShare) {
    Alarms alarms;
    Stats stats = withFree(500);
    EXPECT_TRUE(alarms.look(stats, 0).empty());
    stats.counters.allocations = 10;
    stats.counters.refusals = 5;
    EXPECT_TRUE(alarms.look(stats, 1000).empty());
}

TEST(Alarms, SeveralBeginAtOnce) {
    Alarms alarms;
    Stats stats = withFree(50);
    stats.spilled = 100 * kMiB;
    EXPECT_EQ(alarms.look(stats, 0).size(), 2u);
    EXPECT_TRUE(alarms.isOn(AlarmKind::LowMemory));
    EXPECT_TRUE(alarms.isOn(AlarmKind::Spilled));
    EXPECT_FALSE(alarms.isOn(AlarmKind::Fragmented));
}

}  // namespace
}  // namespace manju::vram
