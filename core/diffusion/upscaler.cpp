// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/upscaler.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/diffusion/errors.h"
#include "core/diffusion/upscaler_net.h"
#include "core/tensor/convert.h"
#include "core/tensor/guard.h"

namespace manju::diffusion {
namespace {

constexpr std::int64_t kLongestSide = 32'768;

std::size_t size(std::int64_t value) {
    return static_cast<std::size_t>(value);
}

/// Writes the piece's pixels to their place, clamped and rounded half to even. False if one is not finite.
bool put(const EnlargedTile& tile, Pixels& picture) {
    const at::Tensor rows = tile.values.permute({1, 2, 0}).contiguous();
    const auto* values = rows.data_ptr<float>();
    if (!tensor::allFinite({values, size(rows.numel())})) return false;
    const std::size_t channels = size(rows.size(2));
    const std::size_t length = size(rows.size(1)) * channels;
    for (std::int64_t y = 0; y < rows.size(0); ++y) {
        auto* target =
            picture.bytes.data() + (size(tile.y + y) * size(picture.width) + size(tile.x)) * channels;
        std::transform(values, values + length, target, [](float value) {
            return static_cast<std::uint8_t>(std::nearbyint(std::clamp(value, 0.0F, 1.0F) * 255.0F));
        });
        values += length;
    }
    return true;
}

}  // namespace

struct Upscaler::State {
    weights::SafetensorsFile file;  // the network's weights may lie in it
    std::unique_ptr<UpscalerNet> net;
};

Upscaler::Upscaler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Upscaler::Upscaler(Upscaler&&) noexcept = default;
Upscaler& Upscaler::operator=(Upscaler&&) noexcept = default;
Upscaler::~Upscaler() = default;

Result<Upscaler> Upscaler::load(const std::filesystem::path& path) {
    MANJU_TRY(weights::SafetensorsFile file, weights::SafetensorsFile::open(path));
    auto state = std::make_unique<State>(State{std::move(file), nullptr});
    MANJU_TRY(state->net, tensor::guarded([&] { return makeUpscalerNet(state->file); }));
    return Upscaler(std::move(state));
}

int Upscaler::scale() const {
    return state_->net->scale();
}

std::string_view Upscaler::architecture() const {
    return state_->net->name();
}

Result<Pixels> Upscaler::enlarge(const Pixels& picture, const UpscaleOptions& options,
                                 const Progress& progress, const std::stop_token& stop) const {
    const std::int64_t width = std::int64_t{picture.width} * scale();
    const std::int64_t height = std::int64_t{picture.height} * scale();
    if (std::max(width, height) > kLongestSide)
        return Error(kEnlargedTooLarge, {{"width", std::to_string(width)},
                                         {"height", std::to_string(height)},
                                         {"most", std::to_string(kLongestSide)}});
    return tensor::guarded([&]() -> Result<Pixels> {
        Pixels large{static_cast<int>(width), static_cast<int>(height), picture.channels, {}};
        large.bytes.resize(size(width) * size(height) * size(picture.channels));
        const auto sink = [&](const EnlargedTile& tile) -> Status {
            if (!put(tile, large))
                return Error(kEnlargedNotFinite, {{"file", state_->file.path().filename().string()}});
            if (progress) progress(tile.index + 1, tile.count);
            return Done{};
        };
        MANJU_CHECK(enlargeTiles(*state_->net, picture, options, sink, stop));
        return large;
    });
}

}  // namespace manju::diffusion
