// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/ids.h"
#include "core/domain/states.h"
#include "core/sched/shape.h"

/// Times are wall milliseconds and durations milliseconds, of whatever clock the caller has; bytes are bytes.
namespace manju::sched {

/// A part of a model as a task needs it on its card: the weights with a set of LoRAs merged into them. Tasks
/// with the same set share it; while one runs, none with another set can have it (spec, section 2.2).
struct Component {
    std::string id;  ///< of the weights
    std::uint64_t bytes = 0;
    std::string loraSet;             ///< identity of the merged set; empty: none
    std::vector<std::string> loras;  ///< the files of the set
    friend bool operator==(const Component&, const Component&) = default;
};

/// What a task holds beside its components while it runs, granted whole or not at all; it may only shrink.
struct Needs {
    std::uint64_t cardBytes = 0;  ///< the predicted peak of activations, merges and context; of one card
    std::uint64_t ramBytes = 0, pinnedBytes = 0, diskBytes = 0;
    int cpuThreads = 0;
    int encoderSlots = 0;
    friend bool operator==(const Needs&, const Needs&) = default;
};

/// A piece of an episode's work that could run: its inputs exist.
struct Task {
    StepId step;
    EpisodeId episode;
    int position = 0;  ///< of the shot in the episode
    Shape shape;
    std::vector<Component> components;
    Needs needs;                   ///< as declared; cardBytes gives way to what has been learned
    std::uint64_t exactBytes = 0;  ///< of cardBytes: what is known exactly, as context and merges
    std::int64_t time = 0;         ///< as declared: all of it, alone on a card, everything loaded
    double left = 1;               ///< of its work; less after it was saved
    bool oversize = false;         ///< 4K, or a peak over 12 GB: the slow lane on the reserve
    int attempt = 1;
    std::int64_t notBefore = 0;  ///< it backs off after a failure until then

    [[nodiscard]] bool needsCard() const { return !components.empty() || needs.cardBytes > 0; }
};

/// What tasks are parts of, and what is ordered.
struct Episode {
    EpisodeId id;
    Priority priority = Priority::Medium;
    bool urgent = false;                   ///< goes before everything, and may end what runs
    std::optional<std::int64_t> deadline;  ///< when it must be ready
    std::int64_t submitted = 0;
    double rank = 0;  ///< an operator's order inside a priority; 0: never moved
    friend bool operator==(const Episode&, const Episode&) = default;
};

enum class Ending : std::uint8_t {
    Done,
    Failed,
    OutOfMemory,
    Crashed,    ///< its worker is gone, and what the card held with it
    Preempted,  ///< saved and to be offered again
    Cancelled,
};

/// How an attempt ended.
struct Ended {
    Ending ending = Ending::Done;
    std::int64_t time = 0;        ///< that it ran
    std::uint64_t peakBytes = 0;  ///< of the card, as Needs::cardBytes; 0: not measured
};

}  // namespace manju::sched
