// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/noise.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/randn.h>

#include <array>
#include <cmath>
#include <numbers>

namespace manju::diffusion {
namespace {

// Salmon et al. (2011), "Parallel random numbers: as easy as 1, 2, 3".
constexpr std::uint32_t kPhiloxMultiplier0 = 0xD2511F53;
constexpr std::uint32_t kPhiloxMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kPhiloxWeyl0 = 0x9E3779B9;
constexpr std::uint32_t kPhiloxWeyl1 = 0xBB67AE85;
constexpr int kPhiloxRounds = 10;

constexpr std::array kModes{NoiseMode::CpuFloat, NoiseMode::CpuHalf, NoiseMode::PhiloxEmulated};

using PhiloxCounter = std::array<std::uint32_t, 4>;

PhiloxCounter philox(PhiloxCounter counter, std::uint64_t seed) {
    auto key0 = static_cast<std::uint32_t>(seed);
    auto key1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < kPhiloxRounds; ++round) {
        const std::uint64_t a = std::uint64_t{kPhiloxMultiplier0} * counter[0];
        const std::uint64_t b = std::uint64_t{kPhiloxMultiplier1} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(a)};
        key0 += kPhiloxWeyl0;
        key1 += kPhiloxWeyl1;
    }
    return counter;
}

/// Call `number` of the GPU's generator: one counter an element, of which Box and Muller's sine is taken.
void fillPhilox(float* values, std::int64_t count, std::uint64_t seed, int number) {
    constexpr double kUnit = 0x1p-32;
    for (std::int64_t i = 0; i < count; ++i) {
        const PhiloxCounter bits =
            philox({static_cast<std::uint32_t>(number), 0, static_cast<std::uint32_t>(i), 0}, seed);
        const double u = bits[0] * kUnit + kUnit / 2;
        const double angle = (bits[1] * kUnit + kUnit / 2) * 2 * std::numbers::pi;
        values[i] = static_cast<float>(std::sqrt(-2 * std::log(u)) * std::sin(angle));
    }
}

}  // namespace

std::string_view noiseModeName(NoiseMode mode) {
    switch (mode) {
        case NoiseMode::CpuFloat:
            return "cpu_f32";
        case NoiseMode::CpuHalf:
            return "cpu_f16";
        case NoiseMode::PhiloxEmulated:
            return "nv_emul";
    }
    return "";
}

std::vector<std::string_view> noiseModeNames() {
    std::vector<std::string_view> names;
    for (const NoiseMode mode : kModes) names.push_back(noiseModeName(mode));
    return names;
}

std::optional<NoiseMode> noiseModeOf(std::string_view name) {
    for (const NoiseMode mode : kModes)
        if (noiseModeName(mode) == name) return mode;
    return {};
}

NoiseStream::NoiseStream(NoiseMode mode, std::uint64_t seed, std::vector<std::int64_t> shape,
                         NoiseOrder order)
    : mode_(mode),
      seed_(seed),
      shape_(std::move(shape)),
      order_(order),
      generator_(at::detail::createCPUGenerator(seed)) {}

at::Tensor NoiseStream::draw(int number) {
    return drawAt(order_.before + number + (number > 0 ? order_.between : 0));
}

at::Tensor NoiseStream::drawNext() {
    const int number = next_++;
    if (mode_ != NoiseMode::PhiloxEmulated)
        return at::randn(shape_, generator_,
                         at::TensorOptions(mode_ == NoiseMode::CpuHalf ? at::kHalf : at::kFloat))
            .to(at::kFloat);
    const at::Tensor values = at::empty(shape_, at::TensorOptions(at::kFloat));
    fillPhilox(values.data_ptr<float>(), values.numel(), seed_, number);
    return values;
}

at::Tensor NoiseStream::drawAt(int position) {
    if (position < next_) {
        generator_ = at::detail::createCPUGenerator(seed_);
        next_ = 0;
    }
    while (next_ < position) {
        if (mode_ == NoiseMode::PhiloxEmulated)
            next_ = position;  // every draw has its own counter
        else
            (void)drawNext();
    }
    return drawNext();
}

}  // namespace manju::diffusion
