// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/limiter.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/domain/timeline.h"
#include "core/video/loudness.h"

namespace manju::video {
namespace {

constexpr double kReleaseSeconds = 0.08;
constexpr double kAlmostOne = 0.99999;      // the exponential release would never arrive
constexpr std::int64_t kGainOne = 1 << 30;  // gains are summed as integers: no rounding error builds up

}  // namespace

std::size_t Limiter::delay() {
    // The peak of sample n is known kTaps / 2 samples later; its gain then passes the window minimum
    // and the average, of which it must be the newest element at the latest.
    return kTaps / 2 + kWindow - 1;
}

Limiter::Limiter(double ceiling)
    : ceiling_(ceiling),
      release_(1.0 - std::exp(-1.0 / (kReleaseSeconds * kSampleRate))),
      gains_(kWindow, kGainOne),
      gainSum_(kGainOne * std::int64_t{kWindow}),
      delayed_((delay() + 1) * 2, 0.0F) {
    // Windowed-sinc interpolation to the three points between two samples.
    double strongest = 1.0;
    for (std::size_t p = 0; p < phases_.size(); ++p) {
        const double fraction = static_cast<double>(p + 1) / 4.0;
        std::array<double, kTaps> exact{};
        for (std::size_t k = 0; k < kTaps; ++k) {
            const double x = static_cast<double>(k) - (static_cast<double>(kTaps) / 2 - 1) - fraction;
            const double sinc = std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
            exact[k] = sinc * (0.5 + 0.5 * std::cos(2 * std::numbers::pi * x / static_cast<double>(kTaps)));
        }
        const double sum = std::accumulate(exact.begin(), exact.end(), 0.0);
        double magnitude = 0;
        for (std::size_t k = 0; k < kTaps; ++k) {
            phases_[p][k] = static_cast<float>(exact[k] / sum);
            magnitude += std::abs(exact[k] / sum);
        }
        strongest = std::max(strongest, magnitude);
    }
    quiet_ = ceiling / strongest;
}

double Limiter::peakAround() const {
    // The sample in the middle of the filter and the three points after it.
    double peak = 0;
    for (const auto& channel : recent_) {
        peak = std::max<double>(peak, std::abs(channel[kTaps / 2 - 1]));
        for (const Phase& phase : phases_) {
            float sum = 0;
            for (std::size_t k = 0; k < kTaps; ++k) sum += phase[k] * channel[k];
            peak = std::max<double>(peak, std::abs(sum));
        }
    }
    return peak;
}

double Limiter::smallest(double gain) {
    while (!window_.empty() && window_.back().gain >= gain) window_.pop_back();
    window_.push_back({taken_, gain});
    while (window_.front().index + kWindow <= taken_) window_.pop_front();
    return window_.front().gain;
}

void Limiter::push(float left, float right, std::vector<float>& out) {
    for (auto& channel : recent_) std::shift_left(channel.begin(), channel.end(), 1);
    recent_[0].back() = left;
    recent_[1].back() = right;
    const bool loud = std::max(std::abs(left), std::abs(right)) >= quiet_;
    sinceLoud_ = loud ? 0 : std::min(sinceLoud_ + 1, kTaps);
    double wanted = 1;
    if (sinceLoud_ < kTaps) wanted = std::min(1.0, ceiling_ / std::max(peakAround(), 1e-9));

    const double bound = smallest(wanted);
    released_ = std::min(bound, released_ + (1.0 - released_) * release_);
    if (bound == 1 && released_ > kAlmostOne) released_ = 1;
    const auto newest = static_cast<std::int64_t>(released_ * kGainOne);  // rounded down: never above
    gainSum_ += newest - gains_[gainAt_];
    gains_[gainAt_] = newest;
    gainAt_ = (gainAt_ + 1) % kWindow;
    const double gain = static_cast<double>(gainSum_) / static_cast<double>(kGainOne * kWindow);
    least_ = std::min(least_, gain);

    delayed_[delayedAt_ * 2] = left;
    delayed_[delayedAt_ * 2 + 1] = right;
    delayedAt_ = (delayedAt_ + 1) % (delay() + 1);
    ++taken_;
    if (taken_ <= delay()) return;
    const auto factor = static_cast<float>(gain);
    out.push_back(delayed_[delayedAt_ * 2] * factor);
    out.push_back(delayed_[delayedAt_ * 2 + 1] * factor);
    ++given_;
}

void Limiter::add(std::span<const float> samples, std::vector<float>& out) {
    for (std::size_t i = 0; i + 1 < samples.size(); i += 2) push(samples[i], samples[i + 1], out);
}

void Limiter::finish(std::vector<float>& out) {
    for (const std::uint64_t end = taken_; given_ < end;) push(0, 0, out);
}

double Limiter::reductionDb() const {
    return -toDb(least_);
}

}  // namespace manju::video
