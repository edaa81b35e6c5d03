// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_main.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "core/base/log.h"
#include "core/link/build_id.h"
#include "core/link/errors.h"
#include "core/link/worker_loop.h"
#include "core/messages/messages.h"

namespace manju::worker {
namespace {

constexpr int kExitUsage = 2;

std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

}  // namespace

int workerMain(int argc, char** argv, std::string_view name, const link::StepExecutorFactory& makeExecutor) {
    const std::string_view option = argc > 1 ? argv[1] : "";
    if (option == "--version" && argc == 2) {
        std::printf("%s %s (build %s)\n", std::string(name).c_str(), MANJU_VERSION,
                    std::string(link::buildId()).c_str());
        return 0;
    }
    const auto fd = option == "--fd" && argc == 3 ? number(argv[2]) : std::nullopt;
    if (!fd) {
        const Error error(link::kStartedByHand, {{"worker", std::string(name)}});
        std::fprintf(stderr, "%s\n", messages::text(messages::fromEnvironment(), error).c_str());
        return kExitUsage;
    }
    if (!log::open({}, log::Level::Info).ok()) return EXIT_FAILURE;
    const std::unique_ptr<link::StepExecutor> executor = makeExecutor();
    return link::runWorkerLoop(*fd, *executor);
}

int grantedThreads() {
    const char* text = std::getenv("OMP_NUM_THREADS");
    const auto threads = text ? number(text) : std::nullopt;
    return threads && *threads > 0 ? *threads : 1;
}

}  // namespace manju::worker
