// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/base/clock.h"
#include "core/engine/engine.h"
#include "core/engine/farm.h"
#include "core/engine/model_identity.h"
#include "core/engine/project_model.h"
#include "core/engine/script_input.h"
#include "core/engine/snapshot_builder.h"
#include "core/engine/worker_pool.h"
#include "core/sched/retry_policy.h"

namespace manju::engine {

/// The engine's decisions: what a command changes, which step runs next, what follows from a worker's
/// event. Every change is stored before it is shown or acted on. Thread: one, for its whole life.
class Production {
public:
    struct Parts {
        ProjectLayout layout;
        store::ProjectStore store;
        EngineOptions options;
        const Clock& clock;
        WorkerPool& pool;
        /// Starts hashing a checkpoint elsewhere; onIdentity() brings the outcome.
        std::function<void(IdentityWork)> hash;
    };

    /// Loads the project, carries interrupted publications to their end and puts interrupted steps back.
    static Result<std::unique_ptr<Production>> start(Parts parts);

    /// `scripts` are those of an ImportScripts command, as readScripts() gave them.
    Result<CommandReply> apply(const Command& command, const std::vector<ScriptInput>& scripts = {});
    void onWorker(const WorkerSource& source, const link::WorkerEvent& event);
    void onIdentity(Result<IdentityWork> work);
    /// Starts what may run now.
    void tick();
    /// When tick() is due without an event; wall milliseconds.
    [[nodiscard]] std::optional<std::int64_t> nextTick() const;

    [[nodiscard]] EngineSnapshot snapshot();
    /// Puts running steps back to waiting and marks the run as ended. The workers must be stopped.
    void close();

private:
    explicit Production(Parts parts, ProjectModel model);

    // production_commands.cpp
    Result<CommandReply> addScripts(const std::vector<ScriptInput>& scripts);
    Result<CommandReply> run(const Configure& command);
    Result<CommandReply> run(const Produce& command);
    Result<CommandReply> run(const CancelEpisodes& command);
    Result<CommandReply> run(const PauseEpisodes& command);
    Result<CommandReply> run(const RetryEpisodes& command);
    Result<std::vector<store::EpisodeRow*>> wanted(const std::vector<EpisodeId>& ids);
    Status checkDisk(const std::vector<store::EpisodeRow*>& episodes);

    // production_planning.cpp
    void requestIdentity();
    void planQueued();
    Status plan(store::EpisodeRow& episode);
    Status want(store::EpisodeRow& episode, const WantedStep& wanted, std::vector<store::StepRow>& changed);
    void advance(store::EpisodeRow& episode);
    Status advanceSteps(store::EpisodeRow& episode);
    Status finishEpisode(store::EpisodeRow& episode);
    void offer(const store::EpisodeRow& episode, const store::StepRow& step);
    Result<bool> adopt(store::StepRow& step);

    // production_events.cpp
    void startStep(StepId id);
    Status startAttempt(store::StepRow step);
    [[nodiscard]] std::optional<std::map<std::string, std::string>> pictureFilesOf(
        const store::StepRow& step);
    std::map<std::string, std::string> inputsOf(const store::StepRow& step);
    void onFinished(StepId id, const StepResult& result);
    void onFailed(StepId id, const Error& error, bool crashed);
    void settle(store::StepRow& step, const Error& error, bool crashed);
    void endAttempt(StepId id, sched::Ending ending);
    void attend(store::EpisodeRow& episode, const Error& error);

    // production.cpp
    Status recoverRunning();
    Status checkResults();
    /// Forgets the results of these steps, which are gone or damaged, and lets the steps wait again.
    Status redo(std::vector<store::StepRow>& steps);
    [[nodiscard]] bool hasOpenSteps(const store::EpisodeRow& episode) const;
    Status moveEpisode(store::EpisodeRow& episode, EpisodeState to,
                       std::optional<Error> error = std::nullopt);
    Status putSteps(std::vector<store::StepRow>& rows);
    void note(MessageRef message, EpisodeId episode);
    /// Stops starting anything: the project itself cannot be written any more.
    void halt(const Error& error);
    [[nodiscard]] bool isActive(const store::EpisodeRow& episode) const;
    [[nodiscard]] std::int64_t now() const { return parts_.clock.wallMillis(); }

    struct RunningStep {
        store::AttemptRow attempt;
        std::int64_t startedSteady = 0;
    };

    Parts parts_;
    ProjectModel model_;
    Farm farm_;
    sched::RetryPolicy retries_{{.firstDelay = 4000}};
    std::map<StepId, RunningStep> running_;
    std::map<StepId, StepProgress> progress_;
    std::set<EpisodeId> unplanned_;  ///< queued, specs not yet made
    std::set<EpisodeId> dirty_;      ///< to be advanced by the next tick
    std::set<EpisodeId> cancelling_;
    std::optional<ModelIdentities> identities_;  ///< of what is configured
    bool hashing_ = false;
    std::int64_t epoch_ = 0;
    std::optional<Error> halted_;
    bool holding_ = false;  ///< after an unclean end: nothing starts until a person says so
    std::int64_t savedAt_ = 0;
};

}  // namespace manju::engine
