// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/upscaler_net.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <vector>

#include "core/base/errors.h"
#include "core/diffusion/compact_net.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/rrdb_net.h"
#include "core/diffusion/span_net.h"
#include "core/diffusion/upscaler_weights.h"
#include "core/weights/file_kind.h"

namespace manju::diffusion {
namespace {

constexpr int kSmallestTile = 16;

/// Files that are clearly something else.
Status checkKind(const weights::SafetensorsFile& file) {
    const weights::FileKind kind = weights::detectFileKind(file.entries());
    const std::string name = file.path().filename().string();
    const auto part = [&](std::string_view of) {
        return Error(kUpscalerIsOther, {{"file", name}, {"kind", std::string(of)}});
    };
    switch (kind.role) {
        case weights::FileRole::Lora:
            return Error(kUpscalerIsLora, {{"file", name}});
        case weights::FileRole::Checkpoint:
        case weights::FileRole::Unet:
            return Error(kUpscalerIsCheckpoint, {{"file", name}});
        case weights::FileRole::ControlNet:
            return part("ControlNet");
        case weights::FileRole::IpAdapter:
            return part("IP-Adapter");
        case weights::FileRole::Vae:
            return part("VAE");
        case weights::FileRole::TextEncoder:
            return part(kind.family);
        case weights::FileRole::Embedding:
            return part("Embedding");
        case weights::FileRole::Upscaler:
        case weights::FileRole::Unknown:
            break;
    }
    return Done{};
}

template <class Net>
Result<std::unique_ptr<UpscalerNet>> built(UpscalerWeights& weights) {
    auto net = std::make_unique<Net>(weights);
    MANJU_CHECK(weights.status());
    return std::unique_ptr<UpscalerNet>(std::move(net));
}

/// A stretch of pixels along one side: what is kept, and what the network sees around it.
struct Stretch {
    int begin = 0;
    int end = 0;
    int seenBegin = 0;
    int seenEnd = 0;
};

int roundedUp(int value, int step) {
    return (value + step - 1) / step * step;
}

/// `length` cut into as few equal stretches as the largest length of one allows, all on multiples of `step`.
std::vector<Stretch> stretches(int length, int step, const UpscaleOptions& options) {
    const int whole = roundedUp(length, step);
    const int most = roundedUp(std::clamp(options.tile, kSmallestTile, std::max(whole, kSmallestTile)), step);
    const int overlap = roundedUp(std::clamp(options.overlap, 0, whole), step);
    const int count = (whole + most - 1) / most;
    const auto border = [&](std::int64_t i) { return static_cast<int>(i * (whole / step) / count * step); };
    std::vector<Stretch> all;
    for (int i = 0; i < count; ++i) {
        const int begin = border(i);
        const int end = border(i + 1);
        all.push_back({begin, end, std::max(begin - overlap, 0), std::min(end + overlap, whole)});
    }
    return all;
}

/// `position` behind the end of a row counts backwards from its last pixel, which is not repeated.
int mirrored(int position, int length) {
    if (length == 1) return 0;
    const int period = 2 * (length - 1);
    const int at = position % period;
    return at < length ? at : period - at;
}

at::Tensor cut(const Pixels& picture, const Stretch& columns, const Stretch& rows) {
    const int width = columns.seenEnd - columns.seenBegin;
    const int height = rows.seenEnd - rows.seenBegin;
    at::Tensor piece = at::empty({1, kUpscalerColours, height, width}, at::kFloat);
    auto* value = piece.data_ptr<float>();
    for (std::size_t colour = 0; colour < kUpscalerColours; ++colour) {
        for (int y = rows.seenBegin; y < rows.seenEnd; ++y) {
            const auto row = static_cast<std::size_t>(mirrored(y, picture.height)) *
                             static_cast<std::size_t>(picture.width);
            for (int x = columns.seenBegin; x < columns.seenEnd; ++x) {
                const auto pixel = row + static_cast<std::size_t>(mirrored(x, picture.width));
                *value++ = static_cast<float>(picture.bytes[pixel * kUpscalerColours + colour]) / 255.0F;
            }
        }
    }
    return piece;
}

}  // namespace

Result<std::unique_ptr<UpscalerNet>> makeUpscalerNet(const weights::SafetensorsFile& file) {
    MANJU_CHECK(checkKind(file));
    UpscalerWeights weights(file);
    if (RrdbNet::isIn(weights)) return built<RrdbNet>(weights);
    if (SpanNet::isIn(weights)) return built<SpanNet>(weights);
    if (CompactNet::isIn(weights)) return built<CompactNet>(weights);
    const std::string first = weights.names().empty() ? "-" : weights.names().front();
    return Error(kUpscalerUnknown, {{"file", weights.fileName()}, {"tensor", first}});
}

Status enlargeTiles(const UpscalerNet& net, const Pixels& picture, const UpscaleOptions& options,
                    const TileSink& sink, const std::stop_token& stop) {
    const int scale = net.scale();
    const auto columns = stretches(picture.width, net.granularity(), options);
    const auto rows = stretches(picture.height, net.granularity(), options);
    EnlargedTile tile;
    tile.count = static_cast<int>(columns.size() * rows.size());
    for (const Stretch& down : rows) {
        for (const Stretch& across : columns) {
            const at::Tensor large = net(cut(picture, across, down), stop);
            if (stop.stop_requested() || !large.defined()) return Error(kCancelled);
            tile.x = across.begin * scale;
            tile.y = down.begin * scale;
            const int width = std::min(across.end, picture.width) - across.begin;
            const int height = std::min(down.end, picture.height) - down.begin;
            tile.values = large[0]
                              .narrow(1, (down.begin - down.seenBegin) * scale, height * scale)
                              .narrow(2, (across.begin - across.seenBegin) * scale, width * scale);
            MANJU_CHECK(sink(tile));
            ++tile.index;
        }
    }
    return Done{};
}

}  // namespace manju::diffusion
