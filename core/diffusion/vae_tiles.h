// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>

#include "core/base/result.h"
#include "core/diffusion/vae_decoder.h"
#include "core/diffusion/vae_encoder.h"

namespace manju::diffusion {

// Tiles overlap by a quarter and are cross-faded linearly, with the one above first and then with the left
// one, as diffusers' AutoencoderKL does with enable_vae_tiling(). Attention and norms see one tile instead of
// the whole picture, so tones can differ slightly between tiles and from the whole picture's.

/// Sides of a full tile before and after its computation, in elements; multiples of 4, and the larger one is
/// a multiple of the smaller one.
struct TileSides {
    std::int64_t input = 0;
    std::int64_t output = 0;
};

/// Computes one tile: [B, C, h, w] -> a tensor of its own [B, D, h', w'] with h' = h * output / input.
using TileFunction = std::function<at::Tensor(const at::Tensor& tile)>;

/// Asked before each tile, with the number of those that are done; its error ends the work.
using BeforeTile = std::function<Status(int done, int count)>;

/// `compute` over `input` [B, C, h, w] tile by tile, row by row from the upper left; what does not exceed a
/// tile on either side is computed at once, and `before` is not asked. Sides of `input` and output are in
/// proportion to `sides`. Beside the result [B, D, h', w'], one tile and the overlaps with a row of tiles are
/// kept.
Result<at::Tensor> inTiles(const at::Tensor& input, TileSides sides, const TileFunction& compute,
                           const BeforeTile& before);

/// The decoder's picture of `latent`, by tiles of `tile` pixels; 0: at once. A tile is a multiple of 32.
Result<at::Tensor> decodeInTiles(const VaeDecoder& decoder, const at::Tensor& latent, int tile,
                                 const BeforeTile& before);

/// The encoder's latents of `picture`, by tiles of `tile` pixels; 0: at once. A tile is a multiple of 32. The
/// distributions' parameters are what is cross-faded.
Result<EncodedPicture> encodeInTiles(const VaeEncoder& encoder, const at::Tensor& picture, int tile,
                                     const BeforeTile& before);

}  // namespace manju::diffusion
