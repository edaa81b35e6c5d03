// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/ids.h"
#include "core/domain/script.h"
#include "core/domain/states.h"
#include "core/domain/step_job.h"

namespace manju::store {

struct ScriptRow {
    std::int64_t id = 0;
    std::string sha256;
    std::string name;
    std::string file;  ///< relative to the project
    std::string encoding;
    std::string format;
    std::string language;
};

struct LineRow {
    LineId id;
    ShotLine line;
};

struct ShotRow {
    ShotId id;
    std::vector<std::string> characters;
    std::string scene;
    SourceSpan span;
    std::vector<LineRow> lines;
};

struct EpisodeRow {
    EpisodeId id;
    std::int64_t script = 0;
    std::string scriptName;
    std::string language;
    int ordinal = 1;
    std::string title;
    EpisodeState state = EpisodeState::Waiting;
    bool queued = false;
    Priority priority = Priority::Medium;
    bool urgent = false;
    std::string deadline;
    std::int64_t submittedAt = 0;  ///< when its production was asked for; wall milliseconds
    std::optional<Error> error;
    std::string video;  ///< relative to the project, or absolute when it lies outside; empty: none
    std::vector<ShotRow> shots;
};

struct StepRow {
    StepId id;
    EpisodeId episode;
    ShotId shot;
    LineId line;
    StepKind kind = StepKind::Image;
    std::string key;
    Json spec;
    StepState state = StepState::Waiting;
    int failures = 0;            ///< attempts that failed or crashed since the key was set
    int crashes = 0;             ///< of these, how many ended the worker
    std::int64_t notBefore = 0;  ///< wall milliseconds
    std::optional<Error> error;
};

enum class AttemptOutcome { Running, Done, Failed, Crashed, Cancelled, Interrupted };
MANJU_ENUM_TEXT(AttemptOutcome, {{AttemptOutcome::Running, "running"},
                                 {AttemptOutcome::Done, "done"},
                                 {AttemptOutcome::Failed, "failed"},
                                 {AttemptOutcome::Crashed, "crashed"},
                                 {AttemptOutcome::Cancelled, "cancelled"},
                                 {AttemptOutcome::Interrupted, "interrupted"}})

struct AttemptRow {
    StepId step;
    int number = 0;
    std::int64_t epoch = 0;
    std::string key;
    AttemptOutcome outcome = AttemptOutcome::Running;
    std::int64_t startedAt = 0;
    std::int64_t endedAt = 0;
    std::optional<StepResult>
        result;  ///< delivered by the worker; file names relative to the attempt's folder
    std::optional<Error> error;
};

/// A published result: file names are relative to the project.
struct ResultRow {
    std::string key;
    StepKind kind = StepKind::Image;
    std::vector<OutputFile> files;
    Json meta;

    /// The file with this role, or nullptr.
    [[nodiscard]] const OutputFile* file(const std::string& role) const {
        for (const OutputFile& candidate : files)
            if (candidate.role == role) return &candidate;
        return nullptr;
    }
};

struct EventRow {
    std::int64_t sequence = 0;
    std::int64_t at = 0;
    std::string message;
    MessageArgs args;
    EpisodeId episode;
};

/// What is known about how long steps of a kind take.
struct DurationRow {
    std::int64_t count = 0;
    double meanMillis = 0;
    double deviationMillis = 0;
};

}  // namespace manju::store
