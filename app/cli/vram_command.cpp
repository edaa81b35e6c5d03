// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <cstdio>

#include "app/bench/vram/pool_allocator.h"
#include "app/bench/vram/trace.h"
#include "app/bench/vram/vram_bench.h"
#include "app/cli/commands.h"
#include "app/cli/vram_dump.h"
#include "core/base/os/file.h"

namespace manju::cli {
namespace {

/// A mistake is possible only if what the pool promises was broken.
bool isClean(const bench::Outcome& outcome) {
    return outcome.spurious == 0 && outcome.unexpected == 0 && outcome.bytesCopied == 0 &&
           outcome.unmapsInFlight == 0 && outcome.violations.empty();
}

}  // namespace

int runVramReplay(const Voice& voice, const VramReplayOptions& options) {
    const auto text = os::readFile(options.trace);
    if (!text) return fail(voice, text.error());
    const auto card = static_cast<std::uint64_t>(std::llround(options.cardGib * (1 << 30)));
    const auto workload = bench::readTrace(*text, options.trace, card);
    if (!workload) return fail(voice, workload.error());
    const std::vector<bench::BenchRun> runs = bench::runWorkload(*workload, true);
    if (!options.dump.empty()) {
        const Json dump = bench::poolAfter(*workload);
        if (const Status written = os::writeFile(options.dump, dump.dump(2) + "\n"); !written)
            return fail(voice, written.error());
    }
    if (voice.json)
        print({{"schema_version", 1}, {"runs", bench::vramRuns(runs, false)}});
    else
        std::printf("%s", bench::vramTable(runs, workload->name, voice.language).c_str());
    return isClean(runs.front().outcome) ? 0 : 1;
}

int runVramDump(const Voice& voice, const std::string& file) {
    const auto dump = readVramDump(file);
    if (!dump) return fail(voice, dump.error());
    if (voice.json)
        print(*dump);
    else
        std::printf("%s", vramDumpText(*dump, voice.language).c_str());
    return 0;
}

}  // namespace manju::cli
