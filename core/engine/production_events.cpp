// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/errors.h"
#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/engine/duration_estimate.h"
#include "core/engine/errors.h"
#include "core/engine/production.h"
#include "core/engine/publisher.h"

namespace manju::engine {
namespace {

constexpr int kMaxCrashes = 2;

sched::Ending endingOf(const Error& error, bool crashed) {
    if (crashed) return sched::Ending::Crashed;
    return error.is(kCancelled) ? sched::Ending::Cancelled : sched::Ending::Failed;
}

/// Trying again cannot help: the input or the machine has to change first.
bool isFinal(const Error& error) {
    return error.kind() != ErrorKind::Failed;
}

}  // namespace

/// SHA-256 -> path of the LoRAs and of the upscaler in the spec of an image step. Nothing if one of them is
/// not the file any more that it was planned with, or if the spec is of an older form: then the step has to
/// be planned again.
std::optional<std::map<std::string, std::string>> Production::pictureFilesOf(const store::StepRow& step) {
    const auto spec = fromJson<ImageSpec>(step.spec, "image step");
    if (!spec.ok()) return {};
    std::vector<std::string> wanted;
    for (const LoraSpec& lora : spec->loras) wanted.push_back(lora.sha256);
    if (spec->hires && !spec->hires->upscaler.empty()) wanted.push_back(spec->hires->upscaler);
    std::map<std::string, std::string> files;
    if (wanted.empty()) return files;
    const auto known = knownFiles(parts_.store, model_.settings.cast, model_.settings.model());
    for (const std::string& sha256 : wanted) {
        const auto path = known.find(sha256);
        if (path == known.end()) return {};
        files.insert(*path);
    }
    return files;
}

std::map<std::string, std::string> Production::inputsOf(const store::StepRow& step) {
    std::map<std::string, std::string> inputs{{"resources", parts_.options.resources.string()}};
    if (step.kind == StepKind::Image) {
        weights::addInputs(checkpointFiles(model_.settings.model(), parts_.options.resources), inputs);
        const auto files = pictureFilesOf(step);
        if (files) inputs.insert(files->begin(), files->end());
    }
    if (step.kind != StepKind::Video) return inputs;
    const auto add = [&](const store::StepRow* source, const char* role) {
        const OutputFile& file = *model_.resultOf(*source)->file(role);
        inputs[file.sha256] = (parts_.layout.root / file.name).string();
    };
    for (const store::StepRow* source : model_.stepsOf(step.episode)) {
        if (source->state != StepState::Done) continue;
        if (source->kind == StepKind::Image) add(source, "image");
        if (source->kind == StepKind::Voice) add(source, "audio");
        if (source->kind == StepKind::Subtitles) add(source, "ass");
    }
    if (!model_.settings.music.empty())
        inputs[model_.settings.music] = (parts_.layout.root / model_.settings.musicFile).string();
    return inputs;
}

void Production::startStep(StepId id) {
    store::StepRow step = model_.steps.at(id);
    const auto same = [&](const auto& other) { return other.second.attempt.key == step.key; };
    if (std::any_of(running_.begin(), running_.end(), same)) {
        farm_.ended(id, sched::Ending::Cancelled, now());  // offered again when that one has ended
        return;
    }
    const auto adopted = adopt(step);
    if (!adopted.ok()) return halt(adopted.error());
    if (*adopted) {
        farm_.ended(id, sched::Ending::Cancelled, now());
        dirty_.insert(step.episode);
        return;
    }
    // Other settings since it was planned, or files of the model replaced: planned again, a picture is never
    // stored under the key of another model.
    const bool asPlanned = identities_ && step.spec.value("checkpoint", "") == identities_->checkpoint;
    if (step.kind == StepKind::Image && (!asPlanned || !pictureFilesOf(step))) {
        farm_.ended(id, sched::Ending::Cancelled, now());
        unplanned_.insert(step.episode);
        requestIdentity();
        return;
    }
    if (const Status started = startAttempt(std::move(step)); !started.ok()) halt(started.error());
}

/// The attempt is stored before anything starts, so that no work is ever unaccounted for.
Status Production::startAttempt(store::StepRow step) {
    store::EpisodeRow& episode = *model_.episode(step.episode);
    if (episode.state == EpisodeState::Waiting) MANJU_CHECK(moveEpisode(episode, EpisodeState::Running));
    step.state = StepState::Running;
    MANJU_TRY(const int number, parts_.store.beginAttempt(step, epoch_, now()));
    model_.put(step);
    savedAt_ = now();
    RunningStep run;
    run.attempt.step = step.id;
    run.attempt.number = number;
    run.attempt.epoch = epoch_;
    run.attempt.key = step.key;
    run.startedSteady = parts_.clock.steadyMillis();
    running_[step.id] = run;
    progress_[step.id] = {step.id, 0, "", 0, 0};

    StepJob job;
    job.step = step.id;
    job.kind = step.kind;
    job.key = step.key;
    job.spec = step.spec;
    job.attempt = number;
    job.epoch = epoch_;
    job.outputFolder = parts_.layout.attempt(epoch_, step.id, number).string();
    job.inputs = inputsOf(step);
    Status sent = os::makeDirectories(job.outputFolder);
    if (sent.ok()) sent = parts_.pool.start(job, now());
    if (!sent.ok()) onFailed(step.id, sent.error(), false);
    return Done{};
}

void Production::onWorker(const WorkerSource& source, const link::WorkerEvent& event) {
    // A worker that ended while it was starting has not touched the step: no crash of the step.
    const bool started = parts_.pool.isReady(source);
    std::vector<StepId> onThatWorker;
    if (std::holds_alternative<link::WorkerGone>(event))
        if (const auto step = parts_.pool.stepOn(source)) onThatWorker.push_back(*step);
    if (!parts_.pool.onEvent(source, event, now())) return;
    if (const auto* progress = std::get_if<StepProgress>(&event)) {
        if (running_.contains(progress->step)) progress_[progress->step] = *progress;
    } else if (const auto* finished = std::get_if<link::StepFinished>(&event)) {
        onFinished(finished->step, finished->result);
    } else if (const auto* failed = std::get_if<link::StepFailed>(&event)) {
        onFailed(failed->step, failed->error, false);
    } else if (const auto* gone = std::get_if<link::WorkerGone>(&event)) {
        for (const StepId step : onThatWorker) onFailed(step, gone->error, gone->crashed && started);
    }
}

void Production::endAttempt(StepId id, sched::Ending ending) {
    farm_.ended(id, ending, now());
    running_.erase(id);
    progress_.erase(id);
    // Other episodes may wait for the same result.
    for (const store::EpisodeRow& episode : model_.episodes)
        if (isActive(episode)) dirty_.insert(episode.id);
}

void Production::onFinished(StepId id, const StepResult& result) {
    const auto run = running_.find(id);
    if (run == running_.end()) return;
    store::StepRow step = model_.steps.at(id);
    if (step.key != run->second.attempt.key) {  // edited meanwhile: this result is for an older spec
        onFailed(id, Error(kCancelled), false);
        return;
    }
    const auto published = publish(parts_.store, parts_.layout, step, run->second.attempt, result, now());
    if (!published.ok()) {
        onFailed(id, published.error(), false);
        return;
    }
    const double millis = static_cast<double>(parts_.clock.steadyMillis() - run->second.startedSteady);
    model_.put(step);
    model_.results[step.key] = *published;
    savedAt_ = now();
    const store::DurationRow duration = withMeasurement(model_.durations[step.kind], millis);
    if (parts_.store.saveDuration(step.kind, duration).ok()) model_.durations[step.kind] = duration;
    endAttempt(id, sched::Ending::Done);
}

void Production::onFailed(StepId id, const Error& error, bool crashed) {
    const auto run = running_.find(id);
    if (run == running_.end()) return;
    const store::AttemptRow attempt = run->second.attempt;
    store::StepRow step = model_.steps.at(id);
    store::AttemptOutcome outcome = crashed ? store::AttemptOutcome::Crashed : store::AttemptOutcome::Failed;
    if (error.is(kCancelled)) {
        outcome = store::AttemptOutcome::Cancelled;
        step.state = cancelling_.contains(step.episode) ? StepState::Cancelled : StepState::Waiting;
    } else {
        log::error("engine", error);
        settle(step, error, crashed);
    }
    const Status stored = parts_.store.failAttempt(step, attempt.number, outcome, now());
    if (!stored.ok()) halt(stored.error());
    (void)os::removeTree(parts_.layout.attempt(attempt.epoch, id, attempt.number));
    model_.put(step);
    endAttempt(id, endingOf(error, crashed));
    store::EpisodeRow& episode = *model_.episode(step.episode);
    if (cancelling_.contains(episode.id) &&
        std::none_of(running_.begin(), running_.end(),
                     [&](const auto& other) { return model_.steps.at(other.first).episode == episode.id; })) {
        cancelling_.erase(episode.id);
        if (const Status moved = moveEpisode(episode, EpisodeState::Cancelled); !moved.ok())
            halt(moved.error());
    }
}

/// Decides between another attempt and giving up.
void Production::settle(store::StepRow& step, const Error& error, bool crashed) {
    step.failures += 1;
    step.crashes += crashed ? 1 : 0;
    step.error = error;
    step.state = StepState::Waiting;
    step.notBefore = now() + retries_.delay(step.id, step.failures);
    if (step.crashes >= kMaxCrashes) {
        step.state = StepState::Failed;
        step.error = Error(kQuarantined, {{"kind", std::string(toText(step.kind))},
                                          {"crashes", std::to_string(step.crashes)}})
                         .because(error);
    } else if (!retries_.mayRetry(step.failures) || isFinal(error)) {
        step.state = StepState::Failed;
    }
    if (step.state == StepState::Failed) note(messageOf(*step.error), step.episode);
}

void Production::attend(store::EpisodeRow& episode, const Error& error) {
    if (episode.state == EpisodeState::Waiting)
        if (const Status moved = moveEpisode(episode, EpisodeState::Running); !moved.ok())
            return halt(moved.error());
    if (const Status moved = moveEpisode(episode, EpisodeState::NeedsAttention, error); !moved.ok())
        return halt(moved.error());
    note(messageOf(error), episode.id);
}

}  // namespace manju::engine
