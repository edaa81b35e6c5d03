// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/instance_search.h"

#include <algorithm>
#include <cmath>

#include "core/sched/quantile.h"

namespace manju::sched {
namespace {

constexpr int kRunsOfWindow = 16;
constexpr std::size_t kFewest = 4;  // windows of a trial
constexpr std::size_t kBefore = 6;  // windows before one
constexpr std::size_t kMost = 16;   // of either
constexpr std::size_t kFirstRest = 16, kLongestRest = 128;
constexpr double kCertain = 2.5;      // standard errors
constexpr double kLeastNoise = 0.02;  // of a window: so few windows cannot show that there is less
constexpr double kFarOff = 0.15;      // from the median: the computer slept, or something else happened
constexpr double kChanged = 0.05;

/// A mean and its standard error, as a share of it.
struct Level {
    double mean = 0;
    double error = 0;
};

/// The mean, because what one window counts too much for a run that it cuts the next one counts too little.
Level levelOf(const std::vector<double>& all) {
    const double middle = median(all);
    std::vector<double> windows;
    for (const double window : all)
        if (std::abs(window - middle) <= kFarOff * middle) windows.push_back(window);
    const auto count = static_cast<double>(windows.size());
    Level level;
    for (const double window : windows) level.mean += window / count;
    double squares = 0;
    for (const double window : windows) squares += (window - level.mean) * (window - level.mean);
    const double noise = std::sqrt(squares / std::max(1.0, count - 1)) / level.mean;
    level.error = std::max(kLeastNoise, noise) / std::sqrt(count);
    return level;
}

/// By how much the second is above the first, less `gain`, and how sure that is.
struct Difference {
    double beyond = 0;
    double error = 0;
};

Difference differenceOf(const std::vector<double>& first, const std::vector<double>& second, double gain) {
    const Level from = levelOf(first), to = levelOf(second);
    return {to.mean / from.mean - (1 + gain), std::hypot(from.error, to.error)};
}

void keep(std::vector<double>& windows, double throughput) {
    if (windows.size() == kMost) windows.erase(windows.begin());
    windows.push_back(throughput);
}

}  // namespace

InstanceSearch::InstanceSearch(Options options, Memory memory)
    : options_(options), memory_(std::move(memory)) {
    memory_.instances = std::clamp(memory_.instances, 1, std::max(1, options_.most));
    std::erase_if(memory_.windows, [](double window) { return !(window > 0) || !std::isfinite(window); });
    if (memory_.windows.size() > kMost)
        memory_.windows.erase(memory_.windows.begin(), memory_.windows.end() - kMost);
    for (std::size_t* rest : {&memory_.restUp, &memory_.restDown, &memory_.lastUp, &memory_.lastDown})
        *rest = std::min(*rest, kLongestRest);
}

void InstanceSearch::restartWindow() {
    begun_.reset();
    work_ = 0;
    runs_ = 0;
}

void InstanceSearch::finished(std::int64_t now, double work, bool allBusy) {
    const bool believable = allBusy && work > 0 && std::isfinite(work);
    if (!believable || now < last_) restartWindow();
    last_ = now;
    if (!begun_) {  // the end of a run is where a window can begin
        begun_ = now;
        return;
    }
    work_ += work;
    if (++runs_ < kRunsOfWindow) return;
    const double throughput = work_ / static_cast<double>(now - *begun_);
    restartWindow();
    begun_ = now;
    if (throughput > 0 && std::isfinite(throughput)) closeWindow(throughput);
}

void InstanceSearch::closeWindow(double throughput) {
    if (settling_ > 0) {
        --settling_;
        return;
    }
    if (trial_) {
        trial_->windows.push_back(throughput);
        judgeTrial();
        return;
    }
    keep(memory_.windows, throughput);
    for (std::size_t* rest : {&memory_.restUp, &memory_.restDown})
        if (*rest > 0) --*rest;
    noticeChange();
    beginTrialIfDue();
}

void InstanceSearch::noticeChange() {
    std::vector<double>& windows = memory_.windows;
    if (windows.size() < 2 * kBefore) return;
    const auto middle = windows.end() - kBefore;
    const Difference change = differenceOf({middle - kBefore, middle}, {middle, windows.end()}, 0);
    if (std::abs(change.beyond) < std::max(kChanged, kCertain * change.error)) return;
    windows.erase(windows.begin(), middle);
    memory_.restUp = memory_.restDown = 0;
    memory_.lastUp = memory_.lastDown = 0;
}

void InstanceSearch::beginTrialIfDue() {
    if (memory_.windows.size() < kBefore) return;
    if (memory_.restUp == 0 && memory_.instances < options_.most)
        trial_ = Trial{memory_.instances + 1, {}};
    else if (memory_.restDown == 0 && memory_.instances > 1)
        trial_ = Trial{memory_.instances - 1, {}};
    else
        return;
    settling_ = 1;
    restartWindow();
}

void InstanceSearch::judgeTrial() {
    if (trial_->windows.size() < kFewest) return;
    const bool up = trial_->instances > memory_.instances;
    const Difference more = differenceOf(up ? memory_.windows : trial_->windows,
                                         up ? trial_->windows : memory_.windows, options_.gain);
    if (std::abs(more.beyond) < kCertain * more.error && trial_->windows.size() < kMost) return;
    const bool moreWins = more.beyond >= 0;
    endTrial(up == moreWins);
}

void InstanceSearch::endTrial(bool kept) {
    const bool up = trial_->instances > memory_.instances;
    std::size_t& rest = up ? memory_.restUp : memory_.restDown;
    std::size_t& last = up ? memory_.lastUp : memory_.lastDown;
    std::size_t& otherRest = up ? memory_.restDown : memory_.restUp;
    std::size_t& otherLast = up ? memory_.lastDown : memory_.lastUp;
    if (kept) {
        memory_.instances = trial_->instances;
        memory_.windows = std::move(trial_->windows);
        rest = last = 0;
        otherRest = otherLast = kFirstRest;  // the way back has just been measured
    } else {
        last = rest = std::clamp(2 * last, kFirstRest, kLongestRest);
        settling_ = 1;
    }
    trial_.reset();
    restartWindow();
}

void InstanceSearch::ranOutOfMemory() {
    if (trial_) {
        endTrial(trial_->instances < memory_.instances);
        return;
    }
    memory_.restUp = memory_.lastUp = std::clamp(2 * memory_.lastUp, kFirstRest, kLongestRest);
    if (memory_.instances == 1) return;
    --memory_.instances;
    memory_.windows.clear();
    settling_ = 1;
    restartWindow();
}

void InstanceSearch::setMost(int most) {
    options_.most = std::max(1, most);
    if (instances() <= options_.most && memory_.instances <= options_.most) return;
    trial_.reset();
    restartWindow();
    settling_ = 1;
    if (memory_.instances <= options_.most) return;
    memory_.instances = options_.most;
    memory_.windows.clear();
}

}  // namespace manju::sched
