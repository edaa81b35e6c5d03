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
    double unet = 0.8;   ///< strength on the UNet, -10..10
    double text = 0.8;   ///< strength on the text encoders
    std::string blocks;  ///< strengths by block: a name or numbers, as core/lora/block_weights.h reads it
    int ranks = 0;       ///< use only the first; 0: all
    friend bool operator==(const LoraSpec&, const LoraSpec&) = default;
};

/// A picture to start from instead of noise alone.
struct StartSpec {
    std::string picture;    ///< SHA-256 of a PNG; resized to the size that is drawn
    double strength = 0.6;  ///< > 0..1: 1 leaves nothing of it but what the mask keeps
    std::string mask;       ///< SHA-256 of a PNG: white is drawn anew, black is kept; empty: all anew
    friend bool operator==(const StartSpec&, const StartSpec&) = default;
};

/// A second pass: the drawn picture is enlarged by a network or by Lanczos, and drawn over once more.
struct HiresSpec {
    int width = 0;  ///< of the result; multiples of 8
    int height = 0;
    double strength = 0.35;  ///< 0..1; 0: enlarged only
    std::string upscaler;    ///< SHA-256 of a super-resolution network; empty: Lanczos
    int steps = 0;           ///< 1..150; 0: as many as the first pass
    friend bool operator==(const HiresSpec&, const HiresSpec&) = default;
};

/// Draws one picture; the result is a PNG of width x height, or of the second pass's size.
struct ImageSpec {
    int revision = 3;
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
    int vaeTile = 0;         ///< side in pixels of what the VAE sees at once, 256..4096, a multiple of 64;
                             ///< 0: all
    std::vector<LoraSpec> loras;
    std::optional<StartSpec> start;
    std::optional<HiresSpec> hires;
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
MANJU_JSON_TYPE(StartSpec)
MANJU_JSON_TYPE(HiresSpec)
MANJU_JSON_TYPE(ImageSpec)
MANJU_JSON_TYPE(VoiceSpec)
MANJU_JSON_TYPE(SubtitleSpec)
MANJU_JSON_TYPE(VideoSpec)

/// The step's key: SHA-256 of the canonical form of {"kind": ..., "spec": ...}.
std::string stepKey(StepKind kind, const Json& spec);

}  // namespace manju
