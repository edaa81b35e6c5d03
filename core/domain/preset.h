// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace manju {

/// A second pass over every picture: enlarged by a network or by Lanczos, and drawn over once more.
struct HiresPreset {
    int width = 0;  ///< of the result, multiples of 8; both 0: no second pass
    int height = 0;
    double strength = 0.35;  ///< 0..1; 0: enlarged only
    int steps = 0;           ///< 1..150; 0: as many as the first pass
    std::string upscaler;    ///< file, relative to the preset file; empty: Lanczos
    [[nodiscard]] bool on() const { return width > 0; }
    friend bool operator==(const HiresPreset&, const HiresPreset&) = default;
};

/// How the shots of an episode are drawn.
struct ImagePreset {
    std::string style;     ///< English tags put in front of every prompt
    std::string negative;  ///< negative prompt
    int width = 768;       ///< native size; multiples of 8
    int height = 1344;
    int steps = 28;    ///< 1..150
    double cfg = 7.0;  ///< 1..30; 1 switches guidance off
    std::string sampler = "euler";
    std::string bundle = "studio";  ///< convention of text and noise, as in ImageSpec
    std::string noise;              ///< noise mode; empty: the bundle's
    int clipSkip = 0;               ///< as in ImageSpec
    int vaeTile = 0;                ///< as in ImageSpec; one for all shots, as tiles change the tone slightly
    std::uint32_t seed = 1;         ///< base of the shots' seeds
    std::string vae;                ///< file, relative to the preset file; empty: the checkpoint's own
    std::vector<std::string> textEncoders;  ///< the same for one or both text encoders
    HiresPreset hires;
    friend bool operator==(const ImagePreset&, const ImagePreset&) = default;
};

struct SubtitlePreset {
    std::string font;     ///< family; empty: the bundled font
    int size = 72;        ///< em in pixels of the 1080x1920 frame, 24..160; scaled with the output
    int outline = 6;      ///< pixels of the 1080x1920 frame
    int baseline = 1440;  ///< y of the text block's bottom edge in the 1080x1920 frame
    int left = 96;        ///< safe area, x
    int right = 900;
    int maxLines = 2;
    friend bool operator==(const SubtitlePreset&, const SubtitlePreset&) = default;
};

struct AudioPreset {
    double integratedLufs = -14.0;
    double truePeakDb = -1.0;
    std::string music;             ///< file, relative to the preset file; empty: none
    double musicSpeechDb = -20.0;  ///< gain of the music under speech
    double musicGapDb = -12.0;     ///< and in the gaps
    int pauseMillis = 250;         ///< silence after each line
    friend bool operator==(const AudioPreset&, const AudioPreset&) = default;
};

/// The visible and the metadata label that says the video is generated.
struct LabelPreset {
    bool visible = true;
    std::string text;  ///< empty: "AI generated" or "AI 生成", by the script's language
    friend bool operator==(const LabelPreset&, const LabelPreset&) = default;
};

/// The preset file (`resources/examples/preset.json`).
struct Preset {
    int width = 1080;  ///< of the video; even
    int height = 1920;
    ImagePreset image;
    SubtitlePreset subtitles;
    AudioPreset audio;
    LabelPreset label;
    friend bool operator==(const Preset&, const Preset&) = default;
};

MANJU_JSON_TYPE(HiresPreset)
MANJU_JSON_TYPE(ImagePreset)
MANJU_JSON_TYPE(SubtitlePreset)
MANJU_JSON_TYPE(AudioPreset)
MANJU_JSON_TYPE(LabelPreset)
MANJU_JSON_TYPE(Preset)

}  // namespace manju
