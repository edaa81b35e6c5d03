// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "app/bench/bench_report.h"
#include "app/worker/media_executor.h"
#include "app/worker/worker_main.h"
#include "core/video/bench.h"

int main(int argc, char** argv) {
    using namespace manju::worker;
    // `manju bench compose` ends here: the command line links no media library.
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto given = [&](std::string_view flag) {
        return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
    };
    if (arguments.size() >= 2 && arguments[0] == "--bench" && arguments[1] == "compose")
        return manju::bench::reportBench("compose", manju::video::benchCompose(given("--smoke")),
                                         given("--json"));
    return workerMain(argc, argv, "manju-worker-media", [] { return std::make_unique<MediaExecutor>(); });
}
