// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/bench/sched/policies.h"
#include "app/bench/sched/sched_bench.h"
#include "app/bench/table.h"
#include "core/messages/words.h"

namespace manju::bench {
namespace {

using messages::Words;
using sched::sim::Deadlines;
using sched::sim::Interval;
using sched::sim::Metrics;

std::string number(const char* format, double value) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string missed(const PolicyRuns& runs) {
    const Deadlines all = runs.allDeadlines();
    return runs.deadlines.empty() ? "" : std::to_string(all.missed) + " / " + std::to_string(all.feasible);
}

std::string scenarioTable(const SchedBench& bench, std::string_view scenario, const Words& words) {
    Table table({words("policy"), words("wait"), words("p95"), words("starved"), words("oom"),
                 words("images"), words("bound"), words("lora"), words("idle"), words("makespan"),
                 words("steps"), words("late"), words("cost"), words("finished"), words("wrong")});
    for (const PolicyRuns& runs : bench.runs) {
        if (runs.scenario != scenario) continue;
        const Interval wait = runs.interval(&Metrics::waitMean);
        table.add({runs.policy, number("%.1f", wait.mean) + " ± " + number("%.1f", wait.half),
                   number("%.1f", runs.interval(&Metrics::waitP95).mean),
                   number("%.1f", runs.interval(&Metrics::starved).mean),
                   number("%.2f %%", 100 * runs.interval(&Metrics::oomRate).mean),
                   number("%.0f", runs.interval(&Metrics::imagesPerHour).mean),
                   number("%.0f %%", 100 * runs.interval(&Metrics::throughputVsBound).mean),
                   number("%.1f %%", 100 * runs.interval(&Metrics::loraHit).mean),
                   number("%.2f", runs.interval(&Metrics::loadIdleHours).mean),
                   number("%.2f", runs.interval(&Metrics::makespanHours).mean),
                   number("%.1f", runs.interval(&Metrics::urgentSteps).mean), missed(runs),
                   number("%.0f", runs.interval(&Metrics::cardSecondsPerEpisode).mean),
                   number("%.1f", runs.interval(&Metrics::episodesFinished).mean),
                   number("%.1f", runs.interval(&Metrics::wrong).mean)});
    }
    return words("scenario." + std::string(scenario)) + "\n" + table.text();
}

/// Scenarios that only the product's policy runs: one line each.
std::string otherTable(const SchedBench& bench, const Words& words) {
    Table table({words("scenario"), words("wait"), words("oom"), words("lora"), words("idle"),
                 words("makespan"), words("oracle"), words("wrong")});
    for (const PolicyRuns& runs : bench.runs) {
        if (runs.scenario == "day" || runs.scenario == "backlog") continue;
        table.add({words("scenario." + runs.scenario), number("%.1f", runs.interval(&Metrics::waitMean).mean),
                   number("%.3f %%", 100 * runs.interval(&Metrics::oomRate).mean),
                   number("%.1f %%", 100 * runs.interval(&Metrics::loraHit).mean),
                   number("%.2f", runs.interval(&Metrics::loadIdleHours).mean),
                   number("%.2f", runs.interval(&Metrics::makespanHours).mean),
                   number("%.2f", runs.interval(&Metrics::makespanVsOracle).mean),
                   number("%.1f", runs.interval(&Metrics::wrong).mean)});
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
    const Words words(language, "bench.sched.");
    if (bench.find(productPolicy().id, "workload") != nullptr)
        return scenarioTable(bench, "workload", words) + "\n" + words("legend") + "\n";
    return scenarioTable(bench, "day", words) + "\n" + scenarioTable(bench, "backlog", words) + "\n" +
           otherTable(bench, words) + "\n" + twoHoursTable(bench, words) + words("legend") + "\n";
}

}  // namespace manju::bench
