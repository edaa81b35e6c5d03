// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/weights/lora_match.h"
#include "synthetic.h"

namespace manju::weights {

using Tensors = std::vector<TensorSpec>;

inline void add(Tensors& tensors, const std::string& name, std::vector<std::int64_t> shape) {
    tensors.push_back({name, Dtype::F16, std::move(shape)});
}

/// A pair for a linear layer.
inline void addPair(Tensors& tensors, const std::string& stem, std::int64_t out, std::int64_t in,
                    std::int64_t rank = 4) {
    add(tensors, stem + ".lora_down.weight", {rank, in});
    add(tensors, stem + ".lora_up.weight", {out, rank});
}

inline const std::string kInput4 = "lora_unet_input_blocks_4_1_transformer_blocks_0_";
inline const std::string kDown1 = "lora_unet_down_blocks_1_attentions_0_transformer_blocks_0_";

class LoraMatchTest : public WeightsTest {
protected:
    LoraFile opened(const Tensors& tensors, const Metadata& metadata = {},
                    const std::string& name = "l.safetensors") {
        auto file = LoraFile::open(zeros(name, tensors, metadata));
        EXPECT_TRUE(file.ok()) << file.error().debugText();
        if (!file.ok()) std::abort();
        return std::move(file).value();
    }
    /// The verdict on a file of these tensors, "" if it is accepted.
    std::string refused(const Tensors& tensors, const std::string& family = "") {
        const LoraFile file = opened(tensors);
        const Status verdict = acceptLora(file, target_, matchLora(file, target_));
        if (verdict.ok()) return "";
        if (!family.empty()) {
            EXPECT_EQ(verdict.error().args().at("family"), family);
        }
        return verdict.error().id();
    }

    LoraTarget target_{sdxlBaseShape(), "model.safetensors"};
};

}  // namespace manju::weights
