// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/bench/table.h"
#include "app/bench/vram/vram_bench.h"
#include "core/base/units.h"
#include "core/messages/words.h"

namespace manju::bench {
namespace {

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

std::string decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

std::string seconds(double milliseconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", milliseconds / 1000);
    return text;
}

std::string bytes(std::uint64_t count) {
    return Bytes(static_cast<std::int64_t>(count)).text();
}

struct Words : messages::Words {
    explicit Words(messages::Language language) : messages::Words(language, "bench.vram.") {}
    [[nodiscard]] std::string nameOf(Kind kind) const { return (*this)("of." + std::string(idOf(kind))); }
};

/// One line a trace: how many requests each allocator refused, and the one that must refuse.
std::string traceTable(const std::vector<BenchRun>& runs, const Words& words) {
    std::vector<std::string> headings{words("trace")};
    for (const Kind kind : kKinds) headings.push_back(words.nameOf(kind));
    Table table(std::move(headings));
    std::vector<std::string> row;
    for (const BenchRun& run : runs) {
        if (!run.trace) continue;
        if (row.empty()) row.push_back(run.workload);
        row.push_back(std::to_string(run.outcome.refusals) + " / " + std::to_string(run.outcome.requests) +
                      (run.outcome.unexpected > 0 ? " !" : "  "));
        if (row.size() == 1 + std::size(kKinds)) table.add(std::exchange(row, {}));
    }
    return words("traces") + "\n" + table.text();
}

std::string workloadTable(const std::vector<BenchRun>& runs, const std::string& workload,
                          const std::string& title, const Words& words) {
    Table table({words("allocator"), words("refused"), words("spurious"), words("live"), words("physical"),
                 words("fragmentation"), words("felt"), words("felt_p95"), words("felt_now"),
                 words("stranded"), words("calls"), words("waits"), words("ns"), words("ns_p99")});
    std::uint64_t requests = 0;
    for (const BenchRun& run : runs) {
        if (run.workload != workload) continue;
        const Outcome& outcome = run.outcome;
        requests = outcome.requests;
        table.add({words.nameOf(run.kind), std::to_string(outcome.refusals), std::to_string(outcome.spurious),
                   bytes(outcome.peakLive), bytes(outcome.peakPhysical), percent(outcome.fragmentation),
                   percent(outcome.feltMean), percent(outcome.feltP95), percent(outcome.feltNowMean),
                   percent(outcome.strandedShare), decimal(outcome.callsPerRequest),
                   std::to_string(outcome.hostWaits), std::to_string(outcome.nsP50),
                   std::to_string(outcome.nsP99)});
    }
    return title + " (" + std::to_string(requests) + ")\n" + table.text();
}

std::string violations(const std::vector<BenchRun>& runs, const Words& words) {
    std::string text;
    for (const BenchRun& run : runs)
        for (const std::string& violation : run.outcome.violations)
            text += run.workload + ", " + words.nameOf(run.kind) + ": " + violation + "\n";
    return text;
}

}  // namespace

std::string vramTable(const std::vector<BenchRun>& runs, const std::string& title,
                      messages::Language language) {
    const Words words(language);
    return workloadTable(runs, runs.front().workload, title, words) + "\n" + words("legend") + "\n" +
           violations(runs, words);
}

std::string vramTables(const std::vector<BenchRun>& runs, messages::Language language) {
    const Words words(language);
    std::string text = traceTable(runs, words);
    std::string last;
    for (const BenchRun& run : runs) {
        if (run.trace || run.workload == last) continue;
        last = run.workload;
        text += "\n" + workloadTable(runs, last, words("workload." + last), words);
    }
    return text + "\n" + words("legend") + "\n" + violations(runs, words);
}

std::string admissionTable(const std::vector<AdmissionRun>& runs, messages::Language language) {
    const Words words(language);
    Table table({words("admission.reserve"), words("admission.day"), words("admission.oversize"),
                 words("admission.in_time"), words("admission.p99"), words("admission.most"),
                 words("admission.ordinary"), words("admission.used"), words("admission.idle")});
    for (const AdmissionRun& run : runs)
        table.add({words("admission." + std::string(idOf(run.rule))),
                   words("admission." + std::string(idOf(run.day))), std::to_string(run.oversize),
                   std::to_string(run.oversizeInTime), seconds(static_cast<double>(run.oversizeWaitP99)),
                   seconds(static_cast<double>(run.oversizeWaitMost)), seconds(run.ordinaryWaitMean),
                   percent(run.usedShare()), percent(run.reserveIdle)});
    return words("admission") + "\n" + table.text() + "\n" + words("admission.legend") + "\n";
}

}  // namespace manju::bench
