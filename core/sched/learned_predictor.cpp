// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/learned_predictor.h"

#include <algorithm>

namespace manju::sched {
namespace {

std::uint64_t beside(const Task& task, std::uint64_t bytes) {
    return bytes - std::min(bytes, task.exactBytes);
}

}  // namespace

Prediction LearnedPredictor::of(const Task& task, const std::string& cardKind) const {
    const Estimate estimate = estimator_.estimate(
        task.shape, cardKind, {.time = task.time, .activationBytes = beside(task, task.needs.cardBytes)});
    Prediction prediction{static_cast<std::int64_t>(static_cast<double>(estimate.timeP50) * task.left),
                          task.exactBytes + estimate.activationGrant()};
    // What other shapes seem to say of memory is not worth an out-of-memory.
    if (estimate.memoryGrounds != Grounds::Measured) {
        const double declared =
            Estimator::kFirstFactor * static_cast<double>(beside(task, task.needs.cardBytes));
        prediction.cardBytes =
            std::max(prediction.cardBytes, task.exactBytes + static_cast<std::uint64_t>(declared));
    }
    return prediction;
}

void LearnedPredictor::learn(const Task& task, const std::string& cardKind, const Ended& ended,
                             std::uint64_t grantedBytes) {
    const bool outOfMemory = ended.ending == Ending::OutOfMemory;
    if ((ended.ending != Ending::Done || task.left < 1) && !outOfMemory) return;
    estimator_.note(task.shape, cardKind,
                    {.time = ended.time,
                     .peakBytes = beside(task, ended.peakBytes),
                     .grantedBytes = beside(task, grantedBytes),
                     .outOfMemory = outOfMemory,
                     .timeFactor = 1,
                     .memoryFactor = 1});
}

}  // namespace manju::sched
