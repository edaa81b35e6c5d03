// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <functional>
#include <map>

#include "app/bench/sched/policies.h"
#include "app/bench/sched/sched_bench.h"

namespace manju::bench {
namespace {

using sched::sim::Deadlines;
using sched::sim::Interval;
using sched::sim::intervalOf;
using sched::sim::Metrics;

using Value = double Metrics::*;

/// Of two means, with the interval of a ratio estimator: seeds in which both are large weigh more.
Interval ratioOf(const std::vector<double>& part, const std::vector<double>& whole) {
    const Interval parts = intervalOf(part), wholes = intervalOf(whole);
    if (wholes.mean <= 0) return {};
    const double ratio = parts.mean / wholes.mean;
    std::vector<double> rests;
    for (std::size_t i = 0; i < part.size(); ++i) rests.push_back(part[i] - ratio * whole[i]);
    return {ratio, intervalOf(rests).half / wholes.mean};
}

class Figures {
public:
    explicit Figures(const SchedBench& bench) : bench_(bench) {}

    void exact(const char* name, double value, const char* unit, const char* op, double level) {
        const bool ok = *op == '<' ? value <= level : *op == '>' ? value >= level : value == level;
        all.push_back(
            {{"name", name}, {"value", value}, {"unit", unit}, {"op", op}, {"level", level}, {"ok", ok}});
    }
    void interval(const char* name, Interval found, const char* unit, const char* op, double level) {
        exact(name, *op == '<' ? found.mean + found.half : found.mean - found.half, unit, op, level);
        all.back()["mean"] = found.mean;
        all.back()["half"] = found.half;
    }
    [[nodiscard]] std::vector<double> values(std::string_view policy, std::string_view scenario,
                                             Value value) const {
        const PolicyRuns* runs = bench_.find(policy, scenario);
        return runs == nullptr ? std::vector<double>{} : runs->values(value);
    }
    [[nodiscard]] std::vector<double> ours(std::string_view scenario, Value value) const {
        return values(productPolicy().id, scenario, value);
    }
    /// Over all scenarios of ours; or over those whose load is below 80 %, for which the bound of waiting
    /// holds.
    [[nodiscard]] double sum(Value value, bool bounded) const {
        double sum = 0;
        for (const PolicyRuns& runs : bench_.runs) {
            const bool day = runs.scenario.starts_with("day") && runs.scenario != "day_cold";
            if (runs.policy != productPolicy().id || (bounded && !day && runs.scenario != "urgent_flood"))
                continue;
            for (const double each : runs.values(value)) sum += each;
        }
        return sum;
    }
    void deadlines() {
        std::vector<double> missed, feasible, infeasible, urgent;
        for (const Deadlines& each : bench_.find(productPolicy().id, "day")->deadlines) {
            missed.push_back(each.missed);
            feasible.push_back(each.feasible);
            infeasible.push_back(each.infeasible);
            urgent.push_back(each.feasible + each.infeasible);
        }
        interval("urgent_miss", ratioOf(missed, feasible), "of feasible", "<=", 0.01);
        interval("urgent_infeasible", ratioOf(infeasible, urgent), "of urgent", "<=", 0.02);
    }

