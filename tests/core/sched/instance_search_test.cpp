// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/instance_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace manju::sched {
namespace {

/// A card that draws so many pictures an hour with one, two, ... instances, each run 5 % longer or shorter.
class SimulatedCard {
public:
    SimulatedCard(std::vector<double> perHour, std::uint64_t seed)
        : perHour_(std::move(perHour)), random_(seed) {}

    void setThroughputs(std::vector<double> perHour) { perHour_ = std::move(perHour); }
    /// Draws pictures of differing sizes, with as many instances as the search says, and reports them.
    void draw(InstanceSearch& search, int pictures) {
        std::uniform_real_distribution<double> noise(0.95, 1.05);
        for (int i = 0; i < pictures; ++i) {
            const auto instances = static_cast<std::size_t>(search.instances());
            while (running_.size() < instances) running_.push_back(begin(instances, noise(random_)));
            const auto first = std::ranges::min_element(running_, {}, &Running::end);
            now_ = std::max(now_, first->end);
            const double work = first->work;
            running_.erase(first);
            search.finished(static_cast<std::int64_t>(now_), work, true);
        }
    }
    void sleep(double milliseconds) {
        now_ += milliseconds;
        for (Running& running : running_) running.end += milliseconds;
    }

private:
    struct Running {
        double end = 0;
        double work = 0;
    };
    Running begin(std::size_t instances, double noise) {
        const double work = random_() % 3 == 0 ? 2 : 1;
        const double alone = 3600e3 / perHour_[std::min(instances, perHour_.size()) - 1];
        return {now_ + alone * static_cast<double>(instances) * work * noise, work};
    }

    std::vector<double> perHour_;
    std::mt19937_64 random_;
    std::vector<Running> running_;
    double now_ = 0;
};

const std::vector<double> kOptimumOne{400, 392, 380, 300};
const std::vector<double> kOptimumTwo{400, 450, 425, 400};
const std::vector<double> kOptimumThree{400, 450, 490, 480};

/// The share of the last pictures that were drawn with `optimum` instances, outside of trials.
double shareAt(InstanceSearch& search, SimulatedCard& card, int optimum, int pictures) {
    int at = 0, all = 0;
    for (int i = 0; i < pictures; ++i) {
        card.draw(search, 1);
        if (search.onTrial()) continue;
        ++all;
        if (search.instances() == optimum) ++at;
    }
    return static_cast<double>(at) / all;
}

TEST(InstanceSearch, BeginsWithOne) {
    EXPECT_EQ(InstanceSearch().instances(), 1);
}

TEST(InstanceSearchProperties, SettlesAtTheOptimum) {
    const std::vector<std::vector<double>> cards{kOptimumOne, kOptimumTwo, kOptimumThree};
    for (int optimum = 1; optimum <= 3; ++optimum) {
        int settled = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            InstanceSearch search;
            SimulatedCard card(cards[static_cast<std::size_t>(optimum) - 1], seed);
            card.draw(search, 1000);
            const double share = shareAt(search, card, optimum, 3000);
            EXPECT_GT(share, 0.6) << "optimum " << optimum << ", seed " << seed;
            settled += share > 0.95 ? 1 : 0;
        }
        EXPECT_GE(settled, 18) << "optimum " << optimum;
    }
}

TEST(InstanceSearchProperties, TrialsTakeLittleOfTheTime) {
    InstanceSearch search;
    SimulatedCard card(kOptimumTwo, 3);
    card.draw(search, 2000);
    int trials = 0;
    for (int i = 0; i < 10'000; ++i) {
        card.draw(search, 1);
        trials += search.onTrial() ? 1 : 0;
    }
    EXPECT_GT(trials, 0) << "it keeps looking";
    EXPECT_LT(trials, 1500);
}

TEST(InstanceSearchProperties, NoticesThatTheOptimumHasChanged) {
    struct Change {
        std::vector<double> from, to;
        int optimum = 0;
    };
    const std::vector<Change> changes{{kOptimumTwo, kOptimumOne, 1},
                                      {kOptimumTwo, kOptimumThree, 3},
                                      {kOptimumOne, kOptimumThree, 3},
                                      {kOptimumThree, kOptimumOne, 1},
                                      {{400, 396, 380, 300}, {400, 440, 425, 400}, 2}};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        int settled = 0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            InstanceSearch search;
            SimulatedCard card(changes[i].from, seed);
            card.draw(search, 4000);
            card.setThroughputs(changes[i].to);
            card.draw(search, 3000);
            settled += shareAt(search, card, changes[i].optimum, 2000) > 0.9 ? 1 : 0;
        }
        EXPECT_GE(settled, 9) << "change " << i;
    }
}

