// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>

#include "core/base/os/file.h"
#include "core/store/database.h"
#include "core/store/rows.h"

namespace manju::store {

/// Everything that is stored of one project. Each method is one transaction that is on disk when it
/// returns. Thread: owner only.
class ProjectStore {
public:
    /// `folder`/project.db; created when writing. Reading a folder without it is kNoProject.
    static Result<ProjectStore> open(const std::filesystem::path& folder, Access access);

    // Runs of the engine.
    /// Raises and returns the epoch, which tells the attempts of this run from those of earlier ones.
    Result<std::int64_t> beginRun();
    Status endRun();
    /// False if the last run did not reach endRun().
    Result<bool> lastRunEnded();
    Result<std::int64_t> revision();

    // Settings.
    Result<std::string> setting(const std::string& name);  ///< empty if never set
    Status setSettings(const std::map<std::string, std::string>& values);

    // Scripts and episodes.
    /// Episodes of the script with this content; empty if it was never imported.
    Result<std::vector<EpisodeId>> episodesOfScript(const std::string& sha256);
    /// Stores a script with its episodes, shots and lines, all or nothing.
    Result<std::vector<EpisodeId>> addScript(const ScriptRow& script,
                                             const std::vector<EpisodeDraft>& episodes, std::int64_t now);
    Result<std::vector<EpisodeRow>> episodes();
    /// Stores state, queue fields, error and video of the given episodes.
    Status saveEpisodes(const std::vector<const EpisodeRow*>& episodes);

    // Steps.
    Result<std::vector<StepRow>> steps();
    /// Inserts rows without id (and sets their ids), updates the others; one transaction.
    Status saveSteps(const std::vector<StepRow*>& rows);
    /// Stores the attempt and the step as running, before anything is started. Returns its number.
    Result<int> beginAttempt(const StepRow& step, std::int64_t epoch, std::int64_t now);
    /// Stores what the worker delivered, before the files are published.
    Status deliver(StepId step, int attempt, const StepResult& result);
    /// Stores the published result, the attempt and the step (already moved to its new state).
    Status finishAttempt(const StepRow& step, int attempt, const ResultRow& result, std::int64_t now);
    /// Stores how an attempt ended without a result, and the step.
    Status failAttempt(const StepRow& step, int attempt, AttemptOutcome outcome, std::int64_t now);
    Result<std::vector<AttemptRow>> attempts();
    Result<std::vector<AttemptRow>> runningAttempts();
    Result<std::optional<ResultRow>> result(const std::string& key);
    Status removeResult(const std::string& key);

    // Facts about files and times.
    Result<std::optional<std::string>> cachedDigest(const std::string& path, const os::FileStamp& stamp);
    Status cacheDigest(const std::string& path, const os::FileStamp& stamp, const std::string& sha256);
    Status addEvent(EventRow& event);  ///< sets event.sequence
    Result<std::vector<EventRow>> newestEvents(int count);
    Status saveDuration(StepKind kind, const DurationRow& duration);
    Result<std::map<StepKind, DurationRow>> durations();

private:
    explicit ProjectStore(Database db) : db_(std::move(db)) {}

    Database db_;
};

}  // namespace manju::store
