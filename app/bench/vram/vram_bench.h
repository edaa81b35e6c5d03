// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/vram/admission.h"
#include "app/bench/vram/fault_share.h"
#include "app/bench/vram/housekeeping.h"
#include "app/bench/vram/plan_time.h"
#include "app/bench/vram/replay.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/messages/messages.h"

namespace manju::bench {

struct BenchRun {
    std::string workload;
    bool trace = false;  ///< one of the built-in traces
    Kind kind{};
    std::uint64_t mostPhysical = 0;  ///< see Workload
    Outcome outcome;
};

struct VramBench {
    std::vector<BenchRun> runs;
    FaultCases faults;                    ///< over all traces
    std::vector<AdmissionRun> admission;  ///< see runAdmissionDays
    std::optional<PlanTime> plan;         ///< these are times: not if `smoke`
    std::optional<Pause> pause;
};
/// Every workload on every allocator, and what else the pool promises. `smoke`: the traces, and the others
/// small; some seconds.
Result<VramBench> runVramBench(bool smoke);

/// One workload on every allocator.
std::vector<BenchRun> runWorkload(const Workload& workload, bool trace);

/// {"name", "value", "unit", "op", "level", "ok"} of each figure with a level. `smoke`: without times,
/// without shares of workloads that are too short to have come into their stride, and without the figures of
/// the reserve, whose levels the controller does not reach yet (ARCHITECTURE.md, section 9).
Json vramFigures(const VramBench& bench, bool smoke);
/// The runs with all that was measured; without times if `smoke`: nothing else differs between
/// machines.
Json vramRuns(const std::vector<BenchRun>& runs, bool smoke);
/// All that was measured beside the figures: the runs, the days of admission under each rule, how many faults
/// were tried, and how long planning and housekeeping took unless `smoke`.
Json vramDetails(const VramBench& bench, bool smoke);
/// One workload's runs as a table under a title of the caller's.
std::string vramTable(const std::vector<BenchRun>& runs, const std::string& title,
                      messages::Language language);
/// All runs as tables for people, every line ended.
std::string vramTables(const std::vector<BenchRun>& runs, messages::Language language);
/// The days under each rule for the reserve, likewise.
std::string admissionTable(const std::vector<AdmissionRun>& runs, messages::Language language);

}  // namespace manju::bench
