// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/diffusion/upscaler.h"
#include "core/weights/safetensors.h"

namespace manju::diffusion {

/// A super-resolution network. Immutable; may throw what libtorch throws. Thread: the owner's.
class UpscalerNet {
public:
    UpscalerNet() = default;
    UpscalerNet(const UpscalerNet&) = delete;
    UpscalerNet& operator=(const UpscalerNet&) = delete;
    virtual ~UpscalerNet() = default;

    /// [1, 3, h, w] RGB 0..1, dense, h and w multiples of granularity() ->
    /// [1, 3, h * scale(), w * scale()], about 0..1 and not clamped. Undefined if `stop` was requested on
    /// the way.
    [[nodiscard]] virtual at::Tensor operator()(const at::Tensor& rgb, const std::stop_token& stop) const = 0;
    [[nodiscard]] virtual int scale() const = 0;
    [[nodiscard]] virtual int granularity() const { return 1; }
    [[nodiscard]] virtual std::string_view name() const = 0;
};

/// The network that the file holds. The file must outlive it.
Result<std::unique_ptr<UpscalerNet>> makeUpscalerNet(const weights::SafetensorsFile& file);

/// One finished piece.
struct EnlargedTile {
    int index = 0;  ///< row by row
    int count = 0;  ///< of all pieces
    int x = 0;      ///< of its left upper corner in the large picture
    int y = 0;
    at::Tensor values;  ///< [3, h, w] fp32 as the network gave them
};
using TileSink = std::function<Status(const EnlargedTile&)>;

/// Enlarges `picture` piece by piece; together the pieces cover the large picture exactly once. Where sides
/// are no multiples of the network's granularity, the picture is continued by its mirror image, which the
/// pieces then leave out again. kCancelled if `stop` is requested.
Status enlargeTiles(const UpscalerNet& net, const Pixels& picture, const UpscaleOptions& options,
                    const TileSink& sink, const std::stop_token& stop);

}  // namespace manju::diffusion
