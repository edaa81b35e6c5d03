// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace manju::video {

/// Stereo true-peak limiter with look-ahead: 4x oversampled peak, smallest gain over the look-ahead
/// window, slow release, then a moving average of the same length, which cannot exceed what any sample
/// of the window needs. Samples far from a peak pass unchanged. Thread: owner only.
class Limiter {
public:
    /// `ceiling` is the largest true peak, as a factor of full scale.
    explicit Limiter(double ceiling);

    /// Takes interleaved stereo and appends what is ready to `out`: delay() sample frames later.
    void add(std::span<const float> samples, std::vector<float>& out);
    /// Appends the rest. As many sample frames come out as went in.
    void finish(std::vector<float>& out);

    /// Largest reduction so far, in dB, >= 0.
    [[nodiscard]] double reductionDb() const;

    [[nodiscard]] static std::size_t delay();

private:
    static constexpr std::size_t kTaps = 16;     ///< per phase of the interpolation filter
    static constexpr std::size_t kWindow = 240;  ///< 5 ms at 48 kHz

    void push(float left, float right, std::vector<float>& out);
    [[nodiscard]] double peakAround() const;
    double smallest(double gain);

    using Phase = std::array<float, kTaps>;
    std::array<Phase, 3> phases_{};
    double ceiling_;
    double quiet_;    ///< no true peak can reach the ceiling while samples stay below this
    double release_;  ///< share of the way back to 1 per sample

    std::array<std::array<float, kTaps>, 2> recent_{};  ///< newest last
    std::size_t sinceLoud_ = kTaps;
    struct Candidate {
        std::uint64_t index;
        double gain;
    };
    std::deque<Candidate> window_;
    double released_ = 1;
    std::vector<std::int64_t> gains_;  ///< ring of the last kWindow gains, fixed point
    std::int64_t gainSum_;
    std::size_t gainAt_ = 0;
    std::vector<float> delayed_;  ///< ring of stereo samples
    std::size_t delayedAt_ = 0;
    std::uint64_t taken_ = 0;
    std::uint64_t given_ = 0;
    double least_ = 1;
};

}  // namespace manju::video
