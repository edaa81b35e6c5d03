// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/weights/lora_file.h"

namespace manju::weights {

/// What the trainer wrote into the file's metadata, and what its name says. Text of others: length-limited,
/// else as it stands there.
struct LoraNotes {
    struct Trigger {
        std::string text;
        int count = 0;  ///< captions it stood in; 0: the author's phrase is no tag
        friend bool operator==(const Trigger&, const Trigger&) = default;
    };
    std::string title;
    std::string base;     ///< as stated: "sdxl_base_v1-0", "stable-diffusion-xl-v1-base/lora"
    std::string model;    ///< the checkpoint it was trained on
    std::string trainer;  ///< "networks.lora", ...
    std::string rank;     ///< as stated
    std::string alpha;
    std::vector<Trigger> triggers;  ///< the author's phrase first, then the most frequent tags
    std::string distillation;       ///< "lcm", "lightning", "hyper", "turbo", "dmd"; else empty
    std::string suggestedSampler;   ///< name of a sampler preset; empty without distillation
};

LoraNotes readLoraNotes(const LoraFile& file);

}  // namespace manju::weights
