// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/production.h"

#include <algorithm>

#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/engine/errors.h"
#include "core/engine/publisher.h"

namespace manju::engine {
namespace {

constexpr std::size_t kEventsShown = 200;

}  // namespace

Production::Production(Parts parts, ProjectModel model)
    : parts_(std::move(parts)), model_(std::move(model)), farm_(model_, parts_.options.mediaWorkers) {}

Result<std::unique_ptr<Production>> Production::start(Parts parts) {
    MANJU_TRY(const bool ended, parts.store.lastRunEnded());
    MANJU_TRY(const std::int64_t epoch, parts.store.beginRun());
    MANJU_TRY(ProjectModel model, ProjectModel::load(parts.store, parts.layout));
    std::unique_ptr<Production> production(new Production(std::move(parts), std::move(model)));
    production->epoch_ = epoch;
    production->holding_ = !ended && !production->parts_.options.resume;
    production->savedAt_ = production->now();
    MANJU_CHECK(production->recoverRunning());
    MANJU_CHECK(production->checkResults());
    // What is left below work/ belongs to no attempt any more.
    MANJU_CHECK(os::removeTree(production->parts_.layout.work()));
    for (store::EpisodeRow& episode : production->model_.episodes) {
        if (!episode.queued) continue;
        if (production->parts_.options.resume && episode.state == EpisodeState::NeedsAttention)
            MANJU_CHECK(production->run(RetryEpisodes{{episode.id}}));
        const bool lost = episode.state == EpisodeState::Done && production->parts_.options.resume &&
                          production->hasOpenSteps(episode);
        if (episode.state == EpisodeState::Running || lost)
            MANJU_CHECK(production->moveEpisode(episode, EpisodeState::Waiting));
        if (production->model_.stepsOf(episode.id).empty()) production->unplanned_.insert(episode.id);
        production->dirty_.insert(episode.id);
    }
    if (!production->unplanned_.empty()) production->requestIdentity();
    return production;
}

/// Attempts that the last run left: finished if their delivery is whole, else taken back.
Status Production::recoverRunning() {
    MANJU_TRY(const std::vector<store::AttemptRow> attempts, parts_.store.runningAttempts());
    for (const store::AttemptRow& attempt : attempts) {
        store::StepRow step = model_.steps.at(attempt.step);
        MANJU_TRY(const auto published, recover(parts_.store, parts_.layout, step, attempt, now()));
        if (published) {
            model_.results[step.key] = *published;
        } else {
            step.state = StepState::Waiting;
            MANJU_CHECK(
                parts_.store.failAttempt(step, attempt.number, store::AttemptOutcome::Interrupted, now()));
        }
        model_.put(step);
    }
    return Done{};
}

/// A done step whose files are gone or cut is to be done again.
Status Production::checkResults() {
    std::vector<store::StepRow> lost;
    for (const auto& [id, step] : model_.steps) {
        if (step.state != StepState::Done) continue;
        const store::ResultRow* result = model_.resultOf(step);
        if (result && isWhole(parts_.layout, *result, false)) continue;
        lost.push_back(step);
    }
    return redo(lost);
}

Status Production::redo(std::vector<store::StepRow>& steps) {
    for (store::StepRow& step : steps) {
        step.state = StepState::Waiting;
        MANJU_CHECK(parts_.store.removeResult(step.key));
        model_.results.erase(step.key);
    }
    return steps.empty() ? Status(Done{}) : putSteps(steps);
}

Result<CommandReply> Production::apply(const Command& command, const std::vector<ScriptInput>& scripts) {
    auto reply = std::visit(
        [&](const auto& specific) {
            if constexpr (std::is_same_v<std::decay_t<decltype(specific)>, ImportScripts>)
                return addScripts(scripts);
            else
                return run(specific);
        },
        command);
    if (reply.ok())
        savedAt_ = now();
    else
        log::error("engine", reply.error());
    return reply;
}

Status Production::moveEpisode(store::EpisodeRow& episode, EpisodeState to, std::optional<Error> error) {
    if (episode.state == to && !error && !episode.error) return Done{};
    if (episode.state != to && !mayMove(episode.state, to))
        return Error(kNotThatState,
                     {{"title", episode.title}, {"state", std::string(toText(episode.state))}});
    store::EpisodeRow moved = episode;
    moved.state = to;
    moved.error = std::move(error);
    MANJU_CHECK(parts_.store.saveEpisodes({&moved}));
    episode = std::move(moved);
    savedAt_ = now();
    if (to != EpisodeState::Waiting && to != EpisodeState::Running) farm_.remove(episode.id);
    return Done{};
}

bool Production::hasOpenSteps(const store::EpisodeRow& episode) const {
    for (const store::StepRow* step : model_.stepsOf(episode.id))
        if (step->state != StepState::Done) return true;
    return false;
}

Status Production::putSteps(std::vector<store::StepRow>& rows) {
    std::vector<store::StepRow*> pointers;
    for (store::StepRow& row : rows) pointers.push_back(&row);
    MANJU_CHECK(parts_.store.saveSteps(pointers));
    for (const store::StepRow& row : rows) model_.put(row);
    savedAt_ = now();
    return Done{};
}

void Production::note(MessageRef message, EpisodeId episode) {
    store::EventRow row{0, now(), message.id, message.args, episode};
    log::info("engine", Error::restored(message.id, ErrorKind::Failed, message.args).debugText());
    if (!parts_.store.addEvent(row).ok()) return;  // an event is not worth stopping the work for
    model_.events.push_back({row.sequence, row.at, std::move(message), episode});
    if (model_.events.size() > kEventsShown) model_.events.erase(model_.events.begin());
}

void Production::halt(const Error& error) {
    log::error("engine", error);
    if (!halted_) halted_ = error;
}

bool Production::isActive(const store::EpisodeRow& episode) const {
    return episode.queued && !cancelling_.contains(episode.id) &&
           (episode.state == EpisodeState::Waiting || episode.state == EpisodeState::Running);
}

void Production::tick() {
    if (halted_ || holding_) return;
    const std::set<EpisodeId> dirty = std::exchange(dirty_, {});
    for (const EpisodeId id : dirty)
        if (store::EpisodeRow* episode = model_.episode(id);
            episode && isActive(*episode) && !unplanned_.contains(id))
            advance(*episode);
    // A granted step that turns out to be done already leaves its place to the next one.
    for (auto granted = farm_.decide(now()); !granted.empty() && !halted_; granted = farm_.decide(now()))
        for (const StepId step : granted) startStep(step);
    std::optional<StepId> failed;
    const Status restarted = parts_.pool.tick(now(), failed);
    if (!restarted.ok() && failed) onFailed(*failed, restarted.error(), true);
}

std::optional<std::int64_t> Production::nextTick() const {
    if (halted_ || holding_) return std::nullopt;
    std::optional<std::int64_t> next = farm_.nextDecision(now());
    if (const auto pool = parts_.pool.nextTick(); pool && (!next || *pool < *next)) next = pool;
    if (!dirty_.empty()) next = now();
    return next;
}

EngineSnapshot Production::snapshot() {
    LiveState live;
    live.running = progress_;
    live.cancelling = cancelling_;
    live.mediaWorkers = parts_.options.mediaWorkers;
    live.waitingOn = [this](const store::StepRow& step) { return farm_.waitingOn(step.id, now()); };
    EngineSnapshot snapshot;
    snapshot.epoch = epoch_;
    snapshot.project = parts_.layout.root.string();
    snapshot.checkpoint = model_.settings.checkpoint;
    snapshot.castFile = model_.settings.castFile;
    snapshot.presetFile = model_.settings.presetFile;
    snapshot.outFolder = model_.settings.outFolder;
    snapshot.episodes = episodeSnapshots(model_, parts_.layout, live);
    for (EpisodeSnapshot& episode : snapshot.episodes)
        if (hashing_ && unplanned_.contains(episode.id)) episode.waitingOn = {"wait.checkpoint", {}};
    snapshot.workers = parts_.pool.snapshot();
    snapshot.events = model_.events;
    snapshot.savedWallMillis = savedAt_;
    snapshot.revision = parts_.store.revision().valueOr(0);
    if (halted_)
        snapshot.problem = messageOf(*halted_);
    else if (holding_)
        snapshot.problem = {"engine.held", {}};
    if (const auto free = os::freeDisk(parts_.layout.root)) snapshot.diskFreeBytes = free->count;
    return snapshot;
}

void Production::close() {
    bool stored = true;
    for (store::EpisodeRow& episode : model_.episodes)
        if (episode.state == EpisodeState::Running)
            stored = moveEpisode(episode, EpisodeState::Waiting).ok() && stored;
    for (const auto& [id, run] : running_) {
        store::StepRow step = model_.steps.at(id);
        step.state = StepState::Waiting;
        stored = parts_.store.failAttempt(step, run.attempt.number, store::AttemptOutcome::Interrupted, now())
                     .ok() &&
                 stored;
    }
    stored = os::removeTree(parts_.layout.work()).ok() && stored;
    // Without this mark the next run repairs what is left, as after a crash.
    if (stored && !halted_) (void)parts_.store.endRun();
}

}  // namespace manju::engine
