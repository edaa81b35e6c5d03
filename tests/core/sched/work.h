// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/sched/random.h"
#include "core/sched/task.h"

namespace manju::sched::testing {

inline constexpr std::uint64_t kGB = std::uint64_t{1} << 30;

class Chance {
public:
    explicit Chance(std::uint64_t seed) : random_(seed) {}
    std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>(random_.between(0, static_cast<std::int64_t>(bound) - 1));
    }

private:
    Random random_;
};

/// 10^6 with MANJU_DEPTH=5.
inline const std::int64_t kEvents = [] {
    const char* depth = std::getenv("MANJU_DEPTH");
    return depth != nullptr && std::atoi(depth) >= 5 ? 1'000'000 : 50'000;
}();

inline Episode episode(std::int64_t id, Priority priority = Priority::Medium, std::int64_t submitted = 0) {
    Episode episode;
    episode.id = EpisodeId(id);
    episode.priority = priority;
    episode.submitted = submitted;
    return episode;
}

/// An image of 6 s and 5 GB by a model of 7 GB; its step is 1000 times the episode plus the position.
inline Task image(std::int64_t episode, int position, const std::string& model = "model",
                  const std::string& set = "") {
    Task task;
    task.step = StepId(1000 * episode + position);
    task.episode = EpisodeId(episode);
    task.position = position;
    task.shape = {.kind = TaskClass::Image,
                  .model = model,
                  .width = 768,
                  .height = 1344,
                  .batch = 1,
                  .steps = 28,
                  .loras = 0};
    task.components = {{.id = model, .bytes = 7 * kGB, .loraSet = set, .loras = {}}};
    if (!set.empty()) task.components.front().loras = {set + ".safetensors"};
    task.needs.cardBytes = 5 * kGB;
    task.time = 6000;
    return task;
}

/// A minute's speech by a voice model of 3 GB.
inline Task voice(std::int64_t episode, int position) {
    Task task;
    task.step = StepId(1000 * episode + 500 + position);
    task.episode = EpisodeId(episode);
    task.position = position;
    task.shape.kind = TaskClass::Voice;
    task.components = {{.id = "voice", .bytes = 3 * kGB, .loraSet = "", .loras = {}}};
    task.needs.cardBytes = kGB;
    task.time = 60'000;
    return task;
}

/// Composing: 4 threads for a minute and a half.
inline Task composing(std::int64_t episode) {
    Task task;
    task.step = StepId(1000 * episode + 999);
    task.episode = EpisodeId(episode);
    task.shape.kind = TaskClass::Cpu;
    task.needs.cpuThreads = 4;
    task.time = 90'000;
    return task;
}

}  // namespace manju::sched::testing
