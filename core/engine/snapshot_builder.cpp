// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/snapshot_builder.h"

#include <algorithm>

#include "core/engine/duration_estimate.h"

namespace manju::engine {
namespace {

using Steps = std::vector<const store::StepRow*>;

Steps stepsOfShot(const Steps& steps, ShotId shot) {
    Steps own;
    for (const store::StepRow* step : steps)
        if (step->shot == shot) own.push_back(step);
    return own;
}

bool anyIs(const Steps& steps, StepState state) {
    return std::any_of(steps.begin(), steps.end(), [&](const auto* step) { return step->state == state; });
}

ShotState stateOf(const Steps& steps, bool queued) {
    if (anyIs(steps, StepState::Failed)) return ShotState::Failed;
    if (anyIs(steps, StepState::Running)) return ShotState::Generating;
    if (anyIs(steps, StepState::Stale)) return ShotState::Stale;
    const bool done = !steps.empty() && std::all_of(steps.begin(), steps.end(), [](const auto* step) {
        return step->state == StepState::Done;
    });
    if (done) return ShotState::Approved;
    return queued ? ShotState::Queued : ShotState::Draft;
}

MessageRef stageOf(const StepProgress& progress) {
    MessageRef stage{progress.stage, {}};
    if (progress.count > 0)
        stage.args = {{"index", std::to_string(progress.index)}, {"count", std::to_string(progress.count)}};
    return stage;
}

/// The stage of the running step that is shown: the image before the voice.
MessageRef shownStage(const Steps& steps, const LiveState& live) {
    MessageRef shown;
    for (const store::StepRow* step : steps) {
        const auto at = live.running.find(step->id);
        if (at == live.running.end() || at->second.stage.empty()) continue;
        if (shown.id.empty() || step->kind == StepKind::Image) shown = stageOf(at->second);
    }
    return shown;
}

double shareOf(const ProjectModel& model, const Steps& steps, const LiveState& live) {
    double total = 0;
    double done = 0;
    for (const store::StepRow* step : steps) {
        const double cost = expectedMillis(model, step->kind);
        total += cost;
        if (step->state == StepState::Done) done += cost;
        if (const auto at = live.running.find(step->id); at != live.running.end())
            done += cost * at->second.fraction;
    }
    return total > 0 ? done / total : 0;
}

ShotSnapshot shotSnapshot(const ProjectModel& model, const ProjectLayout& layout, const LiveState& live,
                          const store::ShotRow& row, const Steps& steps) {
    ShotSnapshot shot;
    shot.id = row.id;
    shot.characters = row.characters;
    for (const store::LineRow& line : row.lines) shot.lines.push_back(line.line);
    shot.stage = shownStage(steps, live);
    shot.fraction = shareOf(model, steps, live);
    for (const store::StepRow* step : steps) {
        const store::ResultRow* result = model.resultOf(*step);
        if (step->kind == StepKind::Image && result)
            shot.image = (layout.root / result->file("image")->name).string();
        if (step->kind == StepKind::Voice && result)
            shot.seconds += static_cast<double>(result->meta.value("samples", std::int64_t{0})) / kSampleRate;
        if (step->state == StepState::Failed && step->error && shot.error.id.empty())
            shot.error = messageOf(*step->error);
    }
    return shot;
}

/// Why nothing of a queued episode is running now.
MessageRef waitingOf(const Steps& steps, const LiveState& live, EpisodeState state) {
    if (state != EpisodeState::Waiting && state != EpisodeState::Running) return {};
    if (anyIs(steps, StepState::Running) || !live.waitingOn) return {};
    for (const store::StepRow* step : steps)
        if (step->state == StepState::Waiting)
            if (MessageRef reason = live.waitingOn(*step); !reason.id.empty()) return reason;
    return {};
}

}  // namespace

std::vector<EpisodeSnapshot> episodeSnapshots(const ProjectModel& model, const ProjectLayout& layout,
                                              const LiveState& live) {
    std::vector<EpisodeSnapshot> snapshots;
    for (const store::EpisodeRow& row : model.episodes) {
        const Steps steps = model.stepsOf(row.id);
        EpisodeSnapshot episode;
        episode.id = row.id;
        episode.title = row.title;
        episode.script = row.scriptName;
        episode.state = row.state;
        episode.queued = row.queued;
        episode.requestedCancel = live.cancelling.contains(row.id);
        episode.priority = row.priority;
        episode.fraction = fractionOf(model, row, live.running);
        if (row.queued && (row.state == EpisodeState::Running || row.state == EpisodeState::Waiting))
            episode.remaining = remainingOf(model, row, live.running, live.mediaWorkers);
        if (row.queued) episode.waitingOn = waitingOf(steps, live, row.state);
        if (row.error) {
            episode.error = messageOf(*row.error);
            episode.errorKind = row.error->kind();
        }
        if (!row.video.empty()) episode.video = (layout.root / row.video).string();
        for (const store::ShotRow& shot : row.shots) {
            const Steps own = stepsOfShot(steps, shot.id);
            episode.shots.push_back(shotSnapshot(model, layout, live, shot, own));
            episode.shots.back().number = static_cast<int>(episode.shots.size());
            episode.shots.back().state = stateOf(own, row.queued && row.state != EpisodeState::Cancelled);
        }
        snapshots.push_back(std::move(episode));
    }
    return snapshots;
}

}  // namespace manju::engine
