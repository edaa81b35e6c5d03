// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/diffusion/upscaler_net.h"
#include "core/diffusion/upscaler_weights.h"

namespace manju::diffusion {

/// SPAN, "Swift Parameter-free Attention Network" (Wan et al., 2023): six blocks of three convolutions whose
/// result weighs itself.
class SpanNet final : public UpscalerNet {
public:
    static bool isIn(const UpscalerWeights& weights);
    /// Refusals go into `weights`.
    explicit SpanNet(UpscalerWeights& weights);

    [[nodiscard]] at::Tensor operator()(const at::Tensor& rgb, const std::stop_token& stop) const override;
    [[nodiscard]] int scale() const override { return scale_; }
    [[nodiscard]] std::string_view name() const override { return "SPAN"; }

private:
    using Block = std::array<Conv, 3>;

    int scale_ = 1;
    at::Tensor mean_;  ///< [1, 3, 1, 1]; undefined for networks that take pictures as they are
    Conv first_, second_, mix_, last_;
    std::array<Block, 6> blocks_;
};

}  // namespace manju::diffusion
