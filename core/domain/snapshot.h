// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/domain/error_kind.h"
#include "core/domain/ids.h"
#include "core/domain/script.h"
#include "core/domain/states.h"
#include "core/domain/step_job.h"

namespace manju {

/// A sentence to be: message id and its arguments (`core/messages` makes the text).
struct MessageRef {
    std::string id;
    MessageArgs args;
    friend bool operator==(const MessageRef&, const MessageRef&) = default;
};

/// Remaining seconds as a range; known = false while there is too little to go by.
struct TimeRange {
    bool known = false;
    std::int64_t lowSeconds = 0;
    std::int64_t highSeconds = 0;
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

struct ShotSnapshot {
    ShotId id;
    int number = 0;  ///< 1..
    ShotState state = ShotState::Draft;
    std::vector<ShotLine> lines;
    std::vector<std::string> characters;
    std::string image;    ///< absolute path of the finished picture, or empty
    double fraction = 0;  ///< 0..1 over the shot's steps
    MessageRef stage;     ///< what is being done now; id empty: nothing
    MessageRef error;     ///< id empty: none
    double seconds = 0;   ///< of speech, 0 if not known
    friend bool operator==(const ShotSnapshot&, const ShotSnapshot&) = default;
};

struct EpisodeSnapshot {
    EpisodeId id;
    std::string title;
    std::string script;  ///< file name of the script
    EpisodeState state = EpisodeState::Waiting;
    bool queued = false;  ///< Produce was asked for
    bool requestedCancel = false;
    Priority priority = Priority::Medium;
    double fraction =
        0;  ///< 0..1, weighted by expected time; 1 only when the video is verified and published
    TimeRange remaining;
    MessageRef waitingOn;  ///< id empty: not waiting
    MessageRef error;
    ErrorKind errorKind = ErrorKind::Failed;  ///< of `error`
    std::string video;  ///< absolute path of the finished video; empty: none, or not there any more
    std::vector<ShotSnapshot> shots;
    friend bool operator==(const EpisodeSnapshot&, const EpisodeSnapshot&) = default;
};

struct WorkerSnapshot {
    std::string name;   ///< "image 1", "media 2"
    std::string state;  ///< "starting", "idle", "busy", "restarting"
    std::int64_t pid = 0;
    std::string step;  ///< message id of the step kind, or empty
    friend bool operator==(const WorkerSnapshot&, const WorkerSnapshot&) = default;
};

/// One attempt at a step, as stored.
struct AttemptSnapshot {
    EpisodeId episode;
    int shot = 0;  ///< number of the shot, 0: of the whole episode
    StepKind kind = StepKind::Image;
    std::string key;
    int number = 0;
    std::int64_t epoch = 0;
    std::string outcome;  ///< "running", "done", "failed", "crashed", "cancelled", "interrupted"
    std::int64_t startedMillis = 0;
    std::int64_t endedMillis = 0;  ///< 0 while running
    MessageRef error;
    friend bool operator==(const AttemptSnapshot&, const AttemptSnapshot&) = default;
};

/// A rare fact, numbered without gaps, so that none is lost when snapshots are skipped.
struct EngineEvent {
    std::int64_t sequence = 0;
    std::int64_t wallMillis = 0;
    MessageRef message;
    EpisodeId episode;
    friend bool operator==(const EngineEvent&, const EngineEvent&) = default;
};

/// Everything a window or a status command shows, at one moment. Immutable once published.
struct EngineSnapshot {
    std::int64_t sequence = 0;
    std::int64_t epoch = 0;
    std::string project;     ///< absolute folder
    std::string checkpoint;  ///< as configured; empty: none
    std::string castFile;    ///< as configured; empty: none
    std::string presetFile;  ///< as configured; empty: the built-in defaults
    std::string outFolder;   ///< as configured; empty: none
    std::vector<EpisodeSnapshot> episodes;
    std::vector<WorkerSnapshot> workers;
    std::vector<EngineEvent> events;   ///< the newest 200
    std::int64_t savedWallMillis = 0;  ///< of the last committed change
    std::int64_t revision = 0;         ///< count of committed changes
    MessageRef problem;                ///< e.g. disk full; id empty: none
    std::int64_t diskFreeBytes = 0;
    friend bool operator==(const EngineSnapshot&, const EngineSnapshot&) = default;
};

MANJU_JSON_TYPE(MessageRef)
MANJU_JSON_TYPE(TimeRange)
MANJU_JSON_TYPE(ShotSnapshot)
MANJU_JSON_TYPE(EpisodeSnapshot)
MANJU_JSON_TYPE(WorkerSnapshot)
MANJU_JSON_TYPE(AttemptSnapshot)
MANJU_JSON_TYPE(EngineEvent)
MANJU_JSON_TYPE(EngineSnapshot)

MessageRef messageOf(const Error& error);

std::vector<std::uint8_t> toCbor(const EngineSnapshot& snapshot);
Result<EngineSnapshot> snapshotFromCbor(const std::vector<std::uint8_t>& bytes);

}  // namespace manju
