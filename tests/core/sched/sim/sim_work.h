// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/sched/sim/simulation.h"

namespace manju::sched::sim::testing {

inline constexpr std::uint64_t kGb = std::uint64_t{1} << 30;

/// One card of 24 GB, on which nothing happens by itself.
inline FarmParameters quietFarm(std::size_t cards = 1) {
    FarmParameters farm;
    farm.cardGb.assign(cards, 24);
    farm.othersEverySeconds = 0;
    farm.crashHours = 0;
    return farm;
}

/// An image of 8.5 s and 5 GB beside a checkpoint of 7 GB; its step is 1000 times the episode plus the
/// position.
inline SimTask image(std::int64_t episode, int position, const std::string& model = "a",
                     const std::vector<std::string>& loras = {}) {
    SimTask made;
    Task& task = made.task;
    task.step = StepId(1000 * episode + position);
    task.episode = EpisodeId(episode);
    task.position = position;
    task.shape.model = model;
    Component component{.id = model, .bytes = 7 * kGb, .loraSet = "", .loras = loras};
    for (const std::string& lora : loras) component.loraSet += lora;
    task.components = {component};
    task.needs.cardBytes = 5 * kGb;
    task.time = 8500;
    made.encode = 300;
    made.sample = 5500;
    made.decode = 800;
    made.host = 1900;
    made.step = 100;
    made.peakBytes = 5 * kGb;
    return made;
}

/// A minute's speech by a model of 3 GB.
inline SimTask voice(std::int64_t episode, int number) {
    SimTask made;
    Task& task = made.task;
    task.step = StepId(1000 * episode + 500 + number);
    task.episode = EpisodeId(episode);
    task.position = number;
    task.shape.kind = TaskClass::Voice;
    task.components = {{.id = "voice", .bytes = 3 * kGb, .loraSet = "", .loras = {}}};
    task.needs.cardBytes = kGb;
    task.time = 60'000;
    made.sample = 60'000;
    made.step = 2000;
    made.peakBytes = kGb;
    return made;
}

/// Submitted at this time, with these tasks and a minute of composing by four threads.
inline SimEpisode episode(std::int64_t id, std::vector<SimTask> tasks, std::int64_t submitted = 0) {
    SimEpisode made;
    made.episode.id = EpisodeId(id);
    made.episode.submitted = submitted;
    made.tasks = std::move(tasks);
    Task& composing = made.composing.task;
    composing.step = StepId(1000 * id + 999);
    composing.episode = EpisodeId(id);
    composing.shape.kind = TaskClass::Cpu;
    composing.needs.cpuThreads = 4;
    composing.time = 60'000;
    made.composing.host = 60'000;
    return made;
}

}  // namespace manju::sched::sim::testing
