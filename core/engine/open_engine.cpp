// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <thread>

#include "core/base/os/file.h"
#include "core/engine/project_engine.h"
#include "core/engine/project_model.h"
#include "core/engine/snapshot_builder.h"

namespace manju {
namespace engine {
namespace {

constexpr int kMediaNiceness = 10;

int cores() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

WorkerFactory processWorkers(const EngineOptions& options, std::int64_t epoch) {
    return [folder = options.workers, epoch](Lane lane, int, link::WorkerSink sink) {
        link::WorkerOptions worker;
        worker.epoch = epoch;
        worker.executable = folder / (lane == Lane::Image ? "manju-worker-image" : "manju-worker-media");
        worker.cpuThreads = cores();
        worker.niceness = lane == Lane::Image ? 0 : kMediaNiceness;
        return link::spawnWorker(std::move(worker), std::move(sink));
    };
}

}  // namespace engine

Result<std::unique_ptr<Engine>> openEngine(EngineOptions options) {
    const EngineOptions copy = options;
    return engine::openEngineWith(std::move(options),
                                  [copy](std::int64_t epoch) { return engine::processWorkers(copy, epoch); });
}

Result<EngineSnapshot> readProject(const std::filesystem::path& project) {
    std::error_code ignored;
    const engine::ProjectLayout layout{std::filesystem::absolute(project, ignored)};
    MANJU_TRY(store::ProjectStore store, store::ProjectStore::open(layout.root, store::Access::ReadOnly));
    MANJU_TRY(const engine::ProjectModel model, engine::ProjectModel::load(store, layout));
    EngineSnapshot snapshot;
    snapshot.project = layout.root.string();
    snapshot.checkpoint = model.settings.checkpoint;
    snapshot.castFile = model.settings.castFile;
    snapshot.presetFile = model.settings.presetFile;
    snapshot.outFolder = model.settings.outFolder;
    snapshot.episodes = engine::episodeSnapshots(model, layout, {});
    snapshot.events = model.events;
    MANJU_TRY(snapshot.revision, store.revision());
    MANJU_TRY(const Bytes free, os::freeDisk(layout.root));
    snapshot.diskFreeBytes = free.count;
    return snapshot;
}

Result<std::vector<AttemptSnapshot>> readAttempts(const std::filesystem::path& project) {
    MANJU_TRY(store::ProjectStore store, store::ProjectStore::open(project, store::Access::ReadOnly));
    MANJU_TRY(const engine::ProjectModel model, engine::ProjectModel::load(store, {project}));
    MANJU_TRY(const std::vector<store::AttemptRow> rows, store.attempts());
    std::map<ShotId, int> numbers;
    for (const store::EpisodeRow& episode : model.episodes) {
        int number = 0;
        for (const store::ShotRow& shot : episode.shots) numbers[shot.id] = ++number;
    }
    std::vector<AttemptSnapshot> attempts;
    for (const store::AttemptRow& row : rows) {
        const store::StepRow& step = model.steps.at(row.step);
        AttemptSnapshot attempt;
        attempt.episode = step.episode;
        attempt.shot = step.shot.valid() ? numbers[step.shot] : 0;
        attempt.kind = step.kind;
        attempt.key = row.key;
        attempt.number = row.number;
        attempt.epoch = row.epoch;
        attempt.outcome = toText(row.outcome);
        attempt.startedMillis = row.startedAt;
        attempt.endedMillis = row.endedAt;
        if (row.error) attempt.error = messageOf(*row.error);
        attempts.push_back(std::move(attempt));
    }
    return attempts;
}

}  // namespace manju
