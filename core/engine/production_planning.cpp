// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/log.h"
#include "core/engine/errors.h"
#include "core/engine/exporter.h"
#include "core/engine/production.h"
#include "core/engine/publisher.h"

namespace manju::engine {

void Production::requestIdentity() {
    if (hashing_) return;
    identities_.reset();
    auto work = prepareIdentity(parts_.store, model_.settings.model(), model_.settings.cast,
                                parts_.options.resources);
    if (!work.ok()) {
        onIdentity(work.error());
        return;
    }
    hashing_ = true;
    parts_.hash(std::move(work).value());
}

void Production::onIdentity(Result<IdentityWork> work) {
    hashing_ = false;
    auto identities = work.ok() ? finishIdentity(parts_.store, *work) : Result<ModelIdentities>(work.error());
    if (!identities.ok()) {
        for (const EpisodeId id : std::exchange(unplanned_, {}))
            if (store::EpisodeRow* episode = model_.episode(id)) attend(*episode, identities.error());
        return;
    }
    if (work->choice != model_.settings.model() || work->loras != loraFilesOf(model_.settings.cast)) {
        // Changed while they were hashed.
        requestIdentity();
        return;
    }
    identities_ = std::move(identities).value();
    planQueued();
}

void Production::planQueued() {
    for (const EpisodeId id : std::exchange(unplanned_, {})) {
        store::EpisodeRow* episode = model_.episode(id);
        if (!episode) continue;
        if (const Status planned = plan(*episode); !planned.ok()) halt(planned.error());
        dirty_.insert(id);
    }
}

/// Makes the episode's steps what the storyboard and the settings ask for; a step whose spec is
/// unchanged keeps its state, so that only what an edit touches is done again.
Status Production::plan(store::EpisodeRow& episode) {
    std::vector<store::StepRow> changed;
    for (const WantedStep& wanted : planShots(episode, model_.settings, *identities_))
        MANJU_CHECK(want(episode, wanted, changed));
    const bool shotsChanged = !changed.empty();
    for (const StepKind kind : {StepKind::Subtitles, StepKind::Video}) {
        const store::StepRow* present = model_.step(episode.id, kind, {}, {});
        if (present && !shotsChanged && present->state != StepState::Cancelled &&
            present->state != StepState::Failed) {
            // Style and sound settings may differ although every shot is the same: spec is made anew later.
            if (present->state != StepState::Done) continue;
        }
        store::StepRow row = present ? *present : store::StepRow{};
        row.episode = episode.id;
        row.kind = kind;
        row.key.clear();
        row.spec = nullptr;
        row.state = StepState::Waiting;
        row.failures = row.crashes = 0;
        row.error.reset();
        changed.push_back(std::move(row));
    }
    return changed.empty() ? Status(Done{}) : putSteps(changed);
}

/// Adds to `changed` what has to change for this step to have this spec.
Status Production::want(store::EpisodeRow& episode, const WantedStep& wanted,
                        std::vector<store::StepRow>& changed) {
    const std::string key = stepKey(wanted.kind, wanted.spec);
    const store::StepRow* present = model_.step(episode.id, wanted.kind, wanted.shot, wanted.line);
    const bool usable = present && present->key == key &&
                        (present->state == StepState::Done || present->state == StepState::Running ||
                         present->state == StepState::Waiting);
    if (usable) return Done{};
    store::StepRow row = present ? *present : store::StepRow{};
    if (row.state == StepState::Running) parts_.pool.cancel(row.id);  // its result would be of no use
    row.episode = episode.id;
    row.shot = wanted.shot;
    row.line = wanted.line;
    row.kind = wanted.kind;
    row.key = key;
    row.spec = wanted.spec;
    row.failures = row.crashes = 0;
    row.notBefore = 0;
    row.error.reset();
    if (row.state != StepState::Running) row.state = StepState::Waiting;
    changed.push_back(std::move(row));
    return Done{};
}

void Production::advance(store::EpisodeRow& episode) {
    const Status status = advanceSteps(episode);
    if (!status.ok()) {
        if (status.error().kind() == ErrorKind::Environment || status.error().kind() == ErrorKind::Attention)
            attend(episode, status.error());
        else
            halt(status.error());
    }
}

Status Production::advanceSteps(store::EpisodeRow& episode) {
    farm_.put(episode);
    const ResultOf resultOf = [&](StepKind kind, ShotId shot, LineId line) -> const store::ResultRow* {
        const store::StepRow* step = model_.step(episode.id, kind, shot, line);
        return step ? model_.resultOf(*step) : nullptr;
    };
    const auto isDone = [&](StepKind kind) {
        for (const store::StepRow* step : model_.stepsOf(episode.id))
            if (step->kind == kind && step->state != StepState::Done) return false;
        return true;
    };
    std::vector<store::StepRow> waiting;
    const bool voicesDone = isDone(StepKind::Voice);
    const bool allButVideoDone = voicesDone && isDone(StepKind::Image) && isDone(StepKind::Subtitles);
    for (const store::StepRow* step : model_.stepsOf(episode.id)) {
        if (step->state != StepState::Waiting) continue;
        store::StepRow row = *step;
        if (row.kind == StepKind::Subtitles) {
            // Not after the pictures: a font that is missing is told of in the first minute.
            if (!voicesDone) continue;
            row.spec = planSubtitles(episode, model_.settings, resultOf);
        } else if (row.kind == StepKind::Video) {
            if (!allButVideoDone) continue;
            // Settings may have changed since the captions were set.
            const store::StepRow& captions = *model_.step(episode.id, StepKind::Subtitles, {}, {});
            if (captions.key !=
                stepKey(StepKind::Subtitles, planSubtitles(episode, model_.settings, resultOf))) {
                std::vector<store::StepRow> again{captions};
                again[0].state = StepState::Waiting;
                MANJU_CHECK(putSteps(again));
                dirty_.insert(episode.id);
                continue;
            }
            row.spec = planVideo(episode, model_.settings, resultOf);
        }
        row.key = stepKey(row.kind, row.spec);
        if (row.key != step->key) {
            std::vector<store::StepRow> one{row};
            MANJU_CHECK(putSteps(one));
        }
        waiting.push_back(std::move(row));
    }
    for (store::StepRow& row : waiting) {
        MANJU_TRY(const bool adopted, adopt(row));
        if (adopted)
            dirty_.insert(episode.id);  // the next step may be possible now
        else
            offer(episode, row);
    }
    if (allButVideoDone && isDone(StepKind::Video)) return finishEpisode(episode);

    bool open = dirty_.contains(episode.id);
    std::optional<Error> failure;
    for (const store::StepRow* step : model_.stepsOf(episode.id)) {
        const bool runnable =
            step->state == StepState::Running || (step->state == StepState::Waiting && !step->key.empty());
        open = open || runnable;
        if (step->state == StepState::Failed && !failure) failure = step->error;
    }
    if (!open && failure) attend(episode, *failure);
    return Done{};
}

/// A result under this key may exist already: from another episode, or from before an edit was taken back.
Result<bool> Production::adopt(store::StepRow& step) {
    MANJU_TRY(const auto result, parts_.store.result(step.key));
    if (!result || !isWhole(parts_.layout, *result, false)) return false;
    farm_.withdraw(step.id);
    step.state = StepState::Done;
    step.error.reset();
    std::vector<store::StepRow> one{step};
    MANJU_CHECK(putSteps(one));
    model_.results[step.key] = *result;
    return true;
}

void Production::offer(const store::EpisodeRow& episode, const store::StepRow& step) {
    for (const auto& [id, run] : running_)
        if (run.attempt.key == step.key)
            return;  // the same picture is being drawn: its result will serve both
    int position = 0;
    while (position < static_cast<int>(episode.shots.size()) &&
           episode.shots[static_cast<std::size_t>(position)].id != step.shot)
        ++position;
    farm_.offer(step, position, now());
}

Status Production::finishEpisode(store::EpisodeRow& episode) {
    for (const StepKind kind : {StepKind::Subtitles, StepKind::Video}) {
        const store::StepRow& step = *model_.step(episode.id, kind, {}, {});
        if (isWhole(parts_.layout, *model_.resultOf(step), true)) continue;
        std::vector<store::StepRow> damaged{step};
        MANJU_CHECK(redo(damaged));
        dirty_.insert(episode.id);
        return Done{};
    }
    const auto& video = *model_.resultOf(*model_.step(episode.id, StepKind::Video, {}, {}));
    const auto& subtitles = *model_.resultOf(*model_.step(episode.id, StepKind::Subtitles, {}, {}));
    const std::filesystem::path folder = model_.settings.outFolder.empty()
                                             ? parts_.layout.videos()
                                             : std::filesystem::path(model_.settings.outFolder);
    MANJU_TRY(const std::filesystem::path exported,
              exportVideo(parts_.layout, folder, episode, video, subtitles));
    // Inside the project the path is kept relative, so that the project can be moved.
    const std::filesystem::path relative = exported.lexically_relative(parts_.layout.root);
    const bool inside = !relative.empty() && *relative.begin() != "..";
    store::EpisodeRow done = episode;
    done.video = (inside ? relative : exported).string();
    if (done.state == EpisodeState::Waiting) done.state = EpisodeState::Running;  // nothing was left to run
    episode = done;
    MANJU_CHECK(moveEpisode(episode, EpisodeState::Done));
    note({"engine.event.done", {{"title", episode.title}, {"file", exported.string()}}}, episode.id);
    return Done{};
}

}  // namespace manju::engine
