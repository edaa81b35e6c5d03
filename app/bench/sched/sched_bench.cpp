// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/sched/sched_bench.h"

#include <algorithm>
#include <chrono>

#include "app/bench/sched/policies.h"
#include "core/base/os/file.h"
#include "core/sched/sim/stress.h"

namespace manju::bench {
namespace {

using namespace sched::sim;

constexpr std::uint64_t seedsOf(bool smoke) {
    return smoke ? 2 : 20;
}
constexpr double kTwoHours = 2 * 3'600'000.0;

struct Scenario {
    std::string id;
    WorkloadParameters parameters;
    FarmParameters farm;
};

class Bench {
public:
    explicit Bench(std::uint64_t seeds) : seeds_(seeds) {}

    void add(const PolicyEntry& entry, const Scenario& scenario) {
        PolicyRuns runs{std::string(entry.id), scenario.id, {}, {}};
        for (std::uint64_t seed = 1; seed <= seeds_; ++seed)
            one(entry, generate(scenario.parameters, seed), scenario.farm, seed, runs);
        done.runs.push_back(std::move(runs));
    }
    void add(const PolicyEntry& entry, const StressSet& set) {
        PolicyRuns runs{std::string(entry.id), std::string(set.id), {}, {}};
        one(entry, set.workload, set.farm, 1, runs);
        done.runs.push_back(std::move(runs));
    }
    /// How many episodes of 40 shots are ready after two hours, of more than can be.
    void addTwoHours(const PolicyEntry& entry, Scenario scenario, int cards) {
        scenario.farm.cardGb.assign(static_cast<std::size_t>(cards), 24);
        scenario.farm.cpuThreads = std::max(16, 8 * cards);
        scenario.parameters.episodes = 70 * cards;
        double ready = 0;
        constexpr std::uint64_t seeds = 3;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            SimulationOptions options;
            options.farm = scenario.farm;
            options.seed = seed;
            options.mostTime = static_cast<std::int64_t>(kTwoHours);
            const auto result =
                simulate(generate(scenario.parameters, seed), entry.make(options.farm), options);
            ready += static_cast<double>(std::ranges::count_if(
                result.episodes, [](const EpisodeRecord& record) { return record.finished.has_value(); }));
        }
        done.episodesInTwoHours.emplace_back(cards, ready / seeds);
    }

    SchedBench done;

private:
    void one(const PolicyEntry& entry, const Workload& workload, const FarmParameters& farm,
             std::uint64_t seed, PolicyRuns& runs) {
        SimulationOptions options;
        options.farm = farmFor(entry, farm);
        options.seed = seed;
        const auto from = std::chrono::steady_clock::now();
        const SimulationResult result = simulate(workload, entry.make(options.farm), options);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
        if (entry.id == productPolicy().id && runs.scenario == "day")
            done.simulationSeconds = std::max(done.simulationSeconds, took.count());
        runs.seeds.push_back(measure(workload, result, options.farm));
        if (runs.scenario == "day" || runs.scenario == "workload")
            runs.deadlines.push_back(deadlinesOf(workload, result, options.farm));
    }

    std::uint64_t seeds_;
};

}  // namespace

std::vector<double> PolicyRuns::values(double Metrics::*value) const {
    std::vector<double> values;
    for (const Metrics& metrics : seeds) values.push_back(metrics.*value);
    return values;
}

Deadlines PolicyRuns::allDeadlines() const {
    Deadlines all;
    for (const Deadlines& each : deadlines) {
        all.feasible += each.feasible;
        all.missed += each.missed;
        all.infeasible += each.infeasible;
    }
    return all;
}

const PolicyRuns* SchedBench::find(std::string_view policy, std::string_view scenario) const {
    const auto found = std::ranges::find_if(
        runs, [&](const PolicyRuns& each) { return each.policy == policy && each.scenario == scenario; });
    return found == runs.end() ? nullptr : &*found;
}

SchedBench runSchedBench(bool smoke) {
    Bench bench(seedsOf(smoke));
    const PolicyEntry& product = productPolicy();
    Scenario day{"day", {}, {}};
    day.parameters.batchEveryMinutes = kCalibratedMinutes;
    if (smoke) day.parameters.episodes = 12;
    Scenario cold = day, backlog = day;
    cold.id = "day_cold";
    cold.farm.ramTier = false;
    backlog.id = "backlog";
    backlog.parameters.batchEveryMinutes = 0;
    Scenario movies = backlog;
    movies.id = "movies";
    movies.parameters.shotsLeast = movies.parameters.shotsMost = 40;
    movies.parameters.outliers = 0;

    for (const PolicyEntry& entry : baselines()) bench.add(entry, day);
    bench.add(product, day);
    bench.add(product, cold);
    for (const char* id : {"fifo_exclusive", "fifo_caches"}) bench.add(baselineNamed(id), backlog);
    bench.add(product, backlog);
    bench.add(product, movies);
    for (const StressSet& set : stressSets(1)) bench.add(product, set);
    if (smoke) return std::move(bench.done);

    for (const int sigma : {3, 8, 10}) {
        Scenario errors = day;
        errors.id = "day_sigma" + std::to_string(sigma);
        errors.parameters.peakSigma = sigma / 100.0;
        bench.add(product, errors);
    }
    for (const PolicyEntry& entry : ablations()) bench.add(entry, day);
    for (const int cards : {1, 2, 4, 8}) bench.addTwoHours(product, movies, cards);
    bench.done.decisions = measureDecisions(product, 10'000);
    return std::move(bench.done);
}

Result<SchedBench> runSchedWorkload(const std::filesystem::path& file, bool smoke) {
    MANJU_TRY(const std::string text, os::readFile(file));
    MANJU_TRY(const WorkloadParameters parameters, readWorkloadParameters(text, file.string()));
    Bench bench(seedsOf(smoke));
    const Scenario scenario{"workload", parameters, {}};
    for (const PolicyEntry& entry : baselines()) bench.add(entry, scenario);
    bench.add(productPolicy(), scenario);
    return std::move(bench.done);
}

}  // namespace manju::bench
