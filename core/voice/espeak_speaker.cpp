// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/espeak_speaker.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/domain/alias_text.h"
#include "core/voice/clauses.h"
#include "core/voice/errors.h"
#include "core/voice/espeak_library.h"
#include "core/voice/normalise.h"
#include "core/voice/plausibility.h"
#include "core/voice/resampler.h"

namespace manju::voice {

MANJU_JSON_FIELDS(SpokenWord, begin, end, startSample)
namespace {

constexpr int kChineseSpeed = 210;  // 4.5 to 5 characters a second, the pace of narrated short video
constexpr int kEnglishSpeed = 175;
constexpr int kSlowest = 80;
constexpr int kFastest = 400;
constexpr float kTrimLevel = 0.003F;                        // -50 dBFS
constexpr std::int64_t kTrimMargin = kSampleRate / 100;     // 10 ms stay around the sound
constexpr std::int64_t kFade = kSampleRate / 500;           // 2 ms against clicks where sounds are joined
constexpr std::int64_t kSwitchGap = kSampleRate * 3 / 100;  // between two voices within a clause
constexpr std::int64_t kNothingSpoken = kSampleRate * 3 / 10;

struct Voices {
    EspeakVoice native;
    EspeakVoice foreign;
};

Status checkRange(const char* name, int value, int low, int high) {
    if (value >= low && value <= high) return Done{};
    return Error(kSettingWrong, {{"name", name},
                                 {"value", std::to_string(value)},
                                 {"range", std::to_string(low) + "-" + std::to_string(high)}});
}

Voices voicesOf(const VoiceSpec& spec) {
    const bool chinese = spec.language == "zh";
    const char* own = chinese ? "cmn-latn-pinyin" : "en-us";
    const char* other = chinese ? "en-us" : "cmn-latn-pinyin";
    const int ownSpeed = chinese ? kChineseSpeed : kEnglishSpeed;
    const int otherSpeed = chinese ? kEnglishSpeed : kChineseSpeed;
    Voices voices;
    voices.native.name = spec.voice.voice.empty() ? own : spec.voice.voice;
    const std::size_t plus = voices.native.name.find('+');
    voices.foreign.name = other + (plus == std::string::npos ? "" : voices.native.name.substr(plus));
    voices.native.wordsPerMinute = spec.voice.wordsPerMinute > 0 ? spec.voice.wordsPerMinute : ownSpeed;
    voices.foreign.wordsPerMinute =
        std::clamp(otherSpeed * voices.native.wordsPerMinute / ownSpeed, kSlowest, kFastest);
    voices.native.pitch = voices.foreign.pitch = spec.voice.pitch;
    return voices;
}

/// Joins sounds at 48 kHz and keeps the words' times.
class Mixer {
public:
    void silence(std::int64_t samples) {
        speech_.samples.resize(speech_.samples.size() + static_cast<std::size_t>(samples), 0.0F);
    }

    /// Adds the audible part of a sound. `sources` are those of the segment's code points.
    void add(const EspeakSound& sound, int rate, const std::vector<Segment::Source>& sources) {
        const std::vector<float> all = toProductRate(sound.samples, rate);
        const auto loud = [](float sample) { return std::abs(sample) > kTrimLevel; };
        const auto size = static_cast<std::int64_t>(all.size());
        const std::int64_t first = std::find_if(all.begin(), all.end(), loud) - all.begin();
        const std::int64_t last = all.rend() - std::find_if(all.rbegin(), all.rend(), loud);
        const std::int64_t begin = std::max<std::int64_t>(0, first - kTrimMargin);
        const std::int64_t end = std::min(size, last + kTrimMargin);
        const auto at = static_cast<std::int64_t>(speech_.samples.size());
        for (const EspeakWord& word : sound.words)
            addWord(word, sources, at, atProductRate(word.sample, rate) - begin);
        for (std::int64_t i = begin; i < end; ++i) {
            const auto edge =
                static_cast<float>(std::min({i - begin + 1, end - i, kFade})) / static_cast<float>(kFade);
            speech_.samples.push_back(std::clamp(all[static_cast<std::size_t>(i)] * edge, -1.0F, 1.0F));
        }
    }

    [[nodiscard]] std::size_t size() const { return speech_.samples.size(); }
    [[nodiscard]] std::span<const float> from(std::size_t at) const {
        return std::span(speech_.samples).subspan(at);
    }
    Speech take() { return std::move(speech_); }

private:
    void addWord(const EspeakWord& word, const std::vector<Segment::Source>& sources, std::int64_t at,
                 std::int64_t offset) {
        const std::size_t end = std::min(word.end, sources.size());
        if (word.begin >= end) return;
        const auto begin = static_cast<std::int64_t>(sources[word.begin].begin);
        // Several words of one reading (2024 in words) are one word of the text.
        if (!speech_.words.empty() && speech_.words.back().begin == begin) return;
        speech_.words.push_back(
            {begin, static_cast<std::int64_t>(sources[end - 1].end), at + std::max<std::int64_t>(0, offset)});
    }

