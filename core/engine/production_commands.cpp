// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/os/file.h"
#include "core/engine/errors.h"
#include "core/engine/production.h"
#include "core/engine/settings_input.h"
#include "core/story/decode.h"

namespace manju::engine {
namespace {

namespace fs = std::filesystem;

constexpr Bytes kDiskMargin = megabytes(500);  // kept free for the system and the database

}  // namespace

Result<CommandReply> Production::addScripts(const std::vector<ScriptInput>& scripts) {
    CommandReply reply;
    for (const ScriptInput& script : scripts) {
        MANJU_TRY(std::vector<EpisodeId> ids, parts_.store.episodesOfScript(script.sha256));
        if (ids.empty()) {
            const fs::path kept = parts_.layout.input(script.sha256, ".txt");
            MANJU_CHECK(os::makeDirectories((parts_.layout.root / kept).parent_path()));
            MANJU_CHECK(os::writeFile(parts_.layout.root / kept, script.bytes));
            store::ScriptRow row{0,
                                 script.sha256,
                                 story::displayPath(script.path.filename()),
                                 kept.string(),
                                 script.parsed.encoding,
                                 script.parsed.format,
                                 script.parsed.language};
            MANJU_TRY(ids, parts_.store.addScript(row, script.parsed.episodes, now()));
            MANJU_TRY(std::vector<store::EpisodeRow> all, parts_.store.episodes());
            for (store::EpisodeRow& episode : all)
                if (std::find(ids.begin(), ids.end(), episode.id) != ids.end())
                    model_.episodes.push_back(std::move(episode));
        } else {
            reply.alreadyThere += static_cast<int>(ids.size());
        }
        reply.episodes.insert(reply.episodes.end(), ids.begin(), ids.end());
    }
    return reply;
}

Result<CommandReply> Production::run(const Configure& command) {
    std::map<std::string, std::string> values;
    ProductionSettings wanted = model_.settings;
    if (!command.checkpoint.empty()) values["checkpoint"] = wanted.checkpoint = command.checkpoint;
    if (!command.castFile.empty()) {
        MANJU_TRY(const Cast cast, readCastFile(command.castFile));
        values["cast"] = canonicalJson(cast);
        values["cast-file"] = command.castFile;
    }
    if (!command.presetFile.empty()) {
        MANJU_TRY(const PresetInput input, readPresetFile(command.presetFile));
        values["preset"] = canonicalJson(input.preset);
        values["preset-file"] = command.presetFile;
        wanted.preset = input.preset;
        values["music"] = values["music-file"] = "";
        if (!input.music.empty()) {
            MANJU_TRY(values["music"], keepInput(parts_.layout, input.music, values["music-file"]));
        }
    }
    const bool otherModel = !command.checkpoint.empty() || wanted.model() != model_.settings.model();
    if (otherModel && !wanted.checkpoint.empty())
        MANJU_CHECK(checkBaseModel(wanted.model(), parts_.options.resources));
    if (otherModel && !wanted.model().upscaler.empty()) MANJU_CHECK(checkUpscaler(wanted.model().upscaler));
    if (!command.outFolder.empty()) {
        MANJU_CHECK(os::makeDirectories(command.outFolder));
        MANJU_CHECK(os::checkWritable(command.outFolder));
        values["out"] = command.outFolder;
    }
    if (values.empty()) return CommandReply{};
    MANJU_CHECK(parts_.store.setSettings(values));
    MANJU_TRY(model_.settings, loadSettings(parts_.store));
    identities_.reset();
    return CommandReply{};
}

Result<std::vector<store::EpisodeRow*>> Production::wanted(const std::vector<EpisodeId>& ids) {
    std::vector<store::EpisodeRow*> rows;
    if (ids.empty())
        for (store::EpisodeRow& episode : model_.episodes)
            if (episode.state != EpisodeState::Done) rows.push_back(&episode);
    for (const EpisodeId id : ids) {
        store::EpisodeRow* episode = model_.episode(id);
        if (!episode) return Error(kUnknownEpisode, {{"episode", std::to_string(id.value)}});
        rows.push_back(episode);
    }
    return rows;
}

/// Refuses to start what the disk cannot hold, rather than failing in the middle of the night.
Status Production::checkDisk(const std::vector<store::EpisodeRow*>& episodes) {
    Bytes need = kDiskMargin;
    for (const store::EpisodeRow* episode : episodes)
        if (episode->state != EpisodeState::Done)
            need = need + estimateDisk(*episode, model_.settings.preset);
    MANJU_TRY(const Bytes free, os::freeDisk(parts_.layout.root));
    if (free < need)
        return Error(kDiskNeed,
                     {{"folder", parts_.layout.root.string()}, {"need", need.text()}, {"free", free.text()}});
    return Done{};
}

Result<CommandReply> Production::run(const Produce& command) {
    MANJU_TRY(const std::vector<store::EpisodeRow*> rows, wanted(command.episodes));
    if (rows.empty()) return Error(kNothingToProduce);
    if (model_.settings.checkpoint.empty()) return Error(kNoCheckpoint);
    MANJU_CHECK(checkDisk(rows));

    CommandReply reply;
    std::vector<store::EpisodeRow> changed;
    for (const store::EpisodeRow* row : rows) {
        reply.episodes.push_back(row->id);
        if (row->queued && isActive(*row)) ++reply.alreadyThere;
        store::EpisodeRow queued = *row;
        // A running episode stays running: its finished and running steps are kept where nothing changed.
        if (queued.state != EpisodeState::Running) queued.state = EpisodeState::Waiting;
        queued.error.reset();
        queued.priority = command.priority;
        queued.urgent = command.urgent;
        queued.deadline = command.deadline;
        if (!row->queued || !isActive(*row)) queued.submittedAt = now();
        queued.queued = true;
        changed.push_back(std::move(queued));
    }
    std::vector<const store::EpisodeRow*> pointers;
    for (const store::EpisodeRow& episode : changed) pointers.push_back(&episode);
    MANJU_CHECK(parts_.store.saveEpisodes(pointers));
    for (store::EpisodeRow& episode : changed) {
        unplanned_.insert(episode.id);
        *model_.episode(episode.id) = std::move(episode);
    }
    halted_.reset();
    holding_ = false;
    // Always: a file may have been replaced since. What has not changed is not hashed again.
    requestIdentity();
    return reply;
}

Result<CommandReply> Production::run(const CancelEpisodes& command) {
    MANJU_TRY(const std::vector<store::EpisodeRow*> rows, wanted(command.episodes));
    CommandReply reply;
    for (store::EpisodeRow* episode : rows) {
        reply.episodes.push_back(episode->id);
        if (episode->state == EpisodeState::Done || episode->state == EpisodeState::Cancelled ||
            !episode->queued) {
            ++reply.alreadyThere;
            continue;
        }
        unplanned_.erase(episode->id);
        farm_.remove(episode->id);
        std::vector<store::StepRow> stopped;
        bool running = false;
        for (const store::StepRow* step : model_.stepsOf(episode->id)) {
            if (step->state == StepState::Running) {
                parts_.pool.cancel(step->id);
                running = true;
            } else if (step->state == StepState::Waiting) {
                stopped.push_back(*step);
                stopped.back().state = StepState::Cancelled;
            }
        }
        if (!stopped.empty()) MANJU_CHECK(putSteps(stopped));
        if (running)
            cancelling_.insert(episode->id);  // cancelled once its last step has ended
        else
            MANJU_CHECK(moveEpisode(*episode, EpisodeState::Cancelled));
    }
    return reply;
}

Result<CommandReply> Production::run(const PauseEpisodes& command) {
    MANJU_TRY(const std::vector<store::EpisodeRow*> rows, wanted(command.episodes));
    CommandReply reply;
    if (!command.paused) holding_ = false;
    for (store::EpisodeRow* episode : rows) {
        reply.episodes.push_back(episode->id);
        const bool can = command.paused ? isActive(*episode) : episode->state == EpisodeState::Paused;
        if (!can) {
            ++reply.alreadyThere;
            continue;
        }
        // When paused, running steps come to their end; nothing new starts.
        MANJU_CHECK(moveEpisode(*episode, command.paused ? EpisodeState::Paused : EpisodeState::Waiting));
        dirty_.insert(episode->id);
    }
    return reply;
}

Result<CommandReply> Production::run(const RetryEpisodes& command) {
    MANJU_TRY(const std::vector<store::EpisodeRow*> rows, wanted(command.episodes));
    CommandReply reply;
    halted_.reset();
    holding_ = false;
    for (store::EpisodeRow* episode : rows) {
        reply.episodes.push_back(episode->id);
        const bool can = episode->state == EpisodeState::NeedsAttention ||
                         (episode->state == EpisodeState::Cancelled && episode->queued);
        if (!can) {
            ++reply.alreadyThere;
            dirty_.insert(episode->id);
            continue;
        }
        std::vector<store::StepRow> again;
        for (const store::StepRow* step : model_.stepsOf(episode->id)) {
            if (step->state != StepState::Failed && step->state != StepState::Cancelled) continue;
            again.push_back(*step);
            store::StepRow& row = again.back();
            row.state = StepState::Waiting;
            row.failures = row.crashes = 0;
            row.notBefore = 0;
            row.error.reset();
        }
        if (!again.empty()) MANJU_CHECK(putSteps(again));
        MANJU_CHECK(moveEpisode(*episode, EpisodeState::Waiting));
        if (model_.stepsOf(episode->id).empty()) unplanned_.insert(episode->id);
        dirty_.insert(episode->id);
    }
    if (!unplanned_.empty()) requestIdentity();
    return reply;
}

}  // namespace manju::engine
