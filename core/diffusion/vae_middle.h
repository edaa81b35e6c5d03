// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/diffusion/layers.h"
#include "core/weights/checkpoint.h"

namespace manju::diffusion {

inline constexpr double kVaeEpsilon = 1e-6;  ///< of every norm of the VAE
inline constexpr std::int64_t kColours = 3;

/// The deepest level of encoder and decoder: block, attention with one head over the whole picture, block.
class VaeMiddle {
public:
    VaeMiddle() = default;
    /// `side` is "encoder" or "decoder".
    VaeMiddle(ParameterReader& reader, const std::string& side, const weights::SdxlShape::Vae& shape,
              std::int64_t scoreLimit);
    [[nodiscard]] at::Tensor operator()(const at::Tensor& x) const;

private:
    std::int64_t scoreLimit_ = 0;
    std::vector<ResnetBlock> resnets_;
    GroupNorm norm_;
    Linear query_, key_, value_, out_;
};

}  // namespace manju::diffusion
