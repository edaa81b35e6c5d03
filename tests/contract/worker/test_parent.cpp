// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <cstdio>
#include <future>

#include "core/link/worker_link.h"

// An engine that dies: starts the worker argv[1] with a job that does not obey, prints the worker's pid and
// waits to be killed.
int main(int argc, char** argv) {
    using namespace manju;
    if (argc < 2) return 2;
    std::promise<void> running;
    link::WorkerOptions options;
    options.executable = argv[1];
    auto worker = link::spawnWorker(options, [&](const link::WorkerEvent& event) {
        if (std::holds_alternative<StepProgress>(event)) running.set_value();
    });
    if (!worker.ok()) return 1;
    StepJob job;
    job.step = StepId(1);
    job.spec = Json{{"do", "deaf"}, {"millis", 60'000}};
    if (!(*worker)->start(job).ok()) return 1;
    running.get_future().wait();
    std::printf("%lld\n", static_cast<long long>((*worker)->pid()));
    std::fflush(stdout);
    for (;;) ::pause();
}