    Speech speech_;
};

std::int64_t lettersOf(const Clause& clause) {
    std::int64_t letters = 0;
    for (const Segment& segment : clause.segments)
        letters += std::count_if(segment.text.begin(), segment.text.end(),
                                 [](char32_t c) { return u_isalnum(static_cast<UChar32>(c)) != 0; });
    return letters;
}

std::string textOf(const Clause& clause) {
    std::u32string text;
    for (const Segment& segment : clause.segments) text += segment.text;
    return encodeUtf8(text);
}

/// Characters a second that a voice can be expected to speak. Digits and foreign words widen the range.
Expectation expectationFor(const Clause& clause, const VoiceSpec& spec, const Voices& voices) {
    const bool chinese = spec.language == "zh";
    const double speed =
        voices.native.wordsPerMinute / static_cast<double>(chinese ? kChineseSpeed : kEnglishSpeed);
    Expectation expected{textOf(clause), lettersOf(clause), (chinese ? 2.5 : 4.0) * speed,
                         (chinese ? 9.0 : 30.0) * speed};
    const bool mixed = std::any_of(clause.segments.begin(), clause.segments.end(), [&](const Segment& s) {
        return s.foreign || std::any_of(s.text.begin(), s.text.end(), [&](char32_t c) {
                   return chinese ? c < 0x80 : c >= U'0' && c <= U'9';
               });
    });
    if (mixed) {
        expected.fewestPerSecond /= 4;
        expected.mostPerSecond *= 4;
    }
    return expected;
}

/// Text in other scripts would be passed over, and its line would be a moment of silence.
Status checkSpeakable(const VoiceSpec& spec, const std::string& voice) {
    std::int64_t letters = 0;
    std::int64_t strange = 0;
    for (const AliasPart& part : splitAliases(spec.text)) {
        for (const char32_t c : decodeUtf8(part.spoken)) {
            if (!u_isalpha(static_cast<UChar32>(c))) continue;
            UErrorCode ignored = U_ZERO_ERROR;
            const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &ignored);
            ++letters;
            if (script != USCRIPT_LATIN && script != USCRIPT_HAN) ++strange;
        }
    }
    if (strange * 2 <= letters) return Done{};
    return Error(kTextUnspeakable, {{"text", spec.text}, {"voice", voice}});
}

}  // namespace

Result<Speech> EspeakSpeaker::synthesize(const VoiceSpec& spec, const std::stop_token& stop) {
    if (spec.voice.wordsPerMinute != 0)
        MANJU_CHECK(checkRange("wordsPerMinute", spec.voice.wordsPerMinute, kSlowest, kFastest));
    MANJU_CHECK(checkRange("pitch", spec.voice.pitch, 0, 100));
    const Voices voices = voicesOf(spec);
    MANJU_CHECK(checkSpeakable(spec, voices.native.name));
    MANJU_TRY(EspeakLibrary library, EspeakLibrary::open());
    MANJU_CHECK(library.checkVoice(voices.native.name));
    MANJU_CHECK(library.checkVoice(voices.foreign.name));
    const std::vector<Clause> clauses = clausesOf(spokenPieces(spec.text, spec.language));
    const double slower = (spec.language == "zh" ? kChineseSpeed : kEnglishSpeed) /
                          static_cast<double>(voices.native.wordsPerMinute);
    Mixer mixer;
    for (const Clause& clause : clauses) {
        const std::size_t begin = mixer.size();
        for (const Segment& segment : clause.segments) {
            if (stop.stop_requested()) return Error(kCancelled);
            if (&segment != &clause.segments.front()) mixer.silence(kSwitchGap);
            MANJU_TRY(const EspeakSound sound,
                      library.speak(segment.text, segment.foreign ? voices.foreign : voices.native, stop));
            mixer.add(sound, library.rate(), segment.sources);
        }
        MANJU_CHECK(checkPlausible(mixer.from(begin), expectationFor(clause, spec, voices)));
        mixer.silence(std::llround(clause.pauseSeconds * slower * kSampleRate));
    }
    if (clauses.empty()) mixer.silence(kNothingSpoken);
    if (stop.stop_requested()) return Error(kCancelled);
    return mixer.take();
}

Result<std::unique_ptr<Speaker>> openSpeaker(const std::string& engine) {
    if (engine == "espeak") return std::unique_ptr<Speaker>(std::make_unique<EspeakSpeaker>());
    return Error(kEngineUnknown, {{"engine", engine}, {"known", "espeak"}});
}

}  // namespace manju::voice
