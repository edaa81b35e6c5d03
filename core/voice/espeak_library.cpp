// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/espeak_library.h"

#include <espeak-ng/speak_lib.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/voice/errors.h"

namespace manju::voice {
namespace {

constexpr const char* kLibrary = "libespeak-ng.so.1";
constexpr int kBufferMillis = 60;  // also how soon a stop is seen
constexpr std::size_t kNear = 5;

std::mutex& libraryMutex() {
    static std::mutex mutex;
    return mutex;
}

struct Collector {
    EspeakSound sound;
    const std::stop_token* stop = nullptr;
};
Collector* collector = nullptr;  // of the call under way; guarded by libraryMutex()

int onSamples(short* wave, int count, espeak_EVENT* events) {
    if (!collector) return 1;
    for (int i = 0; wave && i < count; ++i)
        collector->sound.samples.push_back(static_cast<float>(wave[i]) / 32768.0F);
    for (; events->type != espeakEVENT_LIST_TERMINATED; ++events) {
        if (events->type != espeakEVENT_WORD || events->text_position < 1) continue;
        const auto begin = static_cast<std::size_t>(events->text_position) - 1;
        const auto length = static_cast<std::size_t>(std::max(events->length, 1));
        collector->sound.words.push_back({begin, begin + length, events->sample});
    }
    return collector->stop->stop_requested() ? 1 : 0;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
        }
    }
    return row[b.size()];
}

std::string nearest(std::vector<std::string> known, const std::string& wanted, const std::string& prefix) {
    std::stable_sort(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
        return editDistance(lower(a), lower(wanted)) < editDistance(lower(b), lower(wanted));
    });
    std::string list;
    for (std::size_t i = 0; i < std::min(kNear, known.size()); ++i)
        list += (i > 0 ? ", " : "") + prefix + known[i];
    return list;
}

bool has(const std::vector<std::string>& known, const std::string& name) {
    return std::any_of(known.begin(), known.end(),
                       [&](const std::string& k) { return lower(k) == lower(name); });
}

Error failed(const std::string& detail) {
    return Error(kEngineFailed, {{"detail", detail}});
}

}  // namespace

struct EspeakLibrary::Functions {
    decltype(espeak_Initialize)* initialize;
    decltype(espeak_Terminate)* terminate;
    decltype(espeak_SetSynthCallback)* setCallback;
    decltype(espeak_ListVoices)* listVoices;
    decltype(espeak_SetVoiceByName)* setVoice;
    decltype(espeak_SetParameter)* setParameter;
    decltype(espeak_Synth)* synth;

    explicit Functions(const os::SharedLibrary& library)
        : initialize(library.function<decltype(espeak_Initialize)>("espeak_Initialize")),
          terminate(library.function<decltype(espeak_Terminate)>("espeak_Terminate")),
          setCallback(library.function<decltype(espeak_SetSynthCallback)>("espeak_SetSynthCallback")),
          listVoices(library.function<decltype(espeak_ListVoices)>("espeak_ListVoices")),
          setVoice(library.function<decltype(espeak_SetVoiceByName)>("espeak_SetVoiceByName")),
          setParameter(library.function<decltype(espeak_SetParameter)>("espeak_SetParameter")),
          synth(library.function<decltype(espeak_Synth)>("espeak_Synth")) {}

    [[nodiscard]] bool complete() const {
        return initialize && terminate && setCallback && listVoices && setVoice && setParameter && synth;
    }

    /// Names under which voices can be chosen: language codes ("en-us"), or variants ("f3").
    [[nodiscard]] std::vector<std::string> names(bool variants) const {
        espeak_VOICE wanted{};
        wanted.languages = "variant";
        const espeak_VOICE** voices = listVoices(variants ? &wanted : nullptr);
        std::vector<std::string> result;
        for (; voices && *voices; ++voices) {
            const std::string_view file = (*voices)->identifier;
            // Languages are a priority byte and a name each; the first is the voice's own.
            result.emplace_back(variants ? file.substr(file.find_last_of('/') + 1)
                                         : std::string_view((*voices)->languages + 1));
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }
};

EspeakLibrary::EspeakLibrary(std::unique_lock<std::mutex> lock, os::SharedLibrary library)
    : lock_(std::move(lock)),
      library_(std::move(library)),
      functions_(std::make_unique<Functions>(library_)) {}
EspeakLibrary::EspeakLibrary(EspeakLibrary&&) noexcept = default;

Result<EspeakLibrary> EspeakLibrary::open() {
    std::unique_lock lock(libraryMutex());
    auto loaded = os::SharedLibrary::open(kLibrary);
    if (!loaded.ok()) return failed(kLibrary).because(loaded.error());
    EspeakLibrary library(std::move(lock), std::move(loaded).value());
    if (!library.functions_->complete()) return failed(kLibrary);
    const int rate = library.functions_->initialize(AUDIO_OUTPUT_SYNCHRONOUS, kBufferMillis, nullptr,
                                                    espeakINITIALIZE_DONT_EXIT);
    if (rate <= 0) return failed("espeak_Initialize " + std::to_string(rate));
    library.rate_ = rate;
    library.functions_->setCallback(onSamples);
    std::srand(1);  // some voices draw their noise from it
    return library;
}

EspeakLibrary::~EspeakLibrary() {
    if (functions_ && rate_ > 0) functions_->terminate();
}

Status EspeakLibrary::checkVoice(const std::string& name) {
    const std::size_t plus = name.find('+');
    const std::string base = name.substr(0, plus);
    const auto bases = functions_->names(false);
    if (!has(bases, base)) return Error(kVoiceUnknown, {{"voice", name}, {"near", nearest(bases, base, "")}});
    if (plus == std::string::npos) return Done{};
    const std::string variant = name.substr(plus + 1);
    const auto variants = functions_->names(true);
    // espeak-ng itself takes an unknown variant for none.
    if (!has(variants, variant))
        return Error(kVoiceUnknown, {{"voice", name}, {"near", nearest(variants, variant, base + "+")}});
    return Done{};
}

Result<EspeakSound> EspeakLibrary::speak(const std::u32string& text, const EspeakVoice& voice,
                                         const std::stop_token& stop) {
    if (functions_->setVoice(voice.name.c_str()) != EE_OK)
        return failed("espeak_SetVoiceByName " + voice.name);
    functions_->setParameter(espeakRATE, voice.wordsPerMinute, 0);
    functions_->setParameter(espeakPITCH, voice.pitch, 0);
    const std::string bytes = encodeUtf8(text);
    Collector current;
    current.stop = &stop;
    collector = &current;
    const espeak_ERROR result = functions_->synth(bytes.c_str(), bytes.size() + 1, 0, POS_CHARACTER, 0,
                                                  espeakCHARS_UTF8, nullptr, nullptr);
    collector = nullptr;
    if (stop.stop_requested()) return Error(kCancelled);
    if (result != EE_OK) return failed("espeak_Synth " + std::to_string(result));
    return std::move(current.sound);
}

}  // namespace manju::voice
