// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <system_error>
#include <vector>

#include "core/base/errors.h"

namespace manju::log {
namespace {

constexpr std::size_t kFileBytes = 8'000'000;
constexpr std::size_t kFiles = 5;

spdlog::level::level_enum toSpdlog(Level level) {
    switch (level) {
        case Level::Debug:
            return spdlog::level::debug;
        case Level::Info:
            return spdlog::level::info;
        case Level::Warning:
            return spdlog::level::warn;
        case Level::Error:
            return spdlog::level::err;
    }
    return spdlog::level::err;
}

std::shared_ptr<spdlog::logger> makeLogger(std::vector<spdlog::sink_ptr> sinks) {
    auto logger = std::make_shared<spdlog::logger>("manju", sinks.begin(), sinks.end());
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %P %L %v");
    logger->set_level(spdlog::level::debug);
    logger->flush_on(spdlog::level::info);
    return logger;
}

spdlog::sink_ptr stderrSink(Level level) {
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    sink->set_level(toSpdlog(level));
    return sink;
}

std::shared_ptr<spdlog::logger>& logger() {
    static std::shared_ptr<spdlog::logger> instance = makeLogger({stderrSink(Level::Warning)});
    return instance;
}

}  // namespace

Status open(const std::filesystem::path& file, std::optional<Level> stderrLevel) {
    std::vector<spdlog::sink_ptr> sinks;
    if (stderrLevel) sinks.push_back(stderrSink(*stderrLevel));
    if (!file.empty()) {
        std::error_code failure;
        std::filesystem::create_directories(file.parent_path(), failure);
        try {
            sinks.push_back(
                std::make_shared<spdlog::sinks::rotating_file_sink_mt>(file.string(), kFileBytes, kFiles));
        } catch (const spdlog::spdlog_ex& e) {
            return Error(kFileUnwritable, {{"file", file.string()}, {"detail", e.what()}});
        }
    }
    logger() = makeLogger(std::move(sinks));
    return Done{};
}

void write(Level level, std::string_view area, std::string_view text) {
    logger()->log(toSpdlog(level), "{}: {}", area, text);
}

void error(std::string_view area, const Error& failure) {
    write(Level::Error, area, failure.debugText());
}

}  // namespace manju::log
