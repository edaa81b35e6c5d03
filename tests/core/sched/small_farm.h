// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "core/sched/dispatcher.h"
#include "tests/core/sched/work.h"

namespace manju::sched::testing {

/// A few cards that do at once and exactly what a dispatcher says: tasks take what they declare, and loading.
class SmallFarm {
public:
    struct Run {
        std::int64_t at = 0;
        Task task;
        int card = -1;
    };
    struct Setting {
        Rules rules{};
        std::vector<std::uint64_t> cards{24 * kGB};
        LoadCosts costs{};
        int threads = 8;
    };

    SmallFarm() : SmallFarm(Setting{}) {}
    explicit SmallFarm(const Setting& setting)
        : predictor_(1.0, setting.costs),
          dispatcher({.rules = setting.rules,
                      .host = {.ramBytes = 64 * kGB,
                               .pinnedBytes = 0,
                               .diskBytes = 100 * kGB,
                               .cpuThreads = setting.threads,
                               .encoderSlots = 2},
                      .cards = setting.cards.size(),
                      .books = {}},
                     predictor_) {
        for (std::size_t card = 0; card < setting.cards.size(); ++card)
            dispatcher.setCard(static_cast<int>(card),
                               {.kind = "card",
                                .totalBytes = setting.cards[card],
                                .othersBytes = 0,
                                .utilisation = -1,
                                .usable = true},
                               0);
    }

    void put(const Episode& episode) { dispatcher.put(episode); }
    /// The episode of this many alike images.
    void put(const Episode& which, int images, const std::string& set = "",
             const std::string& model = "model") {
        dispatcher.put(which);
        for (int position = 0; position < images; ++position)
            offer(image(which.id.value, position, model, set));
    }
    void offer(const Task& task) {
        remaining_[task.episode] += task.time;
        tasks_[task.step] = task;
        dispatcher.setRemaining(task.episode, remaining_[task.episode]);
        dispatcher.offer(task, now);
    }
    void at(std::int64_t time, std::function<void()> what) { planned_.emplace(time, std::move(what)); }

    /// Until nothing more can happen, or this time.
    void run(std::int64_t until = 24 * 60 * kMinute) {
        for (;;) {
            while (!planned_.empty() && planned_.begin()->first <= now) {
                const auto what = planned_.begin()->second;
                planned_.erase(planned_.begin());
                what();
            }
            act(dispatcher.decide(now));
            std::int64_t next = until + 1;
            if (!planned_.empty()) next = std::min(next, planned_.begin()->first);
            if (!ends_.empty()) next = std::min(next, ends_.begin()->first);
            if (const auto due = dispatcher.nextDecision(now + 1)) next = std::min(next, *due);
            if (next > until) return;
            now = next;
            while (!ends_.empty() && ends_.begin()->first <= now) {
                const StepId step = ends_.begin()->second;
                ends_.erase(ends_.begin());
                end(step, {.ending = failing && failing(tasks_.at(step)) ? Ending::Failed : Ending::Done,
                           .time = 0,
                           .peakBytes = 0});
            }
        }
    }

    [[nodiscard]] std::optional<std::int64_t> startOf(StepId step) const {
        for (const Run& run : runs)
            if (run.task.step == step) return run.at;
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> startOf(std::int64_t episode) const {
        for (const Run& run : runs)
            if (run.task.episode.value == episode) return run.at;
        return std::nullopt;
    }

private:
    DeclaredPredictor predictor_;

public:
    Dispatcher dispatcher;
    std::int64_t now = 0;
    std::vector<Run> runs;  ///< in order of their starts
    std::map<StepId, std::int64_t> endOf;
    int loads = 0;     ///< of components, and of sets of LoRAs
    int mostOpen = 0;  ///< episodes begun and not ended, at once
    std::function<bool(const Task&)> failing;
    std::function<void(const Task&)> onFailed;

private:
    void act(const Decisions& decisions) {
        for (const Start& start : decisions.starts) {
            const Task& task = tasks_.at(start.step);
            std::int64_t loading = 0;
            for (const std::string& gone : start.evict) held_[start.card].erase(gone);
            for (const Component& component : task.components) {
                const auto there = held_[start.card].find(component.id);
                const bool present = there != held_[start.card].end();
                if (present && there->second == component.loraSet) continue;
                ++loads;
                loading += predictor_.loading(component, present);
                held_[start.card][component.id] = component.loraSet;
            }
            runs.push_back({now, task, start.card});
            started_[start.step] = now;
            ends_.emplace(now + loading + task.time, start.step);
            open_.insert(task.episode);
            mostOpen = std::max(mostOpen, static_cast<int>(open_.size()));
        }
        for (const StepId step : decisions.preempt) {
            std::erase_if(ends_, [&](const auto& each) { return each.second == step; });
            at(now + 200, [this, step] {  // the rest of a step
                Task rest = tasks_.at(step);
                rest.time = std::max<std::int64_t>(1, rest.time - (now - started_.at(step)));
                dispatcher.ended(step, {.ending = Ending::Preempted, .time = 0, .peakBytes = 0}, now);
                remaining_[rest.episode] -= tasks_.at(step).time;
                offer(rest);
            });
        }
    }
    void end(StepId step, const Ended& how) {
        const Task task = tasks_.at(step);
        endOf[step] = now;
        dispatcher.ended(step, how, now);
        if (how.ending == Ending::Failed && onFailed) onFailed(task);
        std::int64_t& remaining = remaining_[task.episode];
        remaining -= task.time;
        dispatcher.setRemaining(task.episode, remaining);
        if (remaining == 0) open_.erase(task.episode);
    }

    std::multimap<std::int64_t, std::function<void()>> planned_;
    std::set<std::pair<std::int64_t, StepId>> ends_;
    std::map<StepId, Task> tasks_;
    std::map<StepId, std::int64_t> started_;
    std::map<EpisodeId, std::int64_t> remaining_;
    std::map<int, std::map<std::string, std::string>> held_;
    std::set<EpisodeId> open_;
};

}  // namespace manju::sched::testing
