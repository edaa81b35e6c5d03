// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/card_book.h"

#include <array>

#include <gtest/gtest.h>

#include "core/sched/broker.h"
#include "tests/core/sched/work.h"

namespace manju::sched {
namespace {

using testing::kGB;

CardState card24() {
    return {.kind = "card", .totalBytes = 24 * kGB, .othersBytes = 0, .utilisation = -1, .usable = true};
}

Task withModel(const std::string& model, const std::string& set = "", std::uint64_t bytes = 7 * kGB) {
    Task task;
    task.components = {{.id = model, .bytes = bytes, .loraSet = set, .loras = {}}};
    return task;
}

struct Book : ::testing::Test {
    CardBook book;
    void SetUp() override { book.setState(card24()); }
    GrantId start(const Task& task, std::uint64_t bytes, std::int64_t now = 0) {
        const Fit fit = book.fit(task, bytes, now);
        EXPECT_TRUE(fit.now());
        return book.start(task, bytes, fit, now);
    }
};

TEST_F(Book, KeepsATwentiethAndAtLeastTwoBlocks) {
    EXPECT_EQ(book.capacityBytes(), 24 * kGB - 24 * kGB / 20);
    CardState small = card24();
    small.totalBytes = 8 * kGB;
    small.othersBytes = kGB;
    book.setState(small);
    EXPECT_EQ(book.capacityBytes(), 7 * kGB - (std::uint64_t{2} << 29));
}

TEST_F(Book, SharesAComponentAmongTasksOfOneSet) {
    const GrantId first = start(withModel("m", "a"), 5 * kGB);
    EXPECT_EQ(book.fit(withModel("m", "a"), 5 * kGB, 0).neededBytes, 5 * kGB) << "its weights are there";
    const GrantId second = start(withModel("m", "a"), 5 * kGB);
    EXPECT_EQ(book.residentBytes(), 7 * kGB);
    EXPECT_EQ(book.fit(withModel("m", "b"), kGB, 0).obstacle, Fit::Obstacle::Component);
    book.end(first, 1);
    EXPECT_EQ(book.fit(withModel("m", "b"), kGB, 1).obstacle, Fit::Obstacle::Component) << "one still runs";
    EXPECT_TRUE(book.fit(withModel("m", "b"), kGB, 1, std::array{second}).now());
    book.end(second, 2);
    EXPECT_TRUE(book.fit(withModel("m", "b"), kGB, 2).now());
}

TEST_F(Book, EvictsWhatWasUsedLongestAgoAndNothingThatRuns) {
    std::int64_t now = 0;
    for (const char* model : {"a", "b", "c"}) {
        book.end(start(withModel(model, "", 6 * kGB), kGB, now), now);
        now += 1000;
    }
    const GrantId running = start(withModel("a", "", 6 * kGB), kGB, now);
    const Fit fit = book.fit(withModel("d", "", 6 * kGB), kGB, now + 200'000);
    EXPECT_TRUE(fit.now());
    EXPECT_EQ(fit.evict, std::vector<std::string>{"b"});
    book.end(running, now);
}

TEST_F(Book, WhatWasJustUsedLeavesOnlyIfNothingElseDoes) {
    book.end(start(withModel("old", "", 6 * kGB), kGB, 0), 0);
    book.end(start(withModel("small", "", kGB), kGB, 200'000), 200'000);
    const Fit one = book.fit(withModel("new", "", 14 * kGB), 3 * kGB, 210'000);
    EXPECT_EQ(one.evict, std::vector<std::string>{"old"});
    const Fit both = book.fit(withModel("new", "", 18 * kGB), 4 * kGB, 210'000);
    EXPECT_TRUE(both.now());
    EXPECT_EQ(both.evict, (std::vector<std::string>{"old", "small"}));
}

TEST_F(Book, SaysWhatIsMissing) {
    const GrantId running = start(withModel("a"), 12 * kGB);
    const Fit fit = book.fit(withModel("a"), 6 * kGB, 0);
    EXPECT_EQ(fit.obstacle, Fit::Obstacle::Memory);
    EXPECT_EQ(fit.neededBytes, 6 * kGB);
    EXPECT_LT(fit.availableBytes, 4 * kGB);
    EXPECT_GT(fit.availableBytes, 3 * kGB);
    EXPECT_EQ(book.fit(withModel("b", "", 20 * kGB), 6 * kGB, 0).obstacle, Fit::Obstacle::Never);
    book.end(running, 0);
    CardState away = card24();
    away.usable = false;
    book.setState(away);
    EXPECT_EQ(book.fit(withModel("a"), 0, 0).obstacle, Fit::Obstacle::Unusable);
}

TEST_F(Book, AShrinkingCardEndsNothingAndAdmitsNothing) {
    const GrantId running = start(withModel("a"), 8 * kGB);
    CardState crowded = card24();
    crowded.othersBytes = 12 * kGB;
    book.setState(crowded);
    EXPECT_EQ(book.fit(withModel("a"), kGB, 0).obstacle, Fit::Obstacle::Memory);
    book.shrink(running, kGB);
    EXPECT_TRUE(book.fit(withModel("a"), kGB, 0).now());
    book.end(running, 0);
}

/// Requests, shrinking, ends and lost cards by chance: what is granted never exceeds what there is, a grant
/// whose card was lost gives nothing back twice, and at the end nothing is held.
TEST(Broker, KeepsItsBooksThroughChance) {
    constexpr std::size_t kCards = 3;
    testing::Chance chance(1);
    const Host host{.ramBytes = 64 * kGB,
                    .pinnedBytes = 2 * kGB,
                    .diskBytes = 100 * kGB,
                    .cpuThreads = 16,
                    .encoderSlots = 2};
    Broker broker(host, kCards);
    for (int card = 0; card < 3; ++card) {
        CardState state = card24();
        state.totalBytes = (8 + 8 * static_cast<std::uint64_t>(card)) * kGB;
        broker.setCard(card, state);
    }
    std::vector<Grant> grants;
    for (std::int64_t now = 0; now < testing::kEvents; ++now) {
        const std::uint64_t what = chance.below(100);
        if (what < 45) {
            Task task = withModel(std::string(1, static_cast<char>('a' + chance.below(4))),
                                  chance.below(2) != 0 ? "set" : "", (1 + chance.below(6)) * kGB);
            task.components.front().bytes = 2 * kGB;
            task.oversize = chance.below(10) == 0;
            const Needs needs{.cardBytes = chance.below(6 * kGB),
                              .ramBytes = chance.below(kGB),
                              .pinnedBytes = 0,
                              .diskBytes = 0,
                              .cpuThreads = static_cast<int>(chance.below(4)),
                              .encoderSlots = 0};
            const int card = static_cast<int>(chance.below(kCards));
            const Fit fit = broker.card(card).fit(task, needs.cardBytes, now);
            if (fit.now() && broker.fitsHost(needs))
                grants.push_back(broker.take(task, needs, card, fit, now));
        } else if (what < 60 && !grants.empty()) {
            grants[chance.below(grants.size())].shrink({.cardBytes = chance.below(3 * kGB)});
        } else if (what < 99 && !grants.empty()) {
            std::swap(grants[chance.below(grants.size())], grants.back());
            grants.back().release(now);
            grants.pop_back();
        } else if (what == 99 && chance.below(10) == 0) {
            broker.lose(static_cast<int>(chance.below(kCards)));
        }
        for (int card = 0; card < 3; ++card) {
            const CardBook& book = broker.card(card);
            ASSERT_LE(book.residentBytes() + book.ledger().grantedBlocks() * BlockLedger::kBlockBytes,
                      book.capacityBytes());
        }
        ASSERT_GE(broker.left().cpuThreads, 0);
        ASSERT_LE(broker.left().ramBytes, host.ramBytes);
    }
    grants.clear();
    EXPECT_EQ(broker.left().cpuThreads, 16);
    EXPECT_EQ(broker.left().ramBytes, host.ramBytes);
    for (int card = 0; card < 3; ++card) {
        EXPECT_EQ(broker.card(card).ledger().grantedBlocks(), 0U);
        for (const auto& [id, resident] : broker.card(card).residents()) EXPECT_EQ(resident.users, 0);
    }
}

}  // namespace
}  // namespace manju::sched
