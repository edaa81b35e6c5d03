// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/bench/bench_report.h"
#include "app/bench/sched/sched_bench.h"
#include "app/bench/vram/vram_bench.h"
#include "app/cli/commands.h"
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

}  // namespace

int runBench(const Voice& voice, const std::string& name, bool smoke) {
    if (name == "vram") return runVram(voice, smoke);
    if (name == "sched") return runSched(voice, smoke);
    std::vector<std::string> arguments{"--bench", name};
    if (smoke) arguments.push_back("--smoke");
    if (voice.json) arguments.push_back("--json");
    return fail(voice, link::becomeProgram(os::programFolder() / "manju-worker-media", arguments));
}

}  // namespace manju::cli
