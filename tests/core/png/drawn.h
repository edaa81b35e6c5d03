// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/png/picture_texts.h"

namespace manju::png {

inline const std::string kModelHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
inline const std::string kLoraHash = std::string(64, 'a');
inline const std::string kTensorsHash = "fedcba9876543210" + std::string(48, '0');
inline const std::string kStartHash = std::string(64, 'b');
inline const std::string kMaskHash = std::string(64, 'd');
inline const std::string kNetworkHash = std::string(64, 'c');

/// A picture that uses everything at once.
struct Drawn {
    ImageSpec spec;
    PictureFacts facts;
    DrawnWith with;

    Drawn() {
        spec.checkpoint = kModelHash;
        spec.prompt = "a lighthouse, 红衣";
        spec.negative = "blurry";
        spec.seed = 4294967295;
        spec.width = 64;
        spec.height = 96;
        spec.steps = 12;
        spec.cfg = 6.5;
        spec.sampler = "dpmpp_2m_karras";
        spec.bundle = "studio";
        spec.clipSkip = 3;
        spec.vaeTile = 256;
        spec.loras = {{kLoraHash, 0.8, 0.8, "", 0}};
        spec.start = StartSpec{kStartHash, 0.4, kMaskHash};
        facts.negative = "encoded";
        facts.noise = "cpu_f32";
        facts.spacing = "karras";
        facts.textLayer = 3;
        facts.sigmas = {2.5, 1.25, 0};
        facts.cutPrompt = "the rest";
        with.checkpoint = {"model.v2.safetensors", kModelHash, "", 1000};
        with.singleFile = true;
        with.files[kLoraHash] = {"ink.safetensors", kLoraHash, kTensorsHash, 10};
        with.files[kStartHash] = {"start.png", kStartHash, "", 11};
        with.files[kMaskHash] = {"mask.png", kMaskHash, "", 12};
        with.version = "1.2.3";
    }
    /// With a second pass instead of the start picture.
    Drawn& withHires(int width, int height, bool network) {
        spec.start.reset();
        spec.hires = HiresSpec{width, height, 0.35, network ? kNetworkHash : "", 7};
        if (network) with.files[kNetworkHash] = {"4x-sharp.safetensors", kNetworkHash, "", 13};
        return *this;
    }
    [[nodiscard]] PngTexts texts() const { return pictureTexts(spec, facts, with); }
};

}  // namespace manju::png
