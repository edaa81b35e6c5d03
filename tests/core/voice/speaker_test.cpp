// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/speaker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/voice/errors.h"

namespace manju::voice {
namespace {

VoiceSpec specOf(const std::string& text, const std::string& language = "zh", const std::string& voice = "") {
    VoiceSpec spec;
    spec.text = text;
    spec.language = language;
    spec.voice.voice = voice;
    return spec;
}

Result<Speech> spoken(const VoiceSpec& spec) {
    return openSpeaker("espeak").value()->synthesize(spec, {});
}
Speech speech(const VoiceSpec& spec) {
    auto result = spoken(spec);
    EXPECT_TRUE(result.ok()) << result.error().debugText();
    return result.ok() ? std::move(result).value() : Speech{};
}

double rms(const std::vector<float>& samples, std::size_t begin, std::size_t end) {
    double energy = 0;
    for (std::size_t i = begin; i < end; ++i) energy += static_cast<double>(samples[i]) * samples[i];
    return std::sqrt(energy / static_cast<double>(end - begin));
}
double seconds(const Speech& s) {
    return static_cast<double>(s.samples.size()) / 48000;
}

/// Strongest period between 60 and 400 Hz by autocorrelation over a second from `at`.
double pitchOf(const Speech& s, std::size_t at = 4800) {
    double best = 0;
    std::size_t lag = 1;
    for (std::size_t l = 120; l <= 800; ++l) {
        double sum = 0;
        for (std::size_t i = at; i < at + 24000 && i + l < s.samples.size(); ++i)
            sum += static_cast<double>(s.samples[i]) * s.samples[i + l];
        if (sum > best) best = sum, lag = l;
    }
    return 48000.0 / static_cast<double>(lag);
}

TEST(Speaker, ChineseAndEnglishAreAudible) {
    for (const auto& spec : {specOf("他推开门，看见她站在雨里。"), specOf("The rain had stopped.", "en")}) {
        const Speech s = speech(spec);
        EXPECT_GT(rms(s.samples, 0, s.samples.size()), 0.02);
        EXPECT_GT(seconds(s), 1.0);
        EXPECT_LT(seconds(s), 6.0);
    }
}

TEST(Speaker, ChineseIsReadAtThePaceOfShortVideo) {
    const Speech s = speech(specOf("今天下午我们一起去图书馆学习新的课程"));  // 18 characters
    EXPECT_GT(18 / seconds(s), 4.0);
    EXPECT_LT(18 / seconds(s), 5.5);
}

TEST(Speaker, WordsCoverTheTextInOrderOfTime) {
    const std::string text = "2024年，林晚说OK，走吧。";
    const Speech s = speech(specOf(text));
    const auto points = static_cast<std::int64_t>(decodeUtf8(text).size());
    ASSERT_GE(s.words.size(), 8U);
    EXPECT_EQ(s.timingSource, TimingSource::Exact);
    EXPECT_EQ(s.words[0].begin, 0);
    EXPECT_EQ(s.words[0].end, 4);  // the year is one word of the text
    for (std::size_t i = 1; i < s.words.size(); ++i) {
        EXPECT_GT(s.words[i].begin, s.words[i - 1].begin);
        EXPECT_LE(s.words[i].end, points);
        EXPECT_GT(s.words[i].startSample, s.words[i - 1].startSample);
        EXPECT_LT(s.words[i].startSample, static_cast<std::int64_t>(s.samples.size()));
    }
}

TEST(Speaker, WordTimesPointAtSound) {
    const Speech s = speech(specOf("好，好，好。"));
    ASSERT_EQ(s.words.size(), 3U);
    for (const SpokenWord& word : s.words) {
        const auto at = static_cast<std::size_t>(word.startSample);
        EXPECT_GT(rms(s.samples, at, at + 7200), 0.02);  // sound after it
        const double before = at > 4800 ? rms(s.samples, at - 4800, at - 960) : 0;
        EXPECT_LT(before, 0.01);  // a pause before it
    }
}

TEST(Speaker, EqualSpecsGiveEqualSamplesWhateverCameBefore) {
    const VoiceSpec spec = specOf("他终于回来了，hello。");
    const auto first = speech(spec).samples;
    speech(specOf("Something else entirely, with another voice.", "en", "en-us+whisper"));
    EXPECT_EQ(speech(spec).samples, first);
}

TEST(Speaker, VariantsDiffer) {
    const Speech male = speech(specOf("We are waiting for you here", "en", "en-us+m3"));
    const Speech female = speech(specOf("We are waiting for you here", "en", "en-us+f3"));
    EXPECT_GT(pitchOf(female), pitchOf(male) * 1.2);
}

TEST(Speaker, SpeedAndPitchAreApplied) {
    VoiceSpec spec = specOf("We are waiting for you here", "en");
    const Speech normal = speech(spec);
    spec.voice.wordsPerMinute = 350;
    EXPECT_LT(seconds(speech(spec)), seconds(normal) * 0.7);
    spec.voice.wordsPerMinute = 0;
    spec.voice.pitch = 90;
    EXPECT_GT(pitchOf(speech(spec)), pitchOf(normal) * 1.2);
}

TEST(Speaker, EverySpeedIsPlausible) {
    for (const int speed : {80, 175, 210, 320, 400})
        for (const char* language : {"zh", "en"}) {
            VoiceSpec spec =
                specOf(language == std::string("zh") ? "他推开门，看见她站在雨里，手里还攥着信。"
                                                     : "The rain had stopped, and nobody was there.",
                       language);
            spec.voice.wordsPerMinute = speed;
            const auto result = spoken(spec);
            EXPECT_TRUE(result.ok()) << speed << language << result.error().debugText();
        }
}

TEST(Speaker, PunctuationMakesPauses) {
    EXPECT_GT(seconds(speech(specOf("好。好"))), seconds(speech(specOf("好，好"))) + 0.1);
}

TEST(Speaker, NothingToSpeakIsAShortSilence) {
    for (const char* text : {"", "……", "😱", "！？", "---"}) {
        const Speech s = speech(specOf(text));
        EXPECT_GT(s.samples.size(), 0U);
        EXPECT_LT(seconds(s), 1.0);
        EXPECT_EQ(rms(s.samples, 0, s.samples.size()), 0.0);
        EXPECT_TRUE(s.words.empty());
    }
}

TEST(Speaker, AliasesAreSpoken) {
    EXPECT_NE(speech(specOf("[重庆|zhong4 qing4]")).samples, speech(specOf("[重庆|chong2 qing4]")).samples);
    const Speech s = speech(specOf("在[重庆|chong2 qing4]"));
    ASSERT_EQ(s.words.size(), 2U);
    EXPECT_EQ(s.words[1].begin, 1);
    EXPECT_EQ(s.words[1].end, 18);
}

TEST(Speaker, UnknownVoicesAreNamedWithNearOnes) {
    const auto base = spoken(specOf("你好", "zh", "cmn-latin-pinyin"));
    ASSERT_FALSE(base.ok());
    EXPECT_TRUE(base.error().is(kVoiceUnknown));
    EXPECT_EQ(base.error().args().at("voice"), "cmn-latin-pinyin");
    EXPECT_EQ(base.error().args().at("near").find("cmn-latn-pinyin"), 0U);
    const auto variant = spoken(specOf("hi", "en", "en-us+f33"));
    ASSERT_FALSE(variant.ok());
    EXPECT_NE(variant.error().args().at("near").find("en-us+f3"), std::string::npos);
    EXPECT_TRUE(openSpeaker("edge").error().is(kEngineUnknown));
}

TEST(Speaker, TextInAnotherScriptIsNamedInsteadOfPassedOver) {
    const auto speaker = openSpeaker("espeak").value();
    for (const char* text : {"Привет, мир!", "こんにちは", "مرحبا"}) {
        const auto refused = speaker->synthesize(specOf(text), {});
        ASSERT_FALSE(refused.ok()) << text;
        EXPECT_TRUE(refused.error().is(kTextUnspeakable));
        EXPECT_EQ(refused.error().args().at("text"), text);
    }
    // A letter among others is no reason to stop, and a reading is what counts.
    EXPECT_TRUE(speaker->synthesize(specOf("角度α等于三十度"), {}).ok());
    EXPECT_TRUE(speaker->synthesize(specOf("[Привет|你好]"), {}).ok());
}

TEST(Speaker, SettingsOutOfRangeAreRefused) {
    VoiceSpec spec = specOf("你好");
    spec.voice.wordsPerMinute = 20;
    EXPECT_TRUE(spoken(spec).error().is(kSettingWrong));
    spec.voice.wordsPerMinute = 0;
    spec.voice.pitch = 101;
    EXPECT_EQ(spoken(spec).error().args().at("range"), "0-100");
}

TEST(Speaker, CancelEndsWithoutAResult) {
    std::string text;
    for (int i = 0; i < 3000; ++i) text += "他推开门，看见她站在雨里，";
    std::stop_source stop;
    const auto speaker = std::move(openSpeaker("espeak")).value();
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    const auto result = speaker->synthesize(specOf(text), stop.get_token());
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().is(kCancelled));
    EXPECT_TRUE(speaker->synthesize(specOf("好"), {}).ok());  // and the engine still works
}

TEST(Speaker, ThreadsTakeTurns) {
    const auto expected = speech(specOf("你好，世界")).samples;
    std::vector<std::vector<float>> results(3);
    {
        std::vector<std::jthread> threads;
        for (auto& result : results)
            threads.emplace_back([&result] { result = speech(specOf("你好，世界")).samples; });
    }
    for (const auto& result : results) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace manju::voice
