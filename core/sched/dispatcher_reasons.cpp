// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Why a task waits, in words and figures.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/sched/dispatcher.h"

namespace manju::sched {
namespace {

std::string gigabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", static_cast<double>(bytes) / (std::uint64_t{1} << 30));
    return text;
}

/// Of an expected time: a fifth less, and a third more.
std::pair<std::string, std::string> minutes(std::int64_t time) {
    const std::int64_t low = time * 4 / 5 / kMinute, high = (time * 4 / 3 + kMinute - 1) / kMinute;
    return {std::to_string(low), std::to_string(std::max(high, low + 1))};
}

}  // namespace

const Task* Dispatcher::waitingTask(StepId step) const {
    const auto found = episodeOf_.find(step);
    if (found == episodeOf_.end()) return nullptr;
    if (const auto waiting = waiting_.find(step); waiting != waiting_.end()) return &waiting->second;
    const Entry& entry = entries_.at(found->second);
    for (const auto* ready : {&entry.images, &entry.voices, &entry.others})
        for (const auto& [place, task] : *ready)
            if (task.step == step) return &task;
    return nullptr;
}

/// Up to a hundred are counted.
std::string Dispatcher::tasksAhead(const Entry& entry, const Task& task) const {
    constexpr std::size_t kMost = 100;
    const std::set<OrderKey>& order = task.needsCard() ? onCards_ : onNone_;
    std::size_t ahead = 0;
    for (auto at = order.begin(); at != order.end() && at->id != entry.episode.id && ahead < kMost; ++at) {
        const Entry& other = entries_.at(at->id);
        ahead += task.needsCard() ? other.images.size() + other.voices.size() : other.others.size();
    }
    for (const auto* ready : {&entry.voices, &entry.images, &entry.others})
        ahead += static_cast<std::size_t>(std::ranges::count_if(*ready, [&](const auto& each) {
            return each.second.needsCard() == task.needsCard() && each.second.shape.kind == task.shape.kind &&
                   each.first < std::pair(task.position, task.step);
        }));
    return ahead < kMost ? std::to_string(ahead) : std::to_string(kMost) + "+";
}

MessageRef Dispatcher::waitingOn(StepId step, std::int64_t now) const {
    const Task* task = waitingTask(step);
    if (!task) return {};
    if (task->notBefore > now)
        return {"wait.back-off", {{"seconds", std::to_string((task->notBefore - now + 999) / 1000)}}};
    const Entry& entry = entries_.at(task->episode);
    const std::string ahead = tasksAhead(entry, *task);
    const MessageRef turn{"wait.turn", {{"ahead", ahead}}};
    const Host& left = broker_.left();
    if (task->needs.cpuThreads > left.cpuThreads)
        return {"wait.threads",
                {{"needed", std::to_string(task->needs.cpuThreads)},
                 {"free", std::to_string(left.cpuThreads)},
                 {"ahead", ahead}}};
    if (task->needs.ramBytes > left.ramBytes)
        return {"wait.ram",
                {{"needed", gigabytes(task->needs.ramBytes)}, {"free", gigabytes(left.ramBytes)}}};
    if (task->needs.diskBytes > left.diskBytes)
        return {"wait.disk",
                {{"needed", gigabytes(task->needs.diskBytes)}, {"free", gigabytes(left.diskBytes)}}};
    if (!task->needsCard() || !broker_.fitsHost(task->needs)) return turn;
    if (task->attempt > 1 && retriesWait()) return {"wait.retries", {}};

    bool usable = false, never = true, memory = true;
    std::uint64_t needed = 0, available = 0;
    std::optional<std::int64_t> release;
    for (std::size_t index = 0; index < cards_.size(); ++index) {
        const int card = static_cast<int>(index);
        const CardBook& book = broker_.card(card);
        const Prediction prediction = predict(*task, card);
        const Fit fit = book.fit(*task, prediction.cardBytes, now);
        if (fit.obstacle == Fit::Obstacle::Unusable) continue;
        usable = true;
        never = never && fit.obstacle == Fit::Obstacle::Never;
        memory = memory && (fit.obstacle == Fit::Obstacle::Memory || fit.obstacle == Fit::Obstacle::Never);
        if (fit.availableBytes >= available) {
            needed = fit.neededBytes;
            available = fit.availableBytes;
        }
        if (const auto at = fitsAt(*task, prediction, card, now))
            release = std::min(release.value_or(at->at), at->at);
    }
    if (!usable) return {"wait.no-card", {}};
    const MessageArgs figures{{"needed", gigabytes(needed)}, {"free", gigabytes(available)}};
    if (never) return {"wait.too-large", figures};
    if (!memory) return turn;
    if (!release) return {"wait.memory", figures};
    MessageRef reason{"wait.memory-until", figures};
    const auto [low, high] = minutes(*release - now);
    reason.args.insert({{"low", low}, {"high", high}});
    return reason;
}

/// Images go on as fast as they have while any were drawn; voices beside them; then it is composed.
std::optional<std::int64_t> Dispatcher::finishAt(EpisodeId episode, std::int64_t now) const {
    const auto found = entries_.find(episode);
    if (found == entries_.end()) return std::nullopt;
    const Entry& entry = found->second;
    const std::string cardKind = anyCardKind();
    const auto timeOf = [&](const Task& task) {
        return static_cast<double>(predictor_.of(task, cardKind).time);
    };
    double images = 0, voice = 0;
    for (const auto& [place, task] : entry.images) images += timeOf(task);
    for (const auto& [place, task] : entry.voices) voice = std::max(voice, timeOf(task));
    for (const auto& [step, running] : running_) {
        if (running.task.episode != episode || running.card < 0) continue;
        const auto left = static_cast<double>(std::max<std::int64_t>(running.expectedEnd - now, 0));
        if (running.task.shape.kind == TaskClass::Image)
            images += std::min(left, static_cast<double>(running.predicted));
        else
            voice = std::max(voice, left);
    }
    const auto done = static_cast<double>(entry.imagesDone);
    if (done <= 0 || 3 * done < images) return std::nullopt;
    const std::int64_t drawn = entry.drawn + (entry.drawing > 0 ? now - entry.drawingSince : 0);
    const double pace = static_cast<double>(drawn) / done;
    return now + std::llround(std::max(images * pace, voice) + composing_);
}

/// Of the first usable card.
std::string Dispatcher::anyCardKind() const {
    for (std::size_t card = 0; card < cards_.size(); ++card)
        if (const CardState& state = broker_.card(static_cast<int>(card)).state(); state.usable)
            return state.kind;
    return {};
}

bool Dispatcher::cannotMeetDeadline(EpisodeId episode, std::int64_t now) const {
    const auto found = entries_.find(episode);
    if (found == entries_.end() || !found->second.episode.deadline) return false;
    const std::int64_t deadline = *found->second.episode.deadline;
    // By earliest deadline nothing else would go before, and all cards would share the work evenly.
    std::int64_t work = 0, usable = 0;
    for (const auto& [id, other] : entries_)
        if (other.episode.deadline && *other.episode.deadline <= deadline) work += other.remaining;
    for (std::size_t card = 0; card < cards_.size(); ++card)
        usable += broker_.card(static_cast<int>(card)).state().usable ? 1 : 0;
    return usable == 0 || now + work / usable > deadline;
}

}  // namespace manju::sched
