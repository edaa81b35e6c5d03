// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <string>

#include "core/base/os/file.h"
#include "core/video/bench_scene.h"
#include "core/video/compose.h"
#include "core/video/loudness.h"

namespace manju::video {
namespace {

constexpr Size kFull{1080, 1920};
constexpr Size kSmall{360, 640};

Json figure(const char* name, double value, const char* unit, const char* op, double level) {
    const std::string_view how = op;
    const bool ok = how == "<=" ? value <= level : how == ">=" ? value >= level : value == level;
    return {{"name", name}, {"value", value}, {"unit", unit}, {"op", op}, {"level", level}, {"ok", ok}};
}

/// Linux counts the largest resident size per process and starts anew when told (proc(5), clear_refs).
void forgetLargestMemory() {
    std::ofstream("/proc/self/clear_refs") << "5";
}
double largestMemoryMb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0) return std::stod(line.substr(6)) * 1024 / 1e6;
    return 0;
}

struct Run {
    VideoFacts facts;
    double videoSeconds = 0;
    double wallSeconds = 0;
    double memoryMb = 0;
    double wantedLufs = 0;
};

Result<Run> compose(const BenchScenePlan& plan, const std::filesystem::path& folder) {
    MANJU_TRY(const BenchScene scene, makeBenchScene(plan, folder));
    forgetLargestMemory();
    const auto start = std::chrono::steady_clock::now();
    MANJU_TRY(const VideoFacts facts,
              composeVideo(scene.spec, scene.inputs, folder / "bench.mp4", {}, {}, {}));
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    return Run{facts, static_cast<double>(scene.spec.timeline.frames) / kFramesPerSecond, wall.count(),
               largestMemoryMb(), scene.spec.audio.integratedLufs};
}

void addSound(Json& figures, const Run& run) {
    const auto wanted = run.facts.frames * kSamplesPerFrame;
    figures.push_back(figure("av_diff_samples",
                             std::abs(static_cast<double>(run.facts.audioSamples - wanted)), "samples", "=",
                             0));
    figures.push_back(
        figure("lufs_error", std::abs(run.facts.integratedLufs - run.wantedLufs), "LU", "<=", 0.5));
}

Status addMotion(Json& figures, Size size, const std::filesystem::path& folder) {
    const TimelineClip push{"", 0, 60, {0.5, 0.5, 1.0}, {0.5, 0.5, 1.03}};
    const TimelineClip pan{"", 0, 90, {0.48, 0.5, 1.1}, {0.52, 0.5, 1.1}};
    double jitter = 0;
    int backward = 0;
    for (const TimelineClip& clip : {push, pan}) {
        MANJU_TRY(const MotionFigures motion, measureMotion(clip, size, folder));
        jitter = std::max(jitter, motion.rmsAcceleration);
        backward += motion.backwardSteps;
    }
    figures.push_back(figure("jitter_px", jitter, "px/frame^2", "<=", 0.03));
    figures.push_back(figure("backward_steps", backward, "", "=", 0));
    return Done{};
}

Status smokeFigures(Json& figures, const std::filesystem::path& folder) {
    MANJU_TRY(const Run run, compose({kSmall, {416, 608}, 3, 20, true}, folder));
    figures.push_back(figure("frames", static_cast<double>(run.facts.frames), "frames", "=", 60));
    addSound(figures, run);
    return addMotion(figures, kSmall, folder);
}

Status fullFigures(Json& figures, const std::filesystem::path& folder) {
    MANJU_TRY(const Run run, compose({kFull, {832, 1216}, 40, 90, true}, folder));
    figures.push_back(figure("realtime_x", run.videoSeconds / run.wallSeconds, "x", ">=", 1.2));
    MANJU_CHECK(addMotion(figures, kFull, folder));
    constexpr int kFew = 10, kMany = 160;
    MANJU_TRY(const Run few, compose({kFull, {832, 1216}, kFew, 15, true}, folder));
    MANJU_TRY(const Run many, compose({kFull, {832, 1216}, kMany, 15, true}, folder));
    figures.push_back(
        figure("rss_mb", std::max({run.memoryMb, few.memoryMb, many.memoryMb}), "MB", "<=", 700));
    figures.push_back(
        figure("rss_slope_mb_per_shot", (many.memoryMb - few.memoryMb) / (kMany - kFew), "MB/shot", "<=", 1));
    addSound(figures, run);
    return Done{};
}

}  // namespace

Json benchCompose(bool smoke) {
    const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
    const auto folder = std::filesystem::temp_directory_path() / ("manju-bench-" + std::to_string(ticks));
    Json figures = Json::array();
    const Status status = smoke ? smokeFigures(figures, folder) : fullFigures(figures, folder);
    if (!status.ok())
        figures.push_back({{"name", "failed"},
                           {"value", 1},
                           {"unit", ""},
                           {"op", "="},
                           {"level", 0},
                           {"ok", false},
                           {"detail", status.error().debugText()}});
    (void)os::removeTree(folder);
    return figures;
}

}  // namespace manju::video
