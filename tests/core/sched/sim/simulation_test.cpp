// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/simulation.h"

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/sched/sim/baselines.h"
#include "core/sched/sim/stress.h"
#include "tests/core/sched/sim/sim_work.h"

namespace manju::sched::sim {
namespace {

using testing::episode;
using testing::image;
using testing::kGb;
using testing::quietFarm;
using testing::voice;

/// A sound policy with one fault.
class Faulty final : public Policy {
public:
    using Fault = std::function<void(Decisions& decisions, std::int64_t now)>;
    Faulty(const FarmParameters& farm, Fault fault)
        : fault_(std::move(fault)), sound_(baselineNamed("fifo_caches").make(farm)) {}

    void put(const Episode& which) override { sound_.policy->put(which); }
    void setRemaining(EpisodeId which, std::int64_t time) override {
        sound_.policy->setRemaining(which, time);
    }
    void remove(EpisodeId which) override { sound_.policy->remove(which); }
    void offer(const Task& task, std::int64_t now) override {
        offered.push_back(task.step);
        if (task.step != forgets) sound_.policy->offer(task, now);
    }
    void withdraw(StepId step) override { sound_.policy->withdraw(step); }
    void setCard(int card, const CardState& state, std::int64_t now) override {
        sound_.policy->setCard(card, state, now);
    }
    Decisions decide(std::int64_t now) override {
        Decisions decisions = sound_.policy->decide(now);
        if (fault_) fault_(decisions, now);
        return decisions;
    }
    void shrink(StepId step, const Needs& needs) override { sound_.policy->shrink(step, needs); }
    void ended(StepId step, const Ended& how, std::int64_t now) override {
        endings.push_back(how.ending);
        sound_.policy->ended(step, how, now);
    }
    [[nodiscard]] std::optional<std::int64_t> nextDecision(std::int64_t now) const override {
        return sound_.policy->nextDecision(now);
    }

