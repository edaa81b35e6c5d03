// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/mix.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "core/base/errors.h"
#include "core/video/errors.h"
#include "core/video/loudness.h"
#include "core/video/sound_file.h"

namespace manju::video {
namespace {

constexpr std::int64_t kSecond = kSampleRate;
constexpr std::int64_t kDuckAhead = kSecond * 150 / 1000;
constexpr std::int64_t kDuckDown = kSecond * 250 / 1000;
constexpr std::int64_t kDuckUp = kSecond * 800 / 1000;
constexpr std::int64_t kMusicFade = kSecond * 3 / 2;
constexpr std::int64_t kLoopFade = kSecond * 2;

double smooth(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

void scale(std::vector<float>& samples, double gainDb) {
    const auto factor = static_cast<float>(fromDb(gainDb));
    for (float& sample : samples) sample *= factor;
}

/// The gain that brings `lufs` to the common level; silence is left alone.
double levelGain(double lufs) {
    if (lufs <= kSilentLufs) return 0;
    return std::clamp(MixSource::kLineLufs - lufs, -MixSource::kMaxLineGainDb, MixSource::kMaxLineGainDb);
}

}  // namespace

double duckAmount(const std::vector<MixVoice>& voices, std::int64_t sample, std::size_t& from) {
    double amount = 0;
    while (from < voices.size() && voices[from].startSample + voices[from].samples + kDuckUp <= sample)
        ++from;
    for (std::size_t i = from; i < voices.size(); ++i) {
        const std::int64_t begin = voices[i].startSample - kDuckAhead;
        if (begin >= sample) break;
        const std::int64_t end = voices[i].startSample + voices[i].samples;
        const double down = smooth(static_cast<double>(sample - begin) / kDuckDown);
        const double up = sample <= end ? 1.0 : 1.0 - smooth(static_cast<double>(sample - end) / kDuckUp);
        amount = std::max(amount, std::min(down, up));
    }
    return amount;
}

Result<MixSource> MixSource::open(const MixPlan& plan) {
    MixSource source(plan);
    source.lineGains_.assign(plan.voices.size(), std::nan(""));
    if (!plan.music.empty()) {
        auto music = readSound(plan.music, 2, plan.samples + kLoopFade);
        if (!music.ok())  // another attempt reads the same file
            return Error(kMusicUnreadable, {{"file", plan.music.string()}}).because(music.error());
        source.music_ = std::move(*music);
        LoudnessMeter meter(2, false);
        meter.add(source.music_);
        const double lufs = meter.integratedLufs();
        scale(source.music_, lufs <= kSilentLufs ? 0.0 : kLineLufs - lufs);
    }
    return source;
}

void MixSource::rewind() {
    playing_.clear();
    nextVoice_ = 0;
    duckFrom_ = 0;
    at_ = 0;
}

Status MixSource::loadVoice(std::size_t index) {
    const MixVoice& voice = plan_->voices[index];
    Playing line{index, {}};
    MANJU_TRY(line.samples, readSound(voice.file, 1, voice.samples + 1));
    if (static_cast<std::int64_t>(line.samples.size()) != voice.samples) {
        const bool more = static_cast<std::int64_t>(line.samples.size()) > voice.samples;
        return Error(kVoiceLength, {{"file", voice.file.string()},
                                    {"samples", more ? ">" + std::to_string(voice.samples)
                                                     : std::to_string(line.samples.size())},
                                    {"planned", std::to_string(voice.samples)}});
    }
    double& gain = lineGains_[index];
    if (std::isnan(gain)) gain = levelGain(lineLufs(line.samples));
    scale(line.samples, gain);
    playing_.push_back(std::move(line));
    return Done{};
}

Status MixSource::addVoices(std::span<float> out) {
    const std::int64_t end = at_ + static_cast<std::int64_t>(out.size() / 2);
    while (nextVoice_ < plan_->voices.size() && plan_->voices[nextVoice_].startSample < end)
        MANJU_CHECK(loadVoice(nextVoice_++));
    for (const Playing& line : playing_) {
        const std::int64_t start = plan_->voices[line.index].startSample;
        const auto count = static_cast<std::int64_t>(line.samples.size());
        for (std::int64_t s = std::max(at_, start); s < std::min(end, start + count); ++s) {
            const float value = line.samples[static_cast<std::size_t>(s - start)];
            const auto i = static_cast<std::size_t>(s - at_) * 2;
            out[i] += value;
            out[i + 1] += value;
        }
    }
    std::erase_if(playing_, [&](const Playing& line) {
        return plan_->voices[line.index].startSample + static_cast<std::int64_t>(line.samples.size()) <= end;
    });
    return Done{};
}

void MixSource::addMusic(std::span<float> out) {
    const auto frames = static_cast<std::int64_t>(music_.size() / 2);
    // Each round starts while the one before still fades out, so a round lasts `frames - fade`.
    const std::int64_t fade = frames < length() ? std::min(kLoopFade, frames / 4) : 0;
    const std::int64_t round = frames - fade;
    const AudioPreset& audio = plan_->audio;
    double lastDuck = -1, bed = 0;
    for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
        const std::int64_t sample = at_ + static_cast<std::int64_t>(i / 2);
        if (sample >= length()) break;
        const std::int64_t position = frames < length() ? sample % round : sample;
        auto p = static_cast<std::size_t>(position) * 2;
        double left = music_[p], right = music_[p + 1];
        if (position < fade && sample >= round) {
            // Equal power: cos^2 + sin^2 = 1.
            const double angle =
                std::numbers::pi / 2 * (static_cast<double>(position) + 0.5) / static_cast<double>(fade);
            p = static_cast<std::size_t>(position + round) * 2;
            left = left * std::sin(angle) + music_[p] * std::cos(angle);
            right = right * std::sin(angle) + music_[p + 1] * std::cos(angle);
        }
        const double duck = duckAmount(plan_->voices, sample, duckFrom_);
        if (duck != lastDuck) {
            bed = fromDb(audio.musicGapDb + (audio.musicSpeechDb - audio.musicGapDb) * duck);
            lastDuck = duck;
        }
        const double gain =
            bed * std::min(1.0, static_cast<double>(length() - sample) / static_cast<double>(kMusicFade));
        out[i] += static_cast<float>(left * gain);
        out[i + 1] += static_cast<float>(right * gain);
    }
}

Status MixSource::read(std::span<float> out) {
    std::fill(out.begin(), out.end(), 0.0F);
    MANJU_CHECK(addVoices(out));
    if (!music_.empty()) addMusic(out);
    at_ += static_cast<std::int64_t>(out.size() / 2);
    return Done{};
}

}  // namespace manju::video
