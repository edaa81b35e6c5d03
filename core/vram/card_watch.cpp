// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/card_watch.h"

#include <utility>

namespace manju::vram {

CardWatch::CardWatch(VramPool& pool, const Clock& clock, Options options)
    : pool_(pool),
      clock_(clock),
      options_(options),
      alarms_(options.alarms),
      lastTask_(clock.steadyMillis()),
      lastRound_(lastTask_) {}

void CardWatch::taskBegan() {
    ++running_;
}

void CardWatch::taskEnded() {
    --running_;
    ++ended_;
    lastTask_ = clock_.steadyMillis();
}

bool CardWatch::isTimeToTidy(std::int64_t now) const {
    if (running_ > 0 || now - lastTask_ < options_.idleMillis) return false;
    return inRound_ || ended_ >= options_.roundTasks || now - lastRound_ >= options_.roundMillis;
}

Result<CardWatch::Report> CardWatch::look() {
    const std::int64_t now = clock_.steadyMillis();
    Report report;
    if (!refreshed_ || now - *refreshed_ >= options_.refreshMillis) {
        refreshed_ = now;  // a card that does not answer is not asked more often either
        MANJU_CHECK(pool_.refresh());
        const Stats stats = pool_.stats();
        for (const AlarmChange& change : alarms_.look(stats, now)) untold_.push_back(change);
        budget_ = stats.total - stats.bands.others;
    }
    report.budget = budget_;
    if (isTimeToTidy(now)) {
        lastRound_ = now;
        ended_ = 0;
        inRound_ = false;
        MANJU_TRY(inRound_, pool_.tidy(options_.stepCalls));
    }
    report.alarms = std::exchange(untold_, {});
    report.isTidying = inRound_;
    return report;
}

}  // namespace manju::vram
