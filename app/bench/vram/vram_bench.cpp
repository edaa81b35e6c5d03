// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/vram_bench.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>

#include "app/bench/vram/generators.h"
#include "app/bench/vram/trace.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kSeed = 2026, kMiB = 1 << 20;
constexpr std::uint64_t kAdmissionDays = 20;

std::vector<Workload> generated(bool smoke) {
    std::vector<Workload> workloads;
    workloads.push_back(rmmRandom(kSeed, smoke ? 1000 : 10'000, 64 * kMiB));
    workloads.push_back(rmmRandom(kSeed, smoke ? 200 : 1000, 4096 * kMiB));
    workloads.push_back(growingSizes(smoke ? 200 : 3000));
    workloads.push_back(adversary(kSeed, smoke ? 2 : 20));
    workloads.push_back(otherPrograms(kSeed, smoke ? 16 : 200));
    workloads.push_back(pictureDay(kSeed, smoke ? 32 : 600));
    return workloads;
}

/// The value of a figure over the runs that count for it.
using Value = std::function<double(const Outcome&)>;

double mostOf(const std::vector<BenchRun>& runs, Kind kind, std::string_view workload, const Value& value) {
    double most = 0;
    for (const BenchRun& run : runs)
        if (run.kind == kind && (workload.empty() || run.workload == workload))
            most = std::max(most, value(run.outcome));
    return most;
}

double sumOf(const std::vector<BenchRun>& runs, Kind kind, const Value& value) {
    double sum = 0;
    for (const BenchRun& run : runs)
        if (run.kind == kind) sum += value(run.outcome);
    return sum;
}

Json figure(const char* name, double value, const char* unit, const char* op, double level) {
    const bool ok = std::string_view(op) == "<=" ? value <= level
                    : *op == '>'                 ? value >= level
                                                 : value == level;
    return {{"name", name}, {"value", value}, {"unit", unit}, {"op", op}, {"level", level}, {"ok", ok}};
}

/// How many traces the pool did not do as its file expects.
double tracesMissed(const std::vector<BenchRun>& runs) {
    return static_cast<double>(std::ranges::count_if(runs, [](const BenchRun& run) {
        return run.trace && run.kind == Kind::Pool &&
               (run.outcome.unexpected > 0 ||
                (run.mostPhysical > 0 && run.outcome.peakPhysical > run.mostPhysical));
    }));
}

/// A level holds for every kind of day, so the worst one counts.
void addReserveFigures(Json& figures, const std::vector<AdmissionRun>& runs) {
    double success = 1, used = 1, idle = 0;
    for (const AdmissionRun& run : runs) {
        if (run.rule != ReserveRule::Dynamic) continue;
        success = std::min(success, run.success());
        used = std::min(used, run.usedShare());
        idle = std::max(idle, run.reserveIdle);
    }
    figures.push_back(figure("oversize_success", success, "share", ">=", 0.999));
    figures.push_back(figure("reserve_used_share", used, "share", ">=", 0.85));
    figures.push_back(figure("reserve_idle_share", idle, "of the card", "<=", 0.04));
}

}  // namespace

std::vector<BenchRun> runWorkload(const Workload& workload, bool trace) {
    std::vector<BenchRun> runs;
    for (const Kind kind : kKinds)
        runs.push_back({workload.name, trace, kind, workload.mostPhysical, replay(workload, kind)});
    return runs;
}

Result<VramBench> runVramBench(bool smoke) {
    VramBench bench;
    const auto runAll = [&](const Workload& workload, bool trace) {
        std::ranges::move(runWorkload(workload, trace), std::back_inserter(bench.runs));
    };
    for (const NamedText& trace : builtInTraces()) {
        MANJU_TRY(const Workload workload, readTrace(trace.text, std::string(trace.name)));
        runAll(workload, true);
        bench.faults += failEachCall(workload, smoke ? 8 : UINT64_MAX);
    }
    for (const Workload& workload : generated(smoke)) runAll(workload, false);
    bench.admission = runAdmissionDays(kSeed, smoke ? 1 : kAdmissionDays);
    if (smoke) return bench;
    bench.plan = measurePlans();
    bench.pause = measureHousekeeping();
    return bench;
}

Json vramFigures(const VramBench& bench, bool smoke) {
    const std::vector<BenchRun>& runs = bench.runs;
    const auto bytes = [](std::uint64_t count) { return static_cast<double>(count); };
    Json figures = Json::array();
    figures.push_back(
        figure("spurious_refusals",
               sumOf(runs, Kind::Pool, [&](const Outcome& outcome) { return bytes(outcome.spurious); }),
               "refusals", "=", 0));
    figures.push_back(figure("traces_missed", tracesMissed(runs), "traces", "=", 0));
    double violations = 0;
    for (const BenchRun& run : runs) violations += static_cast<double>(run.outcome.violations.size());
    figures.push_back(figure("violations", violations, "violations", "=", 0));
    figures.push_back(
        figure("bytes_copied",
               sumOf(runs, Kind::Pool, [&](const Outcome& outcome) { return bytes(outcome.bytesCopied); }),
               "bytes", "=", 0));
    figures.push_back(
        figure("unmap_in_flight",
               sumOf(runs, Kind::Pool, [&](const Outcome& outcome) { return bytes(outcome.unmapsInFlight); }),
               "unmaps", "=", 0));
    figures.push_back(figure("fault_restore_share",
                             static_cast<double>(bench.faults.restored) /
                                 static_cast<double>(std::max<std::uint64_t>(bench.faults.tried, 1)),
                             "share", "=", 1));
    if (smoke) return figures;
    addReserveFigures(figures, bench.admission);
    const auto fragmentation = [](const Outcome& outcome) { return outcome.fragmentation; };
    const auto felt = [](const Outcome& outcome) { return outcome.feltMean; };
    figures.push_back(
        figure("frag_ours_w6", mostOf(runs, Kind::Pool, "adversary", fragmentation), "share", "<=", 0.03));
    figures.push_back(figure("article_frag_plain", mostOf(runs, Kind::TorchPlain, "picture_day", felt),
                             "share", ">=", 0.15));
    figures.push_back(
        figure("article_frag_ours", mostOf(runs, Kind::Pool, "picture_day", felt), "share", "<=", 0.03));
    const std::string random = "rmm_random_64MiB";
    const auto hitP50 = [&](const Outcome& outcome) { return bytes(outcome.hitP50); };
    const double ours = mostOf(runs, Kind::Pool, random, hitP50);
    const double tlsf = mostOf(runs, Kind::Tlsf, random, hitP50);
    figures.push_back(figure("hit_p50_ns", ours, "ns", "<=", 300));
    figures.push_back(figure("hit_vs_tlsf", tlsf > 0 ? ours / tlsf : 0, "times", "<=", 1.5));
    figures.push_back(figure(
        "hit_p99_us",
        mostOf(runs, Kind::Pool, random, [&](const Outcome& outcome) { return bytes(outcome.hitP99) / 1e3; }),
        "us", "<=", 2));
    if (bench.plan) figures.push_back(figure("remap_plan_us", bench.plan->p99Us, "us", "<=", 50));
    if (bench.pause)
        figures.push_back(figure("housekeeping_pause_ms", bench.pause->mostMillis, "ms", "<=", 50));
    return figures;
}

Json vramRuns(const std::vector<BenchRun>& runs, bool smoke) {
    Json all = Json::array();
    for (const BenchRun& run : runs) {
        const Outcome& outcome = run.outcome;
        Json json{{"workload", run.workload},
                  {"allocator", idOf(run.kind)},
                  {"requests", outcome.requests},
                  {"refusals", outcome.refusals},
                  {"spurious_refusals", outcome.spurious},
                  {"refused_with_bytes_free", outcome.refusedWithBytes},
                  {"unexpected", outcome.unexpected},
                  {"peak_live_bytes", outcome.peakLive},
                  {"peak_physical_bytes", outcome.peakPhysical},
                  {"peak_others_denied_bytes", outcome.peakOthersDenied},
                  {"fragmentation", outcome.fragmentation},
                  {"felt_mean", outcome.feltMean},
                  {"felt_p95", outcome.feltP95},
                  {"felt_most", outcome.feltMost},
                  {"felt_now_mean", outcome.feltNowMean},
                  {"stranded_share", outcome.strandedShare},
                  {"driver_calls_per_request", outcome.callsPerRequest},
                  {"host_waits", outcome.hostWaits},
                  {"bytes_copied", outcome.bytesCopied},
                  {"unmaps_in_flight", outcome.unmapsInFlight},
                  {"violations", outcome.violations}};
        if (!smoke) {
            json["ns_p50"] = outcome.nsP50;
            json["ns_p99"] = outcome.nsP99;
            json["hit_ns_p50"] = outcome.hitP50;
            json["hit_ns_p99"] = outcome.hitP99;
        }
        all.push_back(std::move(json));
    }
    return all;
}

Json vramDetails(const VramBench& bench, bool smoke) {
    Json admission = Json::array();
    for (const AdmissionRun& run : bench.admission)
        admission.push_back({{"day", idOf(run.day)},
                             {"reserve", idOf(run.rule)},
                             {"tasks", run.tasks},
                             {"oversize", run.oversize},
                             {"oversize_in_time", run.oversizeInTime},
                             {"longest_wait_ms", kLongestWait},
                             {"oversize_success", run.success()},
                             {"oversize_wait_p99_ms", run.oversizeWaitP99},
                             {"oversize_wait_most_ms", run.oversizeWaitMost},
                             {"ordinary_wait_mean_ms", run.ordinaryWaitMean},
                             {"reserve_in_use_of_card", run.reserveInUse},
                             {"reserve_idle_of_card", run.reserveIdle},
                             {"reserve_used_share", run.usedShare()}});
    Json details{{"runs", vramRuns(bench.runs, smoke)},
                 {"admission", std::move(admission)},
                 {"faults",
                  {{"calls", bench.faults.calls},
                   {"tried", bench.faults.tried},
                   {"restored", bench.faults.restored}}}};
    if (smoke) return details;
    if (bench.plan) details["plan"] = {{"p50_us", bench.plan->p50Us}, {"p99_us", bench.plan->p99Us}};
    if (bench.pause)
        details["housekeeping"] = {{"steps", bench.pause->steps},
                                   {"most_calls", bench.pause->mostCalls},
                                   {"ms_per_call", kMillisPerCall},
                                   {"most_ms", bench.pause->mostMillis}};
    return details;
}

}  // namespace manju::bench
