// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/loudness.h"

#include <ebur128.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "core/domain/timeline.h"

namespace manju::video {
namespace {

constexpr double kNothing = -200.0;
constexpr std::size_t kShortLine = kSampleRate;
// BS.1770: loudness = -0.691 + 10 log10(sum of the channels' mean squares); two equal channels.
constexpr double kMonoRmsToLufs = -0.691 + 3.0103;

}  // namespace

struct LoudnessMeter::State {
    ebur128_state* meter = nullptr;
    unsigned channels = 0;
    ~State() { ebur128_destroy(&meter); }
};

LoudnessMeter::LoudnessMeter(int channels, bool truePeak) : state_(std::make_unique<State>()) {
    state_->channels = static_cast<unsigned>(channels);
    const int mode = EBUR128_MODE_I | (truePeak ? EBUR128_MODE_TRUE_PEAK : 0);
    state_->meter = ebur128_init(state_->channels, kSampleRate, mode);
    if (state_->meter == nullptr) throw std::bad_alloc();
    if (channels == 1) ebur128_set_channel(state_->meter, 0, EBUR128_DUAL_MONO);
}

LoudnessMeter::~LoudnessMeter() = default;
LoudnessMeter::LoudnessMeter(LoudnessMeter&&) noexcept = default;
LoudnessMeter& LoudnessMeter::operator=(LoudnessMeter&&) noexcept = default;

void LoudnessMeter::add(std::span<const float> samples) {
    if (ebur128_add_frames_float(state_->meter, samples.data(), samples.size() / state_->channels) != 0)
        throw std::bad_alloc();  // its only failure
}

double LoudnessMeter::integratedLufs() const {
    double lufs = kNothing;
    if (ebur128_loudness_global(state_->meter, &lufs) != 0 || !std::isfinite(lufs)) return kNothing;
    return lufs;
}

double LoudnessMeter::truePeakDb() const {
    double largest = 0;
    for (unsigned channel = 0; channel < state_->channels; ++channel) {
        double peak = 0;
        if (ebur128_true_peak(state_->meter, channel, &peak) == 0) largest = std::max(largest, peak);
    }
    return toDb(largest);
}

double lineLufs(std::span<const float> samples) {
    if (samples.size() >= kShortLine) {
        LoudnessMeter meter(1, false);
        meter.add(samples);
        return meter.integratedLufs();
    }
    double sum = 0;
    for (const float sample : samples) sum += double{sample} * double{sample};
    if (sum == 0) return kNothing;
    return 10 * std::log10(sum / static_cast<double>(samples.size())) + kMonoRmsToLufs;
}

double fromDb(double db) {
    return std::pow(10.0, db / 20.0);
}

double toDb(double factor) {
    return factor > 0 ? std::max(kNothing, 20.0 * std::log10(factor)) : kNothing;
}

}  // namespace manju::video
