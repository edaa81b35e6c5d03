// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/domain/enum_text.h"
#include "core/domain/step_spec.h"

namespace manju::voice {

/// Where the times of words come from.
enum class TimingSource {
    Exact,      ///< the engine reported them
    Estimated,  ///< shared out by length within each clause
};
MANJU_ENUM_TEXT(TimingSource, {{TimingSource::Exact, "exact"}, {TimingSource::Estimated, "estimated"}})

/// When a word of the text begins.
struct SpokenWord {
    std::int64_t begin = 0;  ///< code points [begin, end) of VoiceSpec::text
    std::int64_t end = 0;
    std::int64_t startSample = 0;
    friend bool operator==(const SpokenWord&, const SpokenWord&) = default;
};

struct Speech {
    std::vector<float> samples;     ///< mono, 48 kHz, -1..1
    std::vector<SpokenWord> words;  ///< in the order of time
    TimingSource timingSource = TimingSource::Exact;
};

MANJU_JSON_TYPE(SpokenWord)

/// Turns text into speech. Equal specs give equal samples. Thread: any; calls may wait for each other.
class Speaker {
public:
    Speaker() = default;
    Speaker(const Speaker&) = delete;
    Speaker& operator=(const Speaker&) = delete;
    virtual ~Speaker() = default;

    /// Text with nothing to speak gives a short silence. Fails with the codes of core/voice/errors.h, or
    /// with kCancelled soon after `stop` is requested.
    virtual Result<Speech> synthesize(const VoiceSpec& spec, const std::stop_token& stop) = 0;
};

/// The engine of a VoiceChoice; "espeak" is built in. Fails with kEngineUnknown.
Result<std::unique_ptr<Speaker>> openSpeaker(const std::string& engine);

}  // namespace manju::voice
