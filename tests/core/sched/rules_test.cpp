// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What each rule of the scheduler is for: it holds with the rule, and does not without it.
#include <gtest/gtest.h>

#include "tests/core/sched/small_farm.h"

namespace manju::sched {
namespace {

using testing::episode;
using testing::image;
using testing::kGB;
using testing::SmallFarm;

struct NamedRule {
    const char* name;
    bool Rules::*rule;
    std::function<bool(const Rules&)> holds;
};

bool shortOnesGoFirst(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    farm.put(episode(1), 20);
    farm.put(episode(2), 2);
    farm.run();
    return farm.startOf(2) < farm.startOf(1);
}

/// High ones come for ever, as fast as they can be drawn.
bool lowOnesAreNotForgotten(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    farm.put(episode(1, Priority::Low), 1);
    std::int64_t next = 2;
    std::function<void()> come = [&] {
        farm.put(episode(next++, Priority::High, farm.now), 10);
        farm.at(farm.now + 25'000, come);
    };
    come();
    farm.run(3 * 60 * kMinute);
    const auto start = farm.startOf(1);
    return start && *start <= 80 * kMinute + kMinute;
}

bool deadlinesAreMet(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    for (std::int64_t other = 1; other <= 20; ++other) farm.put(episode(other, Priority::High), 5);
    Episode due = episode(100);
    due.deadline = 6 * kMinute;
    farm.put(due, 20);
    farm.run();
    return farm.endOf.at(image(100, 19).step) <= *due.deadline;
}

/// Ever shorter ones come.
bool fewEpisodesAreOpen(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    for (std::int64_t next = 0; next < 5; ++next)
        farm.at(next * 7'000,
                [&farm, next] { farm.put(episode(1 + next, Priority::Medium, farm.now), 48 >> next); });
    farm.run();
    return farm.mostOpen <= rules.openPerCard;
}

bool cardsKeepTheirLoras(Rules rules) {
    rules.sharedCard = false;  // nothing that runs beside keeps the set in use
    SmallFarm farm({.rules = rules, .cards = {24 * kGB, 24 * kGB}});
    farm.put(episode(1), 10, "a");
    farm.put(episode(2), 10, "b");
    farm.run(40'000);  // while both have much to do
    return farm.loads == 2;
}

/// Episodes with the set that the card has come for ever; the other one is shorter than any.
bool affinityEnds(Rules rules) {
    rules.openPerCard = 1000;  // so that nothing else makes the card change
    SmallFarm farm({.rules = rules});
    farm.put(episode(1), 3, "a");
    farm.at(1'000, [&] { farm.put(episode(2), 2, "b"); });
    std::int64_t next = 3;
    std::function<void()> come = [&] {
        farm.put(episode(next++, Priority::Medium, farm.now), 3, "a");
        farm.at(farm.now + 5'000, come);
    };
    come();
    farm.run(19 * kMinute);  // before it has risen by its age
    return farm.startOf(2).has_value();
}

/// Small ones that fit beside each other come for ever.
bool theLargeGetsItsTurn(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    std::int64_t next = 2;
    std::function<void()> come = [&] {
        farm.put(episode(next++, Priority::Medium, farm.now), 2);
        farm.at(farm.now + 5'000, come);
    };
    come();
    farm.at(7'000, [&] {
        farm.put(episode(1, Priority::High, farm.now));
        Task large = image(1, 0);
        large.needs.cardBytes = 14 * kGB;
        large.oversize = true;
        farm.offer(large);
    });
    farm.run(15 * kMinute);
    const auto start = farm.startOf(1);
    return start && *start < kMinute;
}

/// One card has the model and is free in a second; the other would load it for 40.
bool cardsLeaveWorkToOthers(const Rules& rules) {
    SmallFarm farm({.rules = rules, .cards = {16 * kGB, 16 * kGB}, .costs = {.load = 40'000, .merge = 0}});
    farm.put(episode(1), 1);
    farm.at(45'500, [&] { farm.put(episode(2), 1); });
    farm.run();
    return farm.endOf.at(image(2, 0).step) < 60'000;
}

bool theUrgentStartsWithinAStep(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    farm.put(episode(1));
    for (int position = 0; position < 4; ++position) {
        Task slow = image(1, position);
        slow.time = 60'000;
        farm.offer(slow);
    }
    farm.at(20'000, [&] {
        Episode urgent = episode(2);
        urgent.urgent = true;
        farm.put(urgent, 1);
    });
    farm.run();
    return *farm.startOf(2) <= 20'200 && farm.endOf.size() == 5;
}

bool tasksShareACard(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    farm.put(episode(1), 2);
    farm.run();
    return farm.runs[0].at == farm.runs[1].at;
}

/// A third of the images fail, whatever is tried.
bool retriesAreFew(const Rules& rules) {
    SmallFarm farm({.rules = rules});
    farm.failing = [](const Task& task) { return task.step.value % 3 == 0; };
    farm.onFailed = [&](Task task) {
        if (++task.attempt <= 4) farm.offer(task);
    };
    for (std::int64_t id = 1; id <= 20; ++id) farm.put(episode(id), 12);
    farm.run();
    std::size_t starts = 0, retries = 0, fresh = 20 * 12;
    for (const SmallFarm::Run& run : farm.runs) {
        ++starts;
        run.task.attempt > 1 ? ++retries : --fresh;
        if (fresh > 0 && retries > starts / 4 + 1) return false;
    }
    return true;
}

const NamedRule kRules[] = {
    {"shortestFirst", &Rules::shortestFirst, shortOnesGoFirst},
    {"ageing", &Rules::ageing, lowOnesAreNotForgotten},
    {"deadlines", &Rules::deadlines, deadlinesAreMet},
    {"finishFirst", &Rules::finishFirst, fewEpisodesAreOpen},
    {"affinity", &Rules::affinity, cardsKeepTheirLoras},
    {"affinityBound", &Rules::affinityBound, affinityEnds},
    {"reservation", &Rules::reservation, theLargeGetsItsTurn},
    {"lateBinding", &Rules::lateBinding, cardsLeaveWorkToOthers},
    {"preemption", &Rules::preemption, theUrgentStartsWithinAStep},
    {"sharedCard", &Rules::sharedCard, tasksShareACard},
    {"retryShare", &Rules::retryShare, retriesAreFew},
};

class Rule : public ::testing::TestWithParam<NamedRule> {};

TEST_P(Rule, IsWhatItIsFor) {
    EXPECT_TRUE(GetParam().holds(Rules{}));
    Rules without;
    without.*GetParam().rule = false;
    EXPECT_FALSE(GetParam().holds(without)) << "the rule makes no difference";
}

INSTANTIATE_TEST_SUITE_P(Rules, Rule, ::testing::ValuesIn(kRules),
                         [](const auto& rule) { return rule.param.name; });

}  // namespace
}  // namespace manju::sched
