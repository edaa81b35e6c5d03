// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/base/os/file.h"
#include "core/video/bench_scene.h"
#include "core/video/errors.h"
#include "core/video/limiter.h"
#include "core/video/loudness.h"
#include "core/video/mix.h"
#include "core/video/sound_file.h"
#include "tests/core/video/support.h"

namespace manju::video {
namespace {

constexpr std::int64_t kSecond = kSampleRate;

/// Everything the mix gives.
std::vector<float> allOf(MasteredMix& mix) {
    std::vector<float> out;
    for (std::size_t before = 1; before != out.size();) {
        before = out.size();
        EXPECT_TRUE(mix.read(out).ok());
    }
    return out;
}

std::vector<float> rawOf(const MixPlan& plan) {
    auto source = MixSource::open(plan);
    EXPECT_TRUE(source.ok());
    std::vector<float> out(static_cast<std::size_t>(plan.samples) * 2);
    EXPECT_TRUE(source->read(out).ok());
    return out;
}

TEST(SoundFile, A16BitWavComesThroughSampleForSample) {
    const TempFolder folder;
    std::vector<float> samples;
    for (int i = 0; i < 5000; ++i)
        samples.push_back(static_cast<float>((i * 7919) % 65536 - 32768) / 32768.0F);
    MANJU_ASSERT_OK(writeWav(samples, folder / "a.wav"));
    const auto read = readSound(folder / "a.wav", 1, 1'000'000);
    MANJU_ASSERT_OK(read);
    ASSERT_EQ(read->size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) ASSERT_NEAR((*read)[i], samples[i], 1.6 / 32768.0);
}

TEST(SoundFile, TheDemoMusicIsReadAtOurRate) {
    const auto music = readSound(MANJU_SOURCE_DIR "/resources/demo/music.flac", 2, 100 * kSecond);
    MANJU_ASSERT_OK(music);
    // Eight bars of four beats at 66 a minute.
    EXPECT_NEAR(static_cast<double>(music->size()) / 2, 32 * 60.0 / 66.0 * kSecond, 100.0);
    LoudnessMeter meter(2, true);
    meter.add(*music);
    EXPECT_NEAR(meter.integratedLufs(), -21.5, 1.0);
    EXPECT_LE(meter.truePeakDb(), -6.0);
}

TEST(SoundFile, WhatIsNoSoundIsNamed) {
    const TempFolder folder;
    std::ofstream(folder / "x.mp3") << "not a sound";
    MANJU_ASSERT_OK(writeStill(flatStill(8, 8, 1, 2, 3), folder / "x.png"));
    for (const char* name : {"x.mp3", "x.png"}) {
        const auto read = readSound(folder / name, 2, 100);
        ASSERT_FALSE(read.ok()) << name;
        EXPECT_EQ(read.error().id(), "MJ-VIDEO-04");
    }
    EXPECT_EQ(readSound(folder / "none.wav", 2, 100).error().id(), "MJ-FILE-01");
}

TEST(Limiter, KeepsTheTruePeakAndTheLength) {
    // Full-scale sines near a quarter of the rate have their true peaks between the samples.
    std::vector<float> in;
    for (int i = 0; i < 48000; ++i) {
        const double burst = i > 20000 && i < 21000 ? 2.0 : 0.4;
        const auto value = static_cast<float>(burst * std::sin(0.5 * 3.14159265 * i + 0.785398));
        in.insert(in.end(), {value, -value});
    }
    Limiter limiter(fromDb(-1.7));
    std::vector<float> out;
    limiter.add(std::span(in).first(20001 * 2), out);
    limiter.add(std::span(in).subspan(20001 * 2), out);
    limiter.finish(out);
    ASSERT_EQ(out.size(), in.size());
    LoudnessMeter meter(2, true);
    meter.add(out);
    EXPECT_LE(meter.truePeakDb(), -1.55);
    EXPECT_GT(limiter.reductionDb(), 6.0);
    for (std::size_t i = 0; i < 19000 * 2; ++i) ASSERT_EQ(out[i], in[i]);  // untouched far from the burst
}

TEST(Limiter, LeavesQuietSoundAlone) {
    std::vector<float> in;
    for (const float sample : tone(0.5, 440, 0.5)) in.insert(in.end(), {sample, sample});
    Limiter limiter(fromDb(-1.7));
    std::vector<float> out;
    limiter.add(in, out);
    limiter.finish(out);
    EXPECT_EQ(out, in);
    EXPECT_EQ(limiter.reductionDb(), 0.0);
}

TEST(Mix, LinesLieAtTheirSample) {
    const TempFolder folder;
    // A click at the start of each line, over odd positions.
    std::vector<float> click(4000, 0.0F);
    click[0] = 0.9F;
    MANJU_ASSERT_OK(writeWav(click, folder / "click.wav"));
    MixPlan plan{10 * kSecond, {}, {}, {}};
    for (std::int64_t i = 0; i < 20; ++i)
        plan.voices.push_back(
            {folder / "click.wav", 3 + i * 23'117, static_cast<std::int64_t>(click.size())});
    const std::vector<float> raw = rawOf(plan);
    std::vector<std::int64_t> found;
    for (std::int64_t i = 0; i < plan.samples; ++i)
        if (std::abs(raw[static_cast<std::size_t>(i) * 2]) > 0.1) found.push_back(i);
    ASSERT_EQ(found.size(), plan.voices.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], plan.voices[i].startSample);
}

TEST(Mix, BlockSizeDoesNotMatter) {
    const TempFolder folder;
    MANJU_ASSERT_OK(writeWav(tone(1.3, 200, 0.2), folder / "v.wav"));
    MANJU_ASSERT_OK(writeWav(tone(2.1, 500, 0.2), folder / "m.wav"));
    const MixPlan plan{5 * kSecond, {{folder / "v.wav", 30'001, 62'400}}, folder / "m.wav", {}};
    const std::vector<float> whole = rawOf(plan);
    auto source = MixSource::open(plan);
    MANJU_ASSERT_OK(source);
    std::vector<float> pieces(whole.size());
    for (std::size_t at = 0; at < pieces.size();) {
        const std::size_t count = std::min<std::size_t>(2 * (1 + at % 977), pieces.size() - at);
        MANJU_ASSERT_OK(source->read(std::span(pieces).subspan(at, count)));
        at += count;
    }
    EXPECT_EQ(pieces, whole);
}

TEST(Mix, LinesOfDifferentLevelBecomeEqual) {
    const TempFolder folder;
    MixPlan plan{9 * kSecond, {}, {}, {}};
    // Two full lines, 14 dB apart, and two short ones.
    const struct {
        const char* name;
        double seconds, amplitude;
        std::int64_t at;
    } lines[] = {
        {"a.wav", 2.0, 0.25, 0}, {"b.wav", 2.0, 0.05, 3}, {"c.wav", 0.3, 0.2, 6}, {"d.wav", 0.3, 0.06, 7}};
    for (const auto& line : lines) {
        MANJU_ASSERT_OK(writeWav(tone(line.seconds, 1000, line.amplitude), folder / line.name));
        plan.voices.push_back({folder / line.name, line.at * kSecond, std::llround(line.seconds * kSecond)});
    }
    const std::vector<float> raw = rawOf(plan);
    const double reference = rmsDb(raw, 0, 2 * kSecond);
    for (const MixVoice& voice : plan.voices)
        EXPECT_NEAR(rmsDb(raw, voice.startSample, voice.startSample + voice.samples), reference, 0.8);
}

TEST(Mix, AVoiceOfAnotherLengthThanPlannedIsRefused) {
    const TempFolder folder;
    MANJU_ASSERT_OK(writeWav(tone(1, 300, 0.2), folder / "v.wav"));
    for (const std::int64_t planned : {kSecond - 1, kSecond + 1}) {
        const MixPlan plan{3 * kSecond, {{folder / "v.wav", 0, planned}}, {}, {}};
        const auto mix = MasteredMix::open(plan, {});
        ASSERT_FALSE(mix.ok());
        EXPECT_EQ(mix.error().id(), "MJ-VIDEO-05");
    }
}

TEST(Mix, MusicDucksUnderSpeechAndReturns) {
    const TempFolder folder;
    std::vector<float> silentLine(3 * kSecond,
                                  0.0F);  // ducking follows the plan, so the music is heard alone
    MANJU_ASSERT_OK(writeWav(silentLine, folder / "v.wav"));
    MANJU_ASSERT_OK(writeWav(tone(30, 600, 0.1), folder / "m.wav"));
    const MixPlan plan{12 * kSecond, {{folder / "v.wav", 4 * kSecond, 3 * kSecond}}, folder / "m.wav", {}};
    const std::vector<float> raw = rawOf(plan);
    const auto level = [&](double from, double to) {
        return rmsDb(raw, std::llround(from * kSecond), std::llround(to * kSecond));
    };
    const double gap = level(2, 3);
    EXPECT_NEAR(gap - level(5, 6), 8.0, 0.05);
    EXPECT_NEAR(level(3.7, 3.8), gap, 0.05);          // not before the look-ahead
    EXPECT_LE(level(4.1, 4.15), level(5, 6) + 0.05);  // all the way down 100 ms into the line
    EXPECT_NEAR(level(8.0, 8.1), gap, 0.05);          // back within a second
    EXPECT_LT(level(11.9, 12.0), gap - 25);           // faded out at the end
    EXPECT_NEAR(level(10.2, 10.4), gap, 0.05);
}

TEST(Mix, LoopedMusicHasNoHole) {
    const TempFolder folder;
    // Incoherent material, for which equal power holds.
    std::vector<float> noise;
    std::uint32_t state = 1;
    for (int i = 0; i < 6 * kSecond; ++i) {
        state = state * 1664525U + 1013904223U;
        noise.push_back(static_cast<float>(static_cast<double>(state) / 4294967296.0 - 0.5) * 0.3F);
    }
    MANJU_ASSERT_OK(writeWav(noise, folder / "m.wav"));
    const MixPlan plan{25 * kSecond, {}, folder / "m.wav", {}};
    const std::vector<float> raw = rawOf(plan);
    const double reference = rmsDb(raw, kSecond, 2 * kSecond);
    for (std::int64_t at = 0; at < 23 * 10; ++at)
        ASSERT_NEAR(rmsDb(raw, at * kSecond / 10, (at + 1) * kSecond / 10), reference, 1.0) << at;
}

TEST(Mix, ReachesTheLoudnessWhateverTheInput) {
    const TempFolder folder;
    for (const double amplitude : {0.9, 0.1, 0.003}) {
        MANJU_ASSERT_OK(writeWav(tone(3, 500, amplitude), folder / "v.wav"));
        const MixPlan plan{5 * kSecond, {{folder / "v.wav", kSecond, 3 * kSecond}}, {}, {}};
        auto mix = MasteredMix::open(plan, {});
        MANJU_ASSERT_OK(mix);
        const std::vector<float> out = allOf(*mix);
        ASSERT_EQ(static_cast<std::int64_t>(out.size()), plan.samples * 2);
        LoudnessMeter meter(2, true);
        meter.add(out);
        EXPECT_NEAR(meter.integratedLufs(), -14.0, 0.5) << amplitude;
        EXPECT_LE(meter.truePeakDb(), -1.0);
        EXPECT_NEAR(meter.integratedLufs(), mix->level().integratedLufs, 1e-9);
    }
}

TEST(Mix, SilenceStaysSilentAndPeaksAreNotCrushed) {
    const TempFolder folder;
    const MixPlan silent{2 * kSecond, {}, {}, {}};
    auto mix = MasteredMix::open(silent, {});
    MANJU_ASSERT_OK(mix);
    for (const float sample : allOf(*mix)) ASSERT_EQ(sample, 0.0F);

    std::vector<float> clicks(3 * kSecond, 0.0F);
    for (std::size_t i = 0; i < clicks.size(); i += 24'000) clicks[i] = 0.9F;
    MANJU_ASSERT_OK(writeWav(clicks, folder / "v.wav"));
    const MixPlan plan{3 * kSecond, {{folder / "v.wav", 0, 3 * kSecond}}, {}, {}};
    auto hard = MasteredMix::open(plan, {});
    MANJU_ASSERT_OK(hard);
    EXPECT_LE(hard->level().truePeakDb, -1.0);
    EXPECT_LE(hard->level().reductionDb, 12.2);
}

TEST(Mix, SpeechIsAsLoudWithMusicAsWithout) {
    const TempFolder folder;
    MANJU_ASSERT_OK(writeWav(tone(6, 400, 0.2), folder / "v.wav"));
    MANJU_ASSERT_OK(writeWav(tone(10, 3000, 0.5), folder / "m.wav"));
    MixPlan plan{6 * kSecond, {{folder / "v.wav", 0, 6 * kSecond}}, {}, {}};
    const double alone = rmsDb(rawOf(plan), kSecond, 5 * kSecond);
    plan.music = folder / "m.wav";
    EXPECT_NEAR(rmsDb(rawOf(plan), kSecond, 5 * kSecond), alone, 0.3);
}

TEST(Mix, MusicThatIsNoSoundFileIsNamedAndNotTriedAgain) {
    const TempFolder folder;
    MANJU_ASSERT_OK(os::writeFile(folder / "m.mp3", "a letter, not a song"));
    const MixPlan plan{kSecond, {}, folder / "m.mp3", {}};
    const auto mix = MixSource::open(plan);
    ASSERT_FALSE(mix.ok());
    EXPECT_TRUE(mix.error().is(kMusicUnreadable));
    EXPECT_EQ(mix.error().kind(), ErrorKind::Attention);
}

}  // namespace
}  // namespace manju::video
