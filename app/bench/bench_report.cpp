// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_report.h"

#include <cstdio>
#include <fstream>
#include <thread>

namespace manju::bench {
namespace {

/// What follows the colon on the first line of `file` that starts with `key`.
std::string fieldOf(const char* file, std::string_view key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(key)) continue;
        const auto value = line.find_first_not_of(" \t", line.find(':') + 1);
        return value == std::string::npos ? std::string() : line.substr(value);
    }
    return {};
}

Json machine() {
    return {{"cpu", fieldOf("/proc/cpuinfo", "model name")},
            {"threads", std::thread::hardware_concurrency()},
            {"memory", fieldOf("/proc/meminfo", "MemTotal")}};
}

}  // namespace

int reportBench(std::string_view name, const Json& figures, bool json, const Json& more) {
    bool allReached = true;
    for (const Json& figure : figures) allReached = allReached && figure.at("ok").get<bool>();
    if (json) {
        Json document{{"schema_version", 1}, {"bench", name}, {"machine", machine()}, {"figures", figures}};
        document.update(more);
        std::printf("%s\n", document.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
        return allReached ? 0 : 1;
    }
    for (const Json& figure : figures)
        std::printf("%-26s %12.4g %-14s %2s %-8.4g %s\n", figure.at("name").get<std::string>().c_str(),
                    figure.at("value").get<double>(), figure.at("unit").get<std::string>().c_str(),
                    figure.at("op").get<std::string>().c_str(), figure.at("level").get<double>(),
                    figure.at("ok").get<bool>() ? "ok" : figure.value("detail", "MISSED").c_str());
    return allReached ? 0 : 1;
}

}  // namespace manju::bench
