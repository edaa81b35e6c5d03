// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/worker/event_log.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace manju::link::test {

StepJob testJob(int step, Json spec) {
    StepJob job;
    job.step = StepId(step);
    job.key = "key" + std::to_string(step);
    job.spec = std::move(spec);
    job.epoch = 5;
    return job;
}

WorkerOptions testOptions() {
    WorkerOptions options;
    options.executable = std::filesystem::path(MANJU_TEST_BIN_DIR) / "manju-test-worker";
    options.epoch = 5;
    options.heartbeat = Millis(200);
    return options;
}

std::vector<int> openDescriptors(const std::string& process) {
    std::vector<int> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + process + "/fd"))
        found.push_back(std::stoi(entry.path().filename().string()));
    std::ranges::sort(found);
    return found;
}

std::string processState(std::int64_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::stringstream text;
    text << file.rdbuf();
    const std::string line = text.str();
    const std::size_t name = line.rfind(')');
    return name == std::string::npos || name + 2 >= line.size() ? "" : line.substr(name + 2, 1);
}

}  // namespace manju::link::test
