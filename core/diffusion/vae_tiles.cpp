// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/vae_tiles.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <vector>

namespace manju::diffusion {
namespace {

constexpr std::int64_t kOverlapShare = 4;  // tiles overlap by a fourth of their side
constexpr int kLatentFactor = 8;
constexpr std::int64_t kRows = 2;  // dimensions of [B, C, h, w]
constexpr std::int64_t kColumns = 3;

/// Where a tile lies along one side.
struct Stretch {
    std::int64_t begin = 0;
    std::int64_t length = 0;
};

/// A tile begins after every three fourths of a side while there is anything left, so the last one may hold
/// nothing that the one before it lacks.
std::vector<Stretch> stretches(std::int64_t length, std::int64_t side) {
    std::vector<Stretch> all;
    for (std::int64_t begin = 0; begin < length; begin += side - side / kOverlapShare)
        all.push_back({begin, std::min(side, length - begin)});
    return all;
}

/// The last `most` rows or columns, or fewer, in memory of their own.
at::Tensor endOf(const at::Tensor& tile, std::int64_t dimension, std::int64_t most) {
    const std::int64_t length = std::min(most, tile.size(dimension));
    return tile.narrow(dimension, tile.size(dimension) - length, length).clone();
}

/// Fades `tile` in over `end`, the end of the tile before it, along one dimension.
void crossFade(const at::Tensor& end, at::Tensor& tile, std::int64_t dimension) {
    const std::int64_t length = std::min(end.size(dimension), tile.size(dimension));
    std::vector<std::int64_t> along(4, 1);
    along[static_cast<std::size_t>(dimension)] = length;
    const at::Tensor share = at::arange(length, at::kFloat).div_(length).view(along);
    at::Tensor begin = tile.narrow(dimension, 0, length);
    begin.copy_(end.narrow(dimension, end.size(dimension) - length, length) * (1 - share) + begin * share);
}

}  // namespace

Result<at::Tensor> inTiles(const at::Tensor& input, TileSides sides, const TileFunction& compute,
                           const BeforeTile& before) {
    const std::int64_t height = input.size(kRows);
    const std::int64_t width = input.size(kColumns);
    if (height <= sides.input && width <= sides.input) return compute(input);
    const auto scaled = [&](std::int64_t length) { return length * sides.output / sides.input; };
    const std::int64_t overlap = sides.output / kOverlapShare;
    const std::int64_t kept = sides.output - overlap;
    const auto rows = stretches(height, sides.input);
    const auto columns = stretches(width, sides.input);
    const int count = static_cast<int>(rows.size() * columns.size());
    int done = 0;
    at::Tensor whole;
    std::vector<at::Tensor> above(columns.size());  // the lower ends of the tiles of the row above
    for (std::size_t r = 0; r < rows.size(); ++r) {
        at::Tensor left;  // the right end of the tile to the left
        for (std::size_t c = 0; c < columns.size(); ++c) {
            MANJU_CHECK(before(done++, count));
            at::Tensor tile = compute(input.narrow(kRows, rows[r].begin, rows[r].length)
                                          .narrow(kColumns, columns[c].begin, columns[c].length));
            if (!whole.defined())
                whole =
                    at::empty({tile.size(0), tile.size(1), scaled(height), scaled(width)}, tile.options());
            if (r > 0) crossFade(above[c], tile, kRows);
            if (c > 0) crossFade(left, tile, kColumns);
            above[c] = endOf(tile, kRows, overlap);
            left = endOf(tile, kColumns, overlap);
            const std::int64_t down = std::min(kept, tile.size(kRows));
            const std::int64_t across = std::min(kept, tile.size(kColumns));
            whole.narrow(kRows, scaled(rows[r].begin), down)
                .narrow(kColumns, scaled(columns[c].begin), across)
                .copy_(tile.narrow(kRows, 0, down).narrow(kColumns, 0, across));
        }
    }
    return whole;
}

Result<at::Tensor> decodeInTiles(const VaeDecoder& decoder, const at::Tensor& latent, int tile,
                                 const BeforeTile& before) {
    if (tile == 0) return decoder(latent);
    const TileFunction pixels = [&](const at::Tensor& part) { return decoder(part); };
    return inTiles(latent, {tile / kLatentFactor, tile}, pixels, before);
}

Result<EncodedPicture> encodeInTiles(const VaeEncoder& encoder, const at::Tensor& picture, int tile,
                                     const BeforeTile& before) {
    if (tile == 0) return encoder(picture);
    const TileFunction moments = [&](const at::Tensor& part) { return encoder.moments(part); };
    MANJU_TRY(const at::Tensor all, inTiles(picture, {tile, tile / kLatentFactor}, moments, before));
    return encoder.distribution(all);
}

}  // namespace manju::diffusion
