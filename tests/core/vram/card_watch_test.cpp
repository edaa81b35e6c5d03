// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/card_watch.h"

#include <gtest/gtest.h>

#include "tests/core/vram/card.h"

namespace manju::vram {
namespace {

using testing::Card;
using testing::kGiB;
using testing::kMiB;

struct VirtualClock final : Clock {
    [[nodiscard]] std::int64_t wallMillis() const override { return now; }
    [[nodiscard]] std::int64_t steadyMillis() const override { return now; }
    std::int64_t now = 1000;
};

struct WatchedCard {
    CardWatch::Report look(std::int64_t millis) {
        clock.now += millis;
        return watch.look().value();
    }
    void task(std::uint64_t bytes) {
        watch.taskBegan();
        card.pool->free(card.get(bytes).value().id);
        watch.taskEnded();
    }
    VirtualClock clock;
    Card card{8 * kGiB};
    CardWatch watch{*card.pool, clock};
};

TEST(CardWatch, TheBudgetFollowsOtherPrograms) {
    WatchedCard watched;
    EXPECT_EQ(watched.look(0).budget, 8 * kGiB);
    watched.card.memory->setOthersBytes(2 * kGiB);
    EXPECT_EQ(watched.look(500).budget, 8 * kGiB) << "asked once a second";
    EXPECT_EQ(watched.look(500).budget, 6 * kGiB);
    watched.card.memory->setOthersBytes(0);
    EXPECT_EQ(watched.look(1000).budget, 8 * kGiB);
}

TEST(CardWatch, AlarmsComeWithTheRefresh) {
    WatchedCard watched;
    EXPECT_TRUE(watched.look(0).alarms.empty());
    watched.card.memory->setOthersBytes(8 * kGiB - 512 * kMiB);
    const auto alarms = watched.look(1000).alarms;
    ASSERT_EQ(alarms.size(), 1u);
    EXPECT_EQ(alarms[0].kind, AlarmKind::LowMemory);
}

TEST(CardWatch, TidiesInStepsWhileNothingRuns) {
    WatchedCard watched;
    watched.task(4 * kGiB);
    (void)watched.look(59'000);
    EXPECT_EQ(watched.card.memory->createdBytes(), 4 * kGiB) << "no round yet";
    EXPECT_FALSE(watched.look(1000).isTidying) << "all of it was needed in this round";
    watched.task(kGiB);
    EXPECT_FALSE(watched.look(59'999).isTidying);
    EXPECT_TRUE(watched.look(1).isTidying);
    EXPECT_EQ(watched.card.memory->createdBytes(), 4 * kGiB - 12 * 16 * kMiB) << "24 calls, two a chunk";
    watched.watch.taskBegan();
    EXPECT_EQ(watched.card.memory->createdBytes(), 4 * kGiB - 12 * 16 * kMiB);
    (void)watched.look(10'000);
    EXPECT_EQ(watched.card.memory->createdBytes(), 4 * kGiB - 12 * 16 * kMiB) << "never during a task";
    watched.watch.taskEnded();
    (void)watched.look(1999);
    EXPECT_EQ(watched.card.memory->createdBytes(), 4 * kGiB - 12 * 16 * kMiB) << "nor between two";
    int steps = 0;
    while (watched.look(1).isTidying) ASSERT_LT(++steps, 100);
    EXPECT_EQ(watched.card.memory->createdBytes(), kGiB);
}

TEST(CardWatch, ManyTasksMakeARoundToo) {
    WatchedCard watched;
    watched.task(2 * kGiB);
    (void)watched.look(60'000);
    for (int i = 0; i < 49; ++i) watched.task(kGiB);
    EXPECT_FALSE(watched.look(2000).isTidying);
    watched.task(kGiB);
    EXPECT_FALSE(watched.look(1999).isTidying);
    EXPECT_TRUE(watched.look(1).isTidying);
}

}  // namespace
}  // namespace manju::vram
