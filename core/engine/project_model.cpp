// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/project_model.h"

#include <algorithm>
#include "core/base/os/file.h"

namespace manju::engine {
namespace {

constexpr int kEventsKept = 200;

}  // namespace

Result<ProductionSettings> loadSettings(store::ProjectStore& store) {
    ProductionSettings settings;
    MANJU_TRY(settings.checkpoint, store.setting("checkpoint"));
    MANJU_TRY(settings.castFile, store.setting("cast-file"));
    MANJU_TRY(settings.presetFile, store.setting("preset-file"));
    MANJU_TRY(settings.outFolder, store.setting("out"));
    MANJU_TRY(settings.music, store.setting("music"));
    MANJU_TRY(settings.musicFile, store.setting("music-file"));
    MANJU_TRY(const std::string cast, store.setting("cast"));
    MANJU_TRY(const std::string preset, store.setting("preset"));
    if (!cast.empty()) {
        MANJU_TRY(const Json json, parseJson(cast, "cast"));
        MANJU_TRY(settings.cast, fromJson<Cast>(json, "cast"));
    }
    if (!preset.empty()) {
        MANJU_TRY(const Json json, parseJson(preset, "preset"));
        MANJU_TRY(settings.preset, fromJson<Preset>(json, "preset"));
    }
    return settings;
}

Result<ProjectModel> ProjectModel::load(store::ProjectStore& store, const ProjectLayout& layout) {
    ProjectModel model;
    MANJU_TRY(model.episodes, store.episodes());
    for (store::EpisodeRow& episode : model.episodes)
        if (!episode.video.empty() && !os::stampFile(layout.root / episode.video).ok()) episode.video.clear();
    MANJU_TRY(model.settings, loadSettings(store));
    MANJU_TRY(model.durations, store.durations());
    MANJU_TRY(const std::vector<store::StepRow> steps, store.steps());
    for (const store::StepRow& step : steps) {
        model.put(step);
        if (step.state != StepState::Done || model.results.contains(step.key)) continue;
        MANJU_TRY(const auto result, store.result(step.key));
        if (result) model.results.emplace(step.key, *result);
    }
    MANJU_TRY(const std::vector<store::EventRow> events, store.newestEvents(kEventsKept));
    for (const store::EventRow& row : events)
        model.events.push_back({row.sequence, row.at, {row.message, row.args}, row.episode});
    return model;
}

store::EpisodeRow* ProjectModel::episode(EpisodeId id) {
    const auto at =
        std::find_if(episodes.begin(), episodes.end(), [&](const auto& row) { return row.id == id; });
    return at == episodes.end() ? nullptr : &*at;
}

const store::EpisodeRow* ProjectModel::episode(EpisodeId id) const {
    return const_cast<ProjectModel*>(this)->episode(id);
}

std::vector<const store::StepRow*> ProjectModel::stepsOf(EpisodeId episode) const {
    std::vector<const store::StepRow*> rows;
    if (const auto at = byEpisode_.find(episode); at != byEpisode_.end())
        for (const StepId id : at->second) rows.push_back(&steps.at(id));
    return rows;
}

const store::StepRow* ProjectModel::step(EpisodeId episode, StepKind kind, ShotId shot, LineId line) const {
    for (const store::StepRow* row : stepsOf(episode))
        if (row->kind == kind && row->shot == shot && row->line == line) return row;
    return nullptr;
}

const store::ResultRow* ProjectModel::resultOf(const store::StepRow& step) const {
    if (step.state != StepState::Done) return nullptr;
    const auto at = results.find(step.key);
    return at == results.end() ? nullptr : &at->second;
}

void ProjectModel::put(const store::StepRow& step) {
    steps[step.id] = step;
    byEpisode_[step.episode].insert(step.id);
}

}  // namespace manju::engine
