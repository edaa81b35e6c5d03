// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/diffusion/layers.h"
#include "core/prompt/token_chunks.h"
#include "core/weights/checkpoint.h"

namespace manju::diffusion {

struct EncodedText {
    at::Tensor hidden;  ///< [rows, 77, width]: a layer's output, without the final norm
    at::Tensor pooled;  ///< [rows, projection]: undefined for an encoder without a projection
};

/// How many layers TextEncoder::encode() can leave out.
inline int mostSkippedLayers(const weights::SdxlShape::TextEncoder& shape) {
    return shape.layers - 1;
}

/// A CLIP text encoder. SDXL takes the input of the last layer from both encoders and the projected state
/// at the first end-of-text from the second only, so the first one's last layer is never computed.
class TextEncoder {
public:
    TextEncoder(ParameterReader& reader, const weights::SdxlShape::TextEncoder& shape);

    /// Encodes the rows together. `hidden` is the output of the last layer but one, or of the `skipped`-th
    /// layer below it. Precondition: 0 <= skipped <= mostSkippedLayers().
    [[nodiscard]] EncodedText encode(std::span<const prompt::TokenChunk> rows, int skipped) const;

private:
    struct Layer {
        Layer(ParameterReader& reader, const std::string& name, const weights::SdxlShape::TextEncoder& shape);
        LayerNorm norm1, norm2;
        Linear query, key, value, out;
        Linear wide, narrow;
    };
    [[nodiscard]] std::size_t inner() const;
    [[nodiscard]] at::Tensor apply(const Layer& layer, at::Tensor x) const;

    std::int64_t heads_;
    bool quickGelu_;
    at::Tensor tokenEmbedding_;
    at::Tensor positionEmbedding_;
    std::vector<Layer> layers_;
    LayerNorm finalNorm_;
    Linear projection_;
};

}  // namespace manju::diffusion
