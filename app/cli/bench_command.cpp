// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/bench/bench_report.h"
#include "app/bench/sched/sched_bench.h"
#include "app/bench/vram/vram_bench.h"
#include "app/cli/commands.h"
#include "app/cli/errors.h"
#include "core/base/os/install_paths.h"
#include "core/link/spawn.h"

namespace manju::cli {
namespace {

int runVram(const Voice& voice, bool smoke) {
    const auto done = bench::runVramBench(smoke);
    if (!done) return fail(voice, done.error());
    if (!voice.json)
        std::printf("%s\n%s\n", bench::vramTables(done->runs, voice.language).c_str(),
                    bench::admissionTable(done->admission, voice.language).c_str());
    return bench::reportBench("vram", bench::vramFigures(*done, smoke), voice.json,
                              bench::vramDetails(*done, smoke));
}

int runSched(const Voice& voice, bool smoke) {
    const bench::SchedBench done = bench::runSchedBench(smoke);
    if (!voice.json) std::printf("%s\n", bench::schedTables(done, voice.language).c_str());
    return bench::reportBench("sched", bench::schedFigures(done, smoke), voice.json,
                              bench::schedDetails(done, smoke));
}

/// What a studio of the caller's has to make: there are no levels for it.
int runWorkload(const Voice& voice, bool smoke, const std::string& file) {
    const auto done = bench::runSchedWorkload(file, smoke);
    if (!done) return fail(voice, done.error());
    if (voice.json)
        return bench::reportBench("sched", Json::array(), true, bench::schedDetails(*done, smoke));
    std::printf("%s", bench::schedTables(*done, voice.language).c_str());
    return 0;
}

}  // namespace

int runBench(const Voice& voice, const std::string& name, bool smoke, const std::string& workload) {
    if (!workload.empty() && name != "sched")
        return fail(voice,
                    Error(kOptionNeeded,
                          {{"option", "--workload"}, {"needed", "sched"}, {"command", "manju bench"}}));
    if (!workload.empty()) return runWorkload(voice, smoke, workload);
    if (name == "vram") return runVram(voice, smoke);
    if (name == "sched") return runSched(voice, smoke);
    std::vector<std::string> arguments{"--bench", name};
    if (smoke) arguments.push_back("--smoke");
    if (voice.json) arguments.push_back("--json");
    return fail(voice, link::becomeProgram(os::programFolder() / "manju-worker-media", arguments));
}

}  // namespace manju::cli