TEST(InstanceSearchProperties, ASleepingComputerIsNoSlowCard) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        InstanceSearch search;
        SimulatedCard card(kOptimumTwo, seed);
        std::mt19937_64 random(seed);
        for (int i = 0; i < 1500; ++i) {
            card.draw(search, 1);
            if (random() % 250 == 0) card.sleep(static_cast<double>(random() % 20'000'000));
        }
        EXPECT_GT(shareAt(search, card, 2, 2000), 0.9) << seed;
    }
}

TEST(InstanceSearch, TimeWithoutEnoughWorkIsNotMeasured) {
    InstanceSearch search;
    for (int i = 1; i <= 2000; ++i) search.finished(i * 1000, 1, i % 16 != 0);
    EXPECT_TRUE(search.memory().windows.empty());
    EXPECT_EQ(search.instances(), 1);
}

TEST(InstanceSearch, WhatCannotBeIsNotMeasured) {
    InstanceSearch search;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (int i = 1; i <= 500; ++i) {
        search.finished(i * 1000, i % 4 == 0 ? nan : 1, true);
        search.finished(i * 1000, i % 4 == 2 ? -1 : 1, true);
    }
    EXPECT_TRUE(search.memory().windows.empty());
    for (int i = 500; i >= 1; --i) search.finished(i * 1000, 1, true);
    EXPECT_TRUE(search.memory().windows.empty()) << "time went back";
    for (int i = 0; i < 100; ++i) search.finished(7, 1, true);
    EXPECT_TRUE(search.memory().windows.empty()) << "no time passed";
}

TEST(InstanceSearch, OutOfMemoryEndsATrial) {
    InstanceSearch search;
    SimulatedCard card(kOptimumTwo, 1);
    while (!search.onTrial()) card.draw(search, 1);
    EXPECT_EQ(search.instances(), 2);
    search.ranOutOfMemory();
    EXPECT_FALSE(search.onTrial());
    EXPECT_EQ(search.instances(), 1);
    card.draw(search, 16 * 16);
    EXPECT_EQ(search.instances(), 1) << "not again at once";
}

TEST(InstanceSearch, OutOfMemoryElsewhereTakesOneAway) {
    InstanceSearch search(
        {}, {.instances = 3, .windows = {}, .restUp = 0, .restDown = 0, .lastUp = 0, .lastDown = 0});
    search.ranOutOfMemory();
    EXPECT_EQ(search.instances(), 2);
    search.ranOutOfMemory();
    search.ranOutOfMemory();
    EXPECT_EQ(search.instances(), 1);
}

TEST(InstanceSearch, NeverMoreThanFit) {
    InstanceSearch search;
    search.setMost(2);
    SimulatedCard card(kOptimumThree, 1);
    for (int i = 0; i < 3000; ++i) {
        card.draw(search, 1);
        ASSERT_LE(search.instances(), 2);
    }
    EXPECT_EQ(search.memory().instances, 2);
    search.setMost(1);
    EXPECT_EQ(search.instances(), 1);
    for (int i = 0; i < 1000; ++i) {
        card.draw(search, 1);
        ASSERT_EQ(search.instances(), 1);
    }
}

TEST(InstanceSearchProperties, AnyReportsKeepItInRangeAndARestartLosesNothingButATrial) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        std::mt19937_64 random(seed);
        InstanceSearch search;
        std::int64_t now = 0;
        int most = 4;
        for (int i = 0; i < 5000; ++i) {
            now += static_cast<std::int64_t>(random() % 9000) - (random() % 200 == 0 ? 100'000 : 0);
            search.finished(now, static_cast<double>(random() % 1000) / 100, random() % 100 != 0);
            if (random() % 300 == 0) search.ranOutOfMemory();
            if (random() % 300 == 0) search.setMost(most = 1 + static_cast<int>(random() % 4));
            ASSERT_GE(search.instances(), 1);
            ASSERT_LE(search.instances(), most);
            if (random() % 200 != 0) continue;
            const InstanceSearch::Memory memory = search.memory();
            search = InstanceSearch({.most = most, .gain = 0.03}, memory);
            ASSERT_EQ(search.memory(), memory);
            ASSERT_EQ(search.instances(), memory.instances);
        }
    }
}

TEST(InstanceSearch, AnImpossibleMemoryIsBroughtIntoRange) {
    InstanceSearch::Memory memory;
    memory.instances = 90;
    memory.windows = std::vector<double>(100, 1.0);
    memory.windows.back() = -1;
    memory.windows.front() = std::numeric_limits<double>::quiet_NaN();
    memory.restUp = memory.lastDown = ~std::size_t{0};
    const InstanceSearch search({}, memory);
    EXPECT_EQ(search.instances(), 4);
    EXPECT_EQ(search.memory().windows.size(), 16u);
    EXPECT_EQ(search.memory().restUp, 128u);
}

}  // namespace
}  // namespace manju::sched
