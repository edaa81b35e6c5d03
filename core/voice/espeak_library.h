// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace manju::voice {

/// How a segment is spoken.
struct EspeakVoice {
    std::string name;  ///< "en-us+f3"
    int wordsPerMinute = 175;
    int pitch = 50;  ///< 0..100
};

struct EspeakWord {
    std::size_t begin = 0;  ///< code points [begin, end) of the segment
    std::size_t end = 0;
    std::int64_t sample = 0;
};
struct EspeakSound {
    std::vector<float> samples;  ///< mono, at EspeakLibrary::rate()
    std::vector<EspeakWord> words;
};

/// espeak-ng, whose state is global to the process and survives a sentence: an object holds it alone
/// (others wait) and starts it anew, so that what was spoken before changes nothing. Thread: owner only.
class EspeakLibrary {
public:
    static Result<EspeakLibrary> open();
    EspeakLibrary(EspeakLibrary&& other) noexcept = default;
    EspeakLibrary& operator=(EspeakLibrary&&) = delete;
    ~EspeakLibrary();

    [[nodiscard]] int rate() const { return rate_; }  ///< Hz
    /// Done if there is such a voice and variant; kVoiceUnknown with the nearest names otherwise.
    Status checkVoice(const std::string& name);
    /// Precondition: checkVoice(voice.name). Fails with kCancelled or kEngineFailed.
    Result<EspeakSound> speak(const std::u32string& text, const EspeakVoice& voice,
                              const std::stop_token& stop);

    static std::string version();  ///< "1.51"

private:
    EspeakLibrary(std::unique_lock<std::mutex> lock, int rate) : lock_(std::move(lock)), rate_(rate) {}
    std::unique_lock<std::mutex> lock_;
    int rate_ = 0;
};

}  // namespace manju::voice
