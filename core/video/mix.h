// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/domain/preset.h"
#include "core/domain/timeline.h"
#include "core/video/limiter.h"

namespace manju::video {

/// One spoken line and where it goes.
struct MixVoice {
    std::filesystem::path file;
    std::int64_t startSample = 0;
    std::int64_t samples = 0;
};

struct MixPlan {
    std::int64_t samples = 0;  ///< length of the mix
    std::vector<MixVoice> voices;
    std::filesystem::path music;  ///< empty: none
    AudioPreset audio;
};

/// Speech and music before the master gain, made block by block: lines at their exact sample, each
/// brought to kLineLufs (at most 12 dB up or down), music at the same loudness and then under the
/// preset's gains, so that "-20 dB under speech" holds whatever the file's own level. Two runs over the
/// same plan give the same samples. Holds the decoded music and the line being played. The plan must
/// outlive it. Thread: owner only.
class MixSource {
public:
    static constexpr double kLineLufs = -18.0;
    static constexpr double kMaxLineGainDb = 12.0;

    /// Decodes and measures the music.
    static Result<MixSource> open(const MixPlan& plan);

    /// Fills `out` (interleaved stereo) with the next samples; zeros after the end.
    Status read(std::span<float> out);
    void rewind();

private:
    explicit MixSource(const MixPlan& plan) : plan_(&plan) {}
    Status addVoices(std::span<float> out);
    Status loadVoice(std::size_t index);
    void addMusic(std::span<float> out);
    [[nodiscard]] std::int64_t length() const { return plan_->samples; }

    struct Playing {
        std::size_t index = 0;
        std::vector<float> samples;
    };
    const MixPlan* plan_;
    std::vector<float> music_;  ///< stereo, levelled
    std::vector<double> lineGains_;
    std::vector<Playing> playing_;
    std::size_t nextVoice_ = 0;
    std::size_t duckFrom_ = 0;
    std::int64_t at_ = 0;
};

/// How far the music is ducked at `sample`: 0 in the gaps to 1 under speech. Down over 250 ms, beginning
/// 150 ms before a line; up over 800 ms after it. `voices` are sorted by start; those before `from` have
/// no more influence, and `from` is moved on.
double duckAmount(const std::vector<MixVoice>& voices, std::int64_t sample, std::size_t& from);

/// What the finished mix measures.
struct MixLevel {
    double gainDb = 0;          ///< the one gain over the whole mix
    double integratedLufs = 0;  ///< kSilentLufs or less: silent
    double truePeakDb = 0;
    double reductionDb = 0;  ///< most the limiter took
};

/// The mix at its final level: one gain for the whole length, then the limiter. The plan must outlive it.
class MasteredMix {
public:
    /// Measures the mix, chooses the gain that reaches the preset's loudness and checks the result
    /// again; a mix whose peaks forbid that loudness stays as near as the limiter's range allows.
    static Result<MasteredMix> open(const MixPlan& plan, const std::stop_token& stop);

    [[nodiscard]] const MixLevel& level() const { return level_; }
    /// Appends the next samples (interleaved stereo), at least one block, until all are given.
    Status read(std::vector<float>& out);

private:
    MasteredMix(MixSource source, const MixPlan& plan);
    Status begin(double gainDb);
    Status measure(double gainDb, const std::stop_token& stop);

    MixSource source_;
    const MixPlan* plan_;
    Limiter limiter_;
    MixLevel level_;
    float gain_ = 1;
    std::int64_t taken_ = 0;
    std::vector<float> block_;
};

}  // namespace manju::video