    Json all = Json::array();

private:
    const SchedBench& bench_;
};

void addWaits(Figures& figures) {
    const auto ours = figures.ours("day", &Metrics::waitMean);
    figures.interval("mean_wait_min", intervalOf(ours), "min", "<=", 6);
    figures.interval("mean_wait_vs_fifo",
                     ratioOf(ours, figures.values("fifo_exclusive", "day", &Metrics::waitMean)), "times",
                     "<=", 0.25);
    figures.interval("mean_wait_vs_fifo_same_costs",
                     ratioOf(ours, figures.values("fifo_caches", "day", &Metrics::waitMean)), "times",
                     "<=", 0.9);
    figures.interval("p95_wait_min", intervalOf(figures.ours("day", &Metrics::waitP95)), "min", "<=", 20);
}

void addThroughput(Figures& figures) {
    figures.interval("throughput_vs_bound", intervalOf(figures.ours("backlog", &Metrics::throughputVsBound)),
                     "share", ">=", 0.85);
    figures.interval("images_h_vs_serial",
                     ratioOf(figures.ours("backlog", &Metrics::imagesPerHour),
                             figures.values("fifo_exclusive", "backlog", &Metrics::imagesPerHour)),
                     "times", ">=", 1.55);
    figures.interval("hours_100_episodes_4x24", intervalOf(figures.ours("movies", &Metrics::makespanHours)),
                     "h", "<=", 2);
    figures.interval("makespan_vs_oracle", intervalOf(figures.ours("backlog", &Metrics::makespanVsOracle)),
                     "times", "<=", 1.15);
    figures.interval("cost_vs_fifo",
                     ratioOf(figures.ours("day", &Metrics::cardSecondsPerEpisode),
                             figures.values("fifo_exclusive", "day", &Metrics::cardSecondsPerEpisode)),
                     "times", "<=", 0.7);
}

void addLoading(Figures& figures) {
    figures.interval("lora_hit", intervalOf(figures.ours("day", &Metrics::loraHit)), "share", ">=", 0.9);
    figures.interval("lora_no_disk", intervalOf(figures.ours("day", &Metrics::loraNoDisk)), "share",
                     ">=", 0.98);
    figures.interval("load_idle_h_day_ram", intervalOf(figures.ours("day", &Metrics::loadIdleHours)), "h",
                     "<=", 0.2);
    figures.interval("load_idle_h_day_cold", intervalOf(figures.ours("day_cold", &Metrics::loadIdleHours)),
                     "h", "<=", 0.5);
    figures.interval("reloads_per_urgent", intervalOf(figures.ours("day", &Metrics::reloadsPerUrgent)),
                     "loads", "<=", 1);
    figures.interval("urgent_start_steps", intervalOf(figures.ours("day", &Metrics::urgentSteps)), "steps",
                     "<=", 1);
}

void addMemory(Figures& figures) {
    figures.interval("oom_rate_plain", intervalOf(figures.values("all_in_pool", "day", &Metrics::oomRate)),
                     "of attempts", ">=", 0.03);
    figures.interval("oom_rate_sigma6", intervalOf(figures.ours("day", &Metrics::oomRate)), "of attempts",
                     "<=", 0.001);
    figures.interval("oom_rate_sigma10", intervalOf(figures.ours("day_sigma10", &Metrics::oomRate)),
                     "of attempts", "<=", 0.003);
}

}  // namespace

Json schedFigures(const SchedBench& bench, bool smoke) {
    Figures figures(bench);
    figures.exact("deadlocked_lost_doubled", figures.sum(&Metrics::wrong, false), "events", "=", 0);
    figures.exact("oom_uncaught", figures.sum(&Metrics::uncaught, false), "events", "=", 0);
    figures.exact("starvation_violations", figures.sum(&Metrics::starved, true), "tasks", "=", 0);
    if (smoke) return figures.all;
    addWaits(figures);
    addMemory(figures);
    addThroughput(figures);
    addLoading(figures);
    figures.deadlines();
    if (bench.decisions) {
        figures.exact("decision_ms_10k", bench.decisions->decideP99, "ms", "<=", 1);
        figures.exact("event_to_decision_ms", bench.decisions->eventP99, "ms", "<=", 10);
    }
    figures.exact("sim_100_episodes_s", bench.simulationSeconds, "s", "<=", 1);
    // Negative: the policy expects nothing.
    const Interval eta = intervalOf(figures.ours("day", &Metrics::etaError));
    if (eta.mean >= 0) figures.interval("eta_error_at_25", eta, "of the rest", "<=", 0.2);
    return figures.all;
}

Json schedDetails(const SchedBench& bench, bool smoke) {
    static const std::map<std::string, Value> kValues{
        {"wait_mean_min", &Metrics::waitMean},
        {"wait_p95_min", &Metrics::waitP95},
        {"low_wait_most_min", &Metrics::lowWaitMost},
        {"starved", &Metrics::starved},
        {"oom_rate", &Metrics::oomRate},
        {"oom_uncaught", &Metrics::uncaught},
        {"images_per_card_hour", &Metrics::imagesPerHour},
        {"throughput_vs_bound", &Metrics::throughputVsBound},
        {"lora_hit", &Metrics::loraHit},
        {"lora_no_disk", &Metrics::loraNoDisk},
        {"load_idle_h_day", &Metrics::loadIdleHours},
        {"makespan_h", &Metrics::makespanHours},
        {"makespan_vs_oracle", &Metrics::makespanVsOracle},
        {"reloads_per_urgent", &Metrics::reloadsPerUrgent},
        {"urgent_start_steps_p95", &Metrics::urgentSteps},
        {"card_seconds_per_episode", &Metrics::cardSecondsPerEpisode},
        {"idle_while_waiting", &Metrics::idleWhileWaiting},
        {"violations", &Metrics::wrong},
        {"episodes_finished", &Metrics::episodesFinished},
        {"eta_error", &Metrics::etaError},
    };
    Json runs = Json::array();
    for (const PolicyRuns& each : bench.runs) {
        Json run{{"policy", each.policy}, {"scenario", each.scenario}, {"seeds", each.seeds.size()}};
        for (const auto& [name, value] : kValues) {
            const Interval found = each.interval(value);
            run[name] = {{"mean", found.mean}, {"half", found.half}};
        }
        const Deadlines urgent = each.allDeadlines();
        run["urgent"] = {
            {"feasible", urgent.feasible}, {"missed", urgent.missed}, {"infeasible", urgent.infeasible}};
        runs.push_back(std::move(run));
    }
    Json details{{"runs", std::move(runs)}, {"minutes_between_batches", sched::sim::kCalibratedMinutes}};
    if (smoke) return details;
    Json twoHours = Json::object();
    for (const auto& [cards, episodes] : bench.episodesInTwoHours) twoHours[std::to_string(cards)] = episodes;
    details["episodes_in_2h"] = std::move(twoHours);
    if (bench.decisions)
        details["decisions"] = {{"queued", bench.decisions->queued}, {"count", bench.decisions->decisions}};
    return details;
}

}  // namespace manju::bench