    StepId forgets;
    std::vector<StepId> offered;
    std::vector<Ending> endings;

private:
    Fault fault_;
    Contender sound_;
};

Workload oneEpisode(int images = 3) {
    Workload made;
    made.episodes.push_back(episode(1, {voice(1, 0)}));
    for (int position = 0; position < images; ++position)
        made.episodes[0].tasks.push_back(image(1, position));
    return made;
}

SimulationOptions quietOptions(std::size_t cards = 1) {
    SimulationOptions options;
    options.farm = quietFarm(cards);
    return options;
}

SimulationResult runFaulty(Faulty::Fault fault, StepId forgets = StepId(),
                           const Workload& workload = oneEpisode()) {
    const SimulationOptions options = quietOptions();
    const auto policy = std::make_shared<Faulty>(options.farm, std::move(fault));
    policy->forgets = forgets;
    return simulate(workload, {.policy = policy, .onUsed = {}, .finishAt = {}}, options);
}

using Violations = std::map<std::string, int>;

TEST(Simulation, FindsNoFaultInASoundPolicy) {
    const SimulationResult result = runFaulty({});
    EXPECT_EQ(result.violations, Violations{});
    EXPECT_EQ(result.imagesDone, 3);
    EXPECT_EQ(result.voicesDone, 1);
    ASSERT_TRUE(result.episodes[0].finished);
    EXPECT_EQ(result.episodes[0].firstStart, 0);
}

TEST(Simulation, CountsAStartOfWhatRuns) {
    std::optional<Start> first;
    bool done = false;
    const SimulationResult result = runFaulty([&](Decisions& decisions, std::int64_t now) {
        if (!first && !decisions.starts.empty()) first = decisions.starts.front();
        if (now > 0 && !std::exchange(done, true)) decisions.starts.push_back(*first);
    });
    EXPECT_EQ(result.violations, (Violations{{"started-twice", 1}}));
    EXPECT_EQ(result.imagesDone, 3) << "and goes on";
}

TEST(Simulation, CountsAStartOfWhatIsOver) {
    std::optional<Start> first;
    bool done = false;
    const SimulationResult result = runFaulty([&](Decisions& decisions, std::int64_t now) {
        if (!first && !decisions.starts.empty()) first = decisions.starts.front();
        if (now < 110'000 || done) return;
        done = true;
        decisions.starts.push_back(*first);
    });
    EXPECT_EQ(result.violations, (Violations{{"unknown-step", 1}}));
    EXPECT_EQ(result.starts, 5);
}

TEST(Simulation, CountsAStartBeforeItsInputsExist) {
    bool done = false;
    const SimulationResult result = runFaulty([&](Decisions& decisions, std::int64_t) {
        if (!std::exchange(done, true))
            decisions.starts.push_back(
                {.step = StepId(1999), .mates = {}, .card = -1, .rung = 0, .evict = {}, .grantedBytes = 0});
    });
    EXPECT_EQ(result.violations, (Violations{{"unknown-step", 1}}));
    EXPECT_TRUE(result.episodes[0].finished);
}

TEST(Simulation, CountsAnOverfilledCard) {
    const SimulationResult result = runFaulty([](Decisions& decisions, std::int64_t) {
        for (Start& start : decisions.starts)
            if (start.step == StepId(1001)) start.grantedBytes = 18 * kGb;
    });
    EXPECT_EQ(result.violations, (Violations{{"card-overfilled", 1}})) << "7 + 18 of 24 GB";
}

TEST(Simulation, CountsOverfilledThreads) {
    Workload workload = oneEpisode(0);
    workload.episodes[0].composing.task.needs.cpuThreads = 17;
    bool done = false;
    const SimulationResult result = runFaulty(
        [&](Decisions& decisions, std::int64_t now) {
            if (now >= 77'000 && !std::exchange(done, true))
                decisions.starts.push_back({.step = StepId(1999),
                                            .mates = {},
                                            .card = -1,
                                            .rung = 0,
                                            .evict = {},
                                            .grantedBytes = 0});
        },
        StepId(1999), workload);
    EXPECT_EQ(result.violations, (Violations{{"threads-overfilled", 1}}));
}

TEST(Simulation, CountsALostTask) {
    const SimulationResult result = runFaulty({}, StepId(1002));
    EXPECT_EQ(result.violations, (Violations{{"lost", 1}}));
    EXPECT_EQ(result.deadlocked, 1);
    EXPECT_FALSE(result.episodes[0].finished);
}

TEST(Simulation, CountsAnEvictionOfWhatIsUsed) {
    const SimulationResult result = runFaulty([](Decisions& decisions, std::int64_t) {
        for (Start& start : decisions.starts)
            if (start.step == StepId(1500)) start.evict = {"a"};
    });
    EXPECT_EQ(result.violations, (Violations{{"evicted-in-use", 1}}));
}

TEST(Simulation, CountsAStartOnACardThatIsAway) {
    const SimulationResult result = runFaulty([](Decisions& decisions, std::int64_t) {
        for (Start& start : decisions.starts)
            if (start.step == StepId(1000)) start.card = 7;
    });
    EXPECT_EQ(result.violations.at("unusable-card"), 1);
    EXPECT_EQ(result.violations.at("lost"), 1);
}

TEST(Simulation, TriesFourTimesAfterTheDelaysOfTheProductsPolicy) {
    Workload workload = oneEpisode(1);
    workload.episodes[0].tasks[1].failures = SimTask::kPoison;
    workload.episodes[0].tasks[1].failsAt = 0.5;
    SimulationOptions options = quietOptions();
    std::vector<std::int64_t> starts, ends;
    options.log = [&](const std::string& line) {
        const Json event = Json::parse(line);
        if (event.value("step", 0) != 1000) return;
        if (event["what"] == "start") starts.push_back(event["at"]);
        if (event["what"] == "end") ends.push_back(event["at"]);
    };
    const SimulationResult result =
        simulate(workload, baselineNamed("fifo_caches").make(options.farm), options);
    ASSERT_EQ(starts.size(), 4U);
    ASSERT_EQ(ends.size(), 4U);
    const RetryPolicy policy({.seed = options.seed});
    for (int attempt = 1; attempt < 4; ++attempt) {
        const auto at = static_cast<std::size_t>(attempt);
        EXPECT_EQ(starts[at] - ends[at - 1], policy.delay(StepId(1000), attempt)) << attempt;
    }
    EXPECT_EQ(result.failed, 4);
    EXPECT_EQ(result.retries, 3);
    EXPECT_EQ(result.givenUp, 1);
    EXPECT_FALSE(result.episodes[0].finished) << "it needs attention";
    EXPECT_EQ(result.voicesDone, 1);
    EXPECT_EQ(result.deadlocked, 0);
}

TEST(Simulation, TheRetryRuleIsTheCallers) {
    Workload workload = oneEpisode(1);
    workload.episodes[0].tasks[1].failures = 2;
    SimulationOptions options = quietOptions();
    options.retry = [](const Task& task, Ending ending) -> std::optional<std::int64_t> {
        EXPECT_EQ(ending, Ending::Failed);
        if (task.attempt >= 2) return std::nullopt;
        return 5;
    };
    const SimulationResult result =
        simulate(workload, baselineNamed("fifo_caches").make(options.farm), options);
    EXPECT_EQ(result.retries, 1);
    EXPECT_EQ(result.givenUp, 1);
}

TEST(Simulation, APreemptedTaskGoesOnWhereItWas) {
    const SimulationOptions options = quietOptions();
    bool done = false;
    const auto policy = std::make_shared<Faulty>(options.farm, [&](Decisions& decisions, std::int64_t now) {
        // 17.1 s after its model's load began the voice speaks; the image samples from 40.3 s on.
        if (now >= 41'000 && !std::exchange(done, true)) decisions.preempt.push_back(StepId(1000));
    });
    Workload workload = oneEpisode(1);
    workload.episodes.push_back(episode(2, {}, 41'050));  // an event while it samples
    const SimulationResult result =
        simulate(workload, {.policy = policy, .onUsed = {}, .finishAt = {}}, options);
    EXPECT_EQ(result.preemptions, 1);
    EXPECT_EQ(result.imagesDone, 1);
    EXPECT_EQ(result.retries, 0) << "not an attempt more";
    EXPECT_NEAR(result.imageWork, 6600, 1) << "no step twice";
    EXPECT_TRUE(result.violations.empty());
}

TEST(Simulation, ACrashCostsWhatRanOnTheCard) {
    SimulationOptions options = quietOptions(2);
    options.farm.crashHours = 0.02;
    WorkloadParameters parameters;
    parameters.episodes = 3;
    parameters.failures = 0;
    options.retry = [](const Task&, Ending) { return std::optional<std::int64_t>(1000); };
    const SimulationResult result =
        simulate(generate(parameters, 1), baselineNamed("fifo_caches").make(options.farm), options);
    EXPECT_GT(result.crashes, 10);
    EXPECT_GT(result.retries, 5);
    EXPECT_EQ(result.violations, Violations{});
    for (const EpisodeRecord& record : result.episodes) EXPECT_TRUE(record.finished);
}

TEST(Simulation, IsTheSameForTheSameSeed) {
    const auto lines = [](std::uint64_t seed) {
        std::vector<std::string> all;
        SimulationOptions options;
        options.seed = seed;
        options.log = [&](const std::string& line) { all.push_back(line); };
        WorkloadParameters parameters;
        parameters.episodes = 8;
        simulate(generate(parameters, 1), baselineNamed("fifo_caches").make(options.farm), options);
        return all;
    };
    EXPECT_EQ(lines(1), lines(1));
    EXPECT_NE(lines(1), lines(2)) << "other programs and crashes differ";
}

TEST(Simulation, AsksForAnExpectationAtAQuarter) {
    SimulationOptions options = quietOptions();
    Contender contender = baselineNamed("fifo_caches").make(options.farm);
    contender.finishAt = [](EpisodeId, std::int64_t now) { return now + 1000; };
    const SimulationResult result = simulate(oneEpisode(), contender, options);
    ASSERT_TRUE(result.episodes[0].etaError);
    EXPECT_GT(*result.episodes[0].etaError, 0.9) << "a second was not enough for a minute";
    EXPECT_LT(*result.episodes[0].etaError, 1);
}

TEST(Simulation, StressSetsEndWithoutViolations) {
    for (const StressSet& set : stressSets(1)) {
        SimulationOptions options;
        options.farm = set.farm;
        const SimulationResult result =
            simulate(set.workload, baselineNamed("fifo_caches").make(set.farm), options);
        if (set.id != "unequal_cards") {
            EXPECT_EQ(result.deadlocked, 0) << set.id;
        }
        EXPECT_FALSE(result.violations.contains("card-overfilled")) << set.id;
        EXPECT_FALSE(result.violations.contains("started-twice")) << set.id;
    }
}

}  // namespace
}  // namespace manju::sched::sim
