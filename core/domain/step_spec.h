// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/domain/cast.h"
#include "core/domain/enum_text.h"
#include "core/domain/preset.h"
#include "core/domain/timeline.h"

namespace manju {

enum class StepKind { Image, Voice, Subtitles, Video };
MANJU_ENUM_TEXT(StepKind, {{StepKind::Image, "image"},
                           {StepKind::Voice, "voice"},
                           {StepKind::Subtitles, "subtitles"},
                           {StepKind::Video, "video"}})

// A spec holds everything that affects the step's result and nothing else: no paths, no program version.
// `revision` is raised by hand when the algorithm of the step changes its results.

struct LoraSpec {
    std::string sha256;
    double weight = 0.8;
    friend bool operator==(const LoraSpec&, const LoraSpec&) = default;
};

/// Draws one picture; the result is a PNG of width x height.
struct ImageSpec {
    int revision = 2;
    std::string checkpoint;  ///< identity of the checkpoint: SHA-256 over its files
    std::string prompt;
    std::optional<std::string>
        negative;  ///< none was given, or this; the bundle says what an empty one means
    std::uint32_t seed = 0;
    int width = 0;
    int height = 0;
    int steps = 0;
    double cfg = 0;
    std::string sampler;
    std::string bundle;      ///< convention of text and noise: "studio", "diffusers", "comfy", "a1111"
    std::string noise;       ///< "cpu_f32", "cpu_f16", "nv_emul"; empty: the bundle's
    std::string prediction;  ///< "epsilon", "v", "v_zero_snr"; empty: as the checkpoint says
    int clipSkip = 0;        ///< 0..12 layers, counted as the bundle counts them; 0: none
    std::vector<LoraSpec> loras;
    friend bool operator==(const ImageSpec&, const ImageSpec&) = default;
};

/// Speaks one line; the result is a mono 48 kHz 16-bit WAV. Result meta: {"samples", "words": [...]}.
struct VoiceSpec {
    int revision = 1;
    std::string text;      ///< as it is to be spoken
    std::string language;  ///< "zh" or "en"
    VoiceChoice voice;
    friend bool operator==(const VoiceSpec&, const VoiceSpec&) = default;
};

/// Sets the captions; the results are an ASS and an SRT file.
struct SubtitleSpec {
    int revision = 1;
    int width = 0;
    int height = 0;
    std::string language;
    SubtitlePreset style;
    std::string label;  ///< text of the visible label for the whole video; empty: none
    std::int64_t frames = 0;
    std::vector<SubtitleCue> cues;
    friend bool operator==(const SubtitleSpec&, const SubtitleSpec&) = default;
};

/// Composes and verifies the video; the result is an MP4.
struct VideoSpec {
    int revision = 1;
    int width = 0;
    int height = 0;
    Timeline timeline;      ///< cues are empty here: the captions come from `subtitles`
    std::string subtitles;  ///< SHA-256 of the ASS file
    std::string music;      ///< SHA-256 of the music file; empty: none
    AudioPreset audio;      ///< `music` is empty here
    std::string title;      ///< metadata
    std::string label;      ///< metadata comment that says the video is generated; empty: none
    friend bool operator==(const VideoSpec&, const VideoSpec&) = default;
};

MANJU_JSON_TYPE(LoraSpec)
MANJU_JSON_TYPE(ImageSpec)
MANJU_JSON_TYPE(VoiceSpec)
MANJU_JSON_TYPE(SubtitleSpec)
MANJU_JSON_TYPE(VideoSpec)

/// The step's key: SHA-256 of the canonical form of {"kind": ..., "spec": ...}.
std::string stepKey(StepKind kind, const Json& spec);

}  // namespace manju
