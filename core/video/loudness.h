// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

namespace manju::video {

/// Below this a sound counts as silent; the absolute gate of ITU-R BS.1770-4.
inline constexpr double kSilentLufs = -70.0;

/// EBU R 128 measurement by libebur128. Thread: owner only.
class LoudnessMeter {
public:
    /// At 48 kHz. `truePeak` costs a 4x oversampling. One channel is measured as it will be heard from
    /// two speakers.
    LoudnessMeter(int channels, bool truePeak);
    ~LoudnessMeter();
    LoudnessMeter(LoudnessMeter&&) noexcept;
    LoudnessMeter& operator=(LoudnessMeter&&) noexcept;

    /// Interleaved samples, whole sample frames.
    void add(std::span<const float> samples);

    /// Gated integrated loudness; kSilentLufs or less when everything was below the gate or shorter
    /// than one 400 ms block.
    [[nodiscard]] double integratedLufs() const;
    /// Largest true peak of all channels in dBTP, -200 for silence. Needs `truePeak`.
    [[nodiscard]] double truePeakDb() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The level of one spoken line (48 kHz mono) in LUFS. Lines under a second, which have hardly a
/// gating block, are judged by their RMS, on the same scale for a mid-frequency signal.
double lineLufs(std::span<const float> samples);

/// 10^(db/20).
double fromDb(double db);
double toDb(double factor);

}  // namespace manju::video
