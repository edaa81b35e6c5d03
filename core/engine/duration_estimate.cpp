// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/duration_estimate.h"

#include <algorithm>
#include <cmath>

namespace manju::engine {
namespace {

constexpr double kWeight = 0.1;            // of the newest measurement
constexpr std::int64_t kEnoughImages = 3;  // measured before a time is shown

// Weights of the progress bar before anything is measured; never shown as times.
double fallbackMillis(StepKind kind) {
    switch (kind) {
        case StepKind::Image:
            return 8000;
        case StepKind::Voice:
            return 300;
        case StepKind::Subtitles:
            return 300;
        case StepKind::Video:
            return 30000;
    }
    return 1000;
}

const store::DurationRow* measured(const ProjectModel& model, StepKind kind) {
    const auto at = model.durations.find(kind);
    return at == model.durations.end() || at->second.count == 0 ? nullptr : &at->second;
}

double doneShare(const store::StepRow& step, const std::map<StepId, StepProgress>& running) {
    if (step.state == StepState::Done) return 1;
    const auto at = running.find(step.id);
    return step.state == StepState::Running && at != running.end() ? at->second.fraction : 0;
}

}  // namespace

store::DurationRow withMeasurement(store::DurationRow known, double millis) {
    if (known.count == 0) return {1, millis, millis / 4};
    const double weight = std::max(kWeight, 1.0 / static_cast<double>(known.count + 1));
    const double error = millis - known.meanMillis;
    known.meanMillis += weight * error;
    known.deviationMillis += weight * (std::abs(error) - known.deviationMillis);
    ++known.count;
    return known;
}

double expectedMillis(const ProjectModel& model, StepKind kind) {
    const store::DurationRow* known = measured(model, kind);
    return known ? known->meanMillis : fallbackMillis(kind);
}

double fractionOf(const ProjectModel& model, const store::EpisodeRow& episode,
                  const std::map<StepId, StepProgress>& running) {
    if (episode.state == EpisodeState::Done) return 1;
    double total = 0;
    double done = 0;
    for (const store::StepRow* step : model.stepsOf(episode.id)) {
        const double cost = expectedMillis(model, step->kind);
        total += cost;
        done += cost * doneShare(*step, running);
    }
    return total > 0 ? std::min(0.999, done / total) : 0;
}

TimeRange remainingOf(const ProjectModel& model, const store::EpisodeRow& episode,
                      const std::map<StepId, StepProgress>& running, int mediaWorkers) {
    const store::DurationRow* image = measured(model, StepKind::Image);
    if (!image || image->count < kEnoughImages || !measured(model, StepKind::Voice)) return {};
    double imageMillis = 0;
    double voiceMillis = 0;
    double finishMillis = 0;  // subtitles and video come after everything else
    double spread = 0;
    for (const store::StepRow* step : model.stepsOf(episode.id)) {
        const double left = 1 - doneShare(*step, running);
        if (left <= 0) continue;
        const double cost = left * expectedMillis(model, step->kind);
        const store::DurationRow* known = measured(model, step->kind);
        spread += known ? left * known->deviationMillis : 0.5 * cost;
        if (step->kind == StepKind::Image)
            imageMillis += cost;
        else if (step->kind == StepKind::Voice)
            voiceMillis += cost;
        else
            finishMillis += cost;
    }
    const double expected = std::max(imageMillis, voiceMillis / mediaWorkers) + finishMillis;
    TimeRange range;
    range.known = true;
    range.lowSeconds = std::llround(std::max(0.0, expected - spread) / 1000);
    range.highSeconds = std::llround(std::ceil((expected + spread) / 1000));
    return range;
}

}  // namespace manju::engine
