// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/bench/sched/sched_bench.h"
#include "app/bench/table.h"

namespace manju::bench {
namespace {

using sched::sim::Deadlines;
using sched::sim::Estimate;
using sched::sim::estimate;
using sched::sim::Metrics;

class Words {
public:
    explicit Words(messages::Language language) : language_(language) {}
    [[nodiscard]] std::string operator()(const std::string& id) const {
        return messages::text(language_, "bench.sched." + id);
    }

private:
    messages::Language language_;
};

std::string number(const char* format, double value) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

Estimate of(const PolicyRuns& runs, double Metrics::*value) {
    std::vector<double> values;
    for (const Metrics& metrics : runs.seeds) values.push_back(metrics.*value);
    return estimate(values);
}

std::string missed(const PolicyRuns& runs) {
    int all = 0, late = 0;
    for (const Deadlines& each : runs.deadlines) {
        all += each.feasible;
        late += each.missed;
    }
    return runs.deadlines.empty() ? "" : std::to_string(late) + " / " + std::to_string(all);
}

std::string scenarioTable(const SchedBench& bench, std::string_view scenario, const Words& words) {
    Table table({words("policy"), words("wait"), words("p95"), words("starved"), words("oom"),
                 words("images"), words("bound"), words("lora"), words("idle"), words("makespan"),
                 words("steps"), words("late"), words("cost"), words("finished"), words("wrong")});
    for (const PolicyRuns& runs : bench.runs) {
        if (runs.scenario != scenario) continue;
        const Estimate wait = of(runs, &Metrics::waitMean);
        table.add({runs.policy, number("%.1f", wait.mean) + " ± " + number("%.1f", wait.half),
                   number("%.1f", of(runs, &Metrics::waitP95).mean),
                   number("%.1f", of(runs, &Metrics::starved).mean),
                   number("%.2f %%", 100 * of(runs, &Metrics::oomRate).mean),
                   number("%.0f", of(runs, &Metrics::imagesPerHour).mean),
                   number("%.0f %%", 100 * of(runs, &Metrics::throughputVsBound).mean),
                   number("%.1f %%", 100 * of(runs, &Metrics::loraHit).mean),
                   number("%.2f", of(runs, &Metrics::loadIdleHours).mean),
                   number("%.2f", of(runs, &Metrics::makespanHours).mean),
                   number("%.1f", of(runs, &Metrics::urgentSteps).mean), missed(runs),
                   number("%.0f", of(runs, &Metrics::cardSecondsPerEpisode).mean),
                   number("%.1f", of(runs, &Metrics::episodesFinished).mean),
                   number("%.1f", of(runs, &Metrics::wrong).mean)});
    }
    return words("scenario." + std::string(scenario)) + "\n" + table.text();
}

/// Scenarios that only the product's policy runs: one line each.
std::string otherTable(const SchedBench& bench, const Words& words) {
    Table table({words("scenario"), words("wait"), words("oom"), words("lora"), words("idle"),
                 words("makespan"), words("oracle"), words("wrong")});
    for (const PolicyRuns& runs : bench.runs) {
        if (runs.scenario == "day" || runs.scenario == "backlog") continue;
        table.add({words("scenario." + runs.scenario), number("%.1f", of(runs, &Metrics::waitMean).mean),
                   number("%.3f %%", 100 * of(runs, &Metrics::oomRate).mean),
                   number("%.1f %%", 100 * of(runs, &Metrics::loraHit).mean),
                   number("%.2f", of(runs, &Metrics::loadIdleHours).mean),
                   number("%.2f", of(runs, &Metrics::makespanHours).mean),
                   number("%.2f", of(runs, &Metrics::makespanVsOracle).mean),
                   number("%.1f", of(runs, &Metrics::wrong).mean)});
    }
    return words("others") + "\n" + table.text();
}

std::string twoHoursTable(const SchedBench& bench, const Words& words) {
    if (bench.episodesInTwoHours.empty()) return "";
    Table table({words("cards"), words("episodes")});
    for (const auto& [cards, episodes] : bench.episodesInTwoHours)
        table.add({std::to_string(cards), number("%.1f", episodes)});
    return words("two_hours") + "\n" + table.text() + "\n";
}

}  // namespace

std::string schedTables(const SchedBench& bench, messages::Language language) {
    const Words words(language);
    return scenarioTable(bench, "day", words) + "\n" + scenarioTable(bench, "backlog", words) + "\n" +
           otherTable(bench, words) + "\n" + twoHoursTable(bench, words) + words("legend") + "\n";
}

}  // namespace manju::bench
