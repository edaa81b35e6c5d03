// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/weights/lora_target.h"

namespace manju::lora {

/// Factors on a LoRA's strength by place in the model.
struct BlockWeights {
    std::vector<double> unet;  ///< by LoraTarget::Module::block; empty: 1 everywhere
    double text = 1;           ///< both encoders

    [[nodiscard]] double of(const weights::LoraTarget::Module& module) const;
    friend bool operator==(const BlockWeights&, const BlockWeights&) = default;
};

/// One of
///   - a name: "all", "none", "in", "middle", "out", "content" and "style" (the two attentions that B-LoRA
///     found to hold one each: the first and second output block);
///   - 12 numbers as the block-weight extension of A1111 takes them for SDXL: BASE (the encoders), IN04,
///   IN05,
///     IN07, IN08, M00, OUT00 ... OUT05, or 20: BASE, IN00 ... IN08, M00, OUT00 ... OUT08. The blocks that
///     the form does not list get 0, but what lies in no block (the embeddings of time and size, `out`) keeps
///     1. Source: BLOCKID12, BLOCKID20, to26 and ratiodealer in scripts/lora_block_weight.py of
///     hako-mikan/sd-webui-lora-block-weight at b403cb7;
///   - one number per block by kohya's index, `blocks.count()` of them (23 for SDXL).
/// Numbers from -10 to 10, separated by commas. Else kBlockWeightsInvalid.
Result<BlockWeights> parseBlockWeights(std::string_view text, const weights::LoraTarget::Blocks& blocks);

}  // namespace manju::lora
