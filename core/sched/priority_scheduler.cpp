// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <tuple>

#include "core/sched/scheduler.h"

namespace manju::sched {
namespace {

int urgencyOf(const Task& task) {
    return task.urgent ? 0 : 1 + static_cast<int>(task.priority);
}

/// Steps that finish an episode go before those that carry it on.
int stageOf(StepKind kind) {
    switch (kind) {
        case StepKind::Video:
            return 0;
        case StepKind::Subtitles:
            return 1;
        case StepKind::Image:
        case StepKind::Voice:
            return 2;
    }
    return 2;
}

bool before(const Task& a, const Task& b) {
    return std::tuple(urgencyOf(a), a.queueOrder, a.episode, stageOf(a.kind), a.position, a.step) <
           std::tuple(urgencyOf(b), b.queueOrder, b.episode, stageOf(b.kind), b.position, b.step);
}

class PriorityScheduler final : public Scheduler {
public:
    explicit PriorityScheduler(ResourceVector capacity) : capacity_(capacity) {}

    void add(const Task& task) override {
        if (granted_.contains(task.step)) return;
        remove(task.step);
        queue_.insert(std::upper_bound(queue_.begin(), queue_.end(), task, before), task);
    }

    void remove(StepId step) override {
        std::erase_if(queue_, [&](const Task& task) { return task.step == step; });
    }

    std::vector<StepId> decide(std::int64_t now) override {
        std::vector<StepId> started;
        std::erase_if(queue_, [&](const Task& task) {
            if (task.notBefore > now || !fits(needsOf(task.kind))) return false;
            granted_.emplace(task.step, needsOf(task.kind));
            started.push_back(task.step);
            return true;
        });
        return started;
    }

    void release(StepId step) override { granted_.erase(step); }

    [[nodiscard]] std::optional<std::int64_t> nextDecision(std::int64_t now) const override {
        std::optional<std::int64_t> next;
        for (const Task& task : queue_)
            if (task.notBefore > now && (!next || task.notBefore < *next)) next = task.notBefore;
        return next;
    }

    [[nodiscard]] MessageRef waitingOn(StepId step, std::int64_t now) const override {
        const auto task =
            std::find_if(queue_.begin(), queue_.end(), [&](const Task& t) { return t.step == step; });
        if (task == queue_.end()) return {};
        if (task->notBefore > now)
            return {"wait.back-off", {{"seconds", std::to_string((task->notBefore - now + 999) / 1000)}}};
        const bool image = needsOf(task->kind).imageWorkers > 0;
        const auto ahead = std::count_if(queue_.begin(), task, [&](const Task& other) {
            return (needsOf(other.kind).imageWorkers > 0) == image;
        });
        return {image ? "wait.image-worker" : "wait.media-worker",
                {{"workers", std::to_string(image ? capacity_.imageWorkers : capacity_.mediaWorkers)},
                 {"ahead", std::to_string(ahead)}}};
    }

private:
    [[nodiscard]] bool fits(ResourceVector needs) const {
        ResourceVector used;
        for (const auto& [step, held] : granted_) {
            used.imageWorkers += held.imageWorkers;
            used.mediaWorkers += held.mediaWorkers;
        }
        return used.imageWorkers + needs.imageWorkers <= capacity_.imageWorkers &&
               used.mediaWorkers + needs.mediaWorkers <= capacity_.mediaWorkers;
    }

    ResourceVector capacity_;
    std::vector<Task> queue_;  // best first
    std::map<StepId, ResourceVector> granted_;
};

}  // namespace

ResourceVector needsOf(StepKind kind) {
    return kind == StepKind::Image ? ResourceVector{.imageWorkers = 1, .mediaWorkers = 0}
                                   : ResourceVector{.imageWorkers = 0, .mediaWorkers = 1};
}

std::unique_ptr<Scheduler> priorityScheduler(ResourceVector capacity) {
    return std::make_unique<PriorityScheduler>(capacity);
}

}  // namespace manju::sched
