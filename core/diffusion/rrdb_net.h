// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/diffusion/upscaler_net.h"
#include "core/diffusion/upscaler_weights.h"

namespace manju::diffusion {

/// RRDBNet: residual-in-residual dense blocks at the small size, then a doubling for each factor of two
/// (Wang et al., "ESRGAN", 2018, section 3.1). Networks of scale 2 and 1 first fold squares of 2x2 or 4x4
/// pixels into channels ("Real-ESRGAN", 2021, section 3.3).
class RrdbNet final : public UpscalerNet {
public:
    /// True if the file has the blocks of an RRDBNet under one of its three naming schemes.
    static bool isIn(const UpscalerWeights& weights);
    /// Refusals go into `weights`.
    explicit RrdbNet(UpscalerWeights& weights);

    [[nodiscard]] at::Tensor operator()(const at::Tensor& rgb, const std::stop_token& stop) const override;
    [[nodiscard]] int scale() const override { return scale_; }
    [[nodiscard]] int granularity() const override { return folding_; }
    [[nodiscard]] std::string_view name() const override { return "RRDBNet"; }

private:
    using DenseBlock = std::array<Conv, 5>;
    using Block = std::array<DenseBlock, 3>;

    static at::Tensor dense(const DenseBlock& block, const at::Tensor& x);

    int folding_ = 1;  ///< side of the squares of pixels that become channels
    int scale_ = 1;
    Conv first_, body_, large_, last_;
    std::vector<Block> blocks_;
    std::vector<Conv> doublings_;
};

}  // namespace manju::diffusion
