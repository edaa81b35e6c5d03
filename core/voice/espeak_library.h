// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/os/shared_library.h"
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

/// espeak-ng. Its state is global to the process, outlives a sentence (the flutter of a voice goes on where
/// the last sentence left it) and cannot be reset: a second espeak_Terminate never returns. So an object
/// holds the library alone, while others wait, and loads it anew: what was spoken before changes nothing.
/// Loading takes a few milliseconds. Thread: owner only.
class EspeakLibrary {
public:
    static Result<EspeakLibrary> open();
    EspeakLibrary(EspeakLibrary&& other) noexcept;
    EspeakLibrary& operator=(EspeakLibrary&&) = delete;
    ~EspeakLibrary();

    [[nodiscard]] int rate() const { return rate_; }  ///< Hz
    /// Done if there is such a voice and variant; kVoiceUnknown with the nearest names otherwise.
    Status checkVoice(const std::string& name);
    /// Precondition: checkVoice(voice.name). Fails with kCancelled or kEngineFailed.
    Result<EspeakSound> speak(const std::u32string& text, const EspeakVoice& voice,
                              const std::stop_token& stop);

private:
    struct Functions;
    EspeakLibrary(std::unique_lock<std::mutex> lock, os::SharedLibrary library);

    std::unique_lock<std::mutex> lock_;
    os::SharedLibrary library_;
    std::unique_ptr<Functions> functions_;
    int rate_ = 0;
};

}  // namespace manju::voice
