// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/progress_watch.h"

#include <algorithm>
#include <limits>

namespace manju::sched {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

std::int64_t ProgressWatch::limitFor(std::int64_t predictedStep) const {
    if (predictedStep > kNever / options_.timesPredicted) return kNever;
    return std::max(options_.least, predictedStep * options_.timesPredicted);
}

std::int64_t ProgressWatch::dueOf(const Watched& task) {
    return task.since > kNever - task.limit ? kNever : task.since + task.limit;
}

void ProgressWatch::started(StepId task, std::int64_t predictedStep, std::int64_t now) {
    tasks_[task] = {now, limitFor(std::max<std::int64_t>(predictedStep, 0))};
}

void ProgressWatch::progressed(StepId task, std::int64_t now) {
    if (const auto at = tasks_.find(task); at != tasks_.end()) at->second.since = now;
}

void ProgressWatch::progressed(StepId task, std::int64_t predictedStep, std::int64_t now) {
    if (tasks_.contains(task)) started(task, predictedStep, now);
}

std::vector<StepId> ProgressWatch::timedOut(std::int64_t now) {
    std::vector<StepId> hanging;
    for (auto& [task, watched] : tasks_) {
        watched.since = std::min(watched.since, now);
        if (now >= dueOf(watched)) hanging.push_back(task);
    }
    return hanging;
}

std::optional<std::int64_t> ProgressWatch::nextDue() const {
    std::optional<std::int64_t> next;
    for (const auto& [task, watched] : tasks_) next = std::min(next.value_or(kNever), dueOf(watched));
    return next;
}

}  // namespace manju::sched
