// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/errors.h"
#include "core/video/loudness.h"
#include "core/video/mix.h"

namespace manju::video {
namespace {

constexpr std::int64_t kBlock = kSampleRate / 10;  // sample frames
constexpr double kCodecHeadroomDb = 0.7;  // AAC moves peaks; the decoded sound is to keep the ceiling too
constexpr double kCloseEnoughLu = 0.1;
constexpr double kMaxReductionDb = 12.0;  // a limiter that takes more is heard as distortion
constexpr int kRounds = 5;

}  // namespace

MasteredMix::MasteredMix(MixSource source, const MixPlan& plan)
    : source_(std::move(source)), plan_(&plan), limiter_(fromDb(plan.audio.truePeakDb - kCodecHeadroomDb)) {}

Status MasteredMix::begin(double gainDb) {
    source_.rewind();
    limiter_ = Limiter(fromDb(plan_->audio.truePeakDb - kCodecHeadroomDb));
    gain_ = static_cast<float>(fromDb(gainDb));
    taken_ = 0;
    return Done{};
}

Status MasteredMix::read(std::vector<float>& out) {
    const std::size_t before = out.size();
    while (out.size() == before && taken_ < plan_->samples) {
        const std::int64_t count = std::min(kBlock, plan_->samples - taken_);
        block_.resize(static_cast<std::size_t>(count) * 2);
        MANJU_CHECK(source_.read(block_));
        for (float& sample : block_) sample *= gain_;
        limiter_.add(block_, out);
        taken_ += count;
        if (taken_ == plan_->samples) limiter_.finish(out);
    }
    return Done{};
}

/// Runs the whole mix at `gainDb` and leaves its figures in level_.
Status MasteredMix::measure(double gainDb, const std::stop_token& stop) {
    MANJU_CHECK(begin(gainDb));
    LoudnessMeter meter(2, true);
    std::vector<float> samples;
    do {
        if (stop.stop_requested()) return Error(kCancelled);
        samples.clear();
        MANJU_CHECK(read(samples));
        meter.add(samples);
    } while (!samples.empty());
    level_ = {gainDb, meter.integratedLufs(), meter.truePeakDb(), limiter_.reductionDb()};
    return Done{};
}

Result<MasteredMix> MasteredMix::open(const MixPlan& plan, const std::stop_token& stop) {
    MANJU_TRY(MixSource source, MixSource::open(plan));
    LoudnessMeter meter(2, false);
    std::vector<float> block(static_cast<std::size_t>(kBlock) * 2);
    for (std::int64_t at = 0; at < plan.samples; at += kBlock) {
        if (stop.stop_requested()) return Error(kCancelled);
        const std::int64_t count = std::min(kBlock, plan.samples - at);
        block.resize(static_cast<std::size_t>(count) * 2);
        MANJU_CHECK(source.read(block));
        meter.add(block);
    }
    const double raw = meter.integratedLufs();
    MasteredMix mix(std::move(source), plan);
    double gain = raw <= kSilentLufs ? 0.0 : plan.audio.integratedLufs - raw;
    for (int round = 0; round < kRounds; ++round) {
        MANJU_CHECK(mix.measure(gain, stop));
        if (raw <= kSilentLufs) break;
        const double missing = plan.audio.integratedLufs - mix.level_.integratedLufs;
        const double step = std::min(missing, kMaxReductionDb - mix.level_.reductionDb);
        if (std::abs(step) <= kCloseEnoughLu) break;
        gain += step;
    }
    MANJU_CHECK(mix.begin(mix.level_.gainDb));
    return mix;
}

}  // namespace manju::video
