// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/diffusion/upscaler_net.h"
#include "core/diffusion/upscaler_weights.h"

namespace manju::diffusion {

/// SRVGGNetCompact of Real-ESRGAN: a plain chain of convolutions and parametric rectifiers at the small
/// size; the last layer's channels unfold into pixels and are added to the input's enlarged by repetition.
class CompactNet final : public UpscalerNet {
public:
    static bool isIn(const UpscalerWeights& weights);
    /// Refusals go into `weights`.
    explicit CompactNet(UpscalerWeights& weights);

    [[nodiscard]] at::Tensor operator()(const at::Tensor& rgb, const std::stop_token& stop) const override;
    [[nodiscard]] int scale() const override { return scale_; }
    [[nodiscard]] std::string_view name() const override { return "Compact"; }

private:
    int scale_ = 1;
    std::vector<Conv> convs_;
    std::vector<at::Tensor> slopes_;  ///< [1, C, 1, 1], after every convolution but the last
};

}  // namespace manju::diffusion
