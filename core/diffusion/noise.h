// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace manju::diffusion {

/// Where noise comes from; each gives other pictures for the same seed.
enum class NoiseMode {
    CpuFloat,  ///< "cpu_f32": Mersenne Twister on the CPU in fp32, as ComfyUI draws; equal on every device
    CpuHalf,   ///< "cpu_f16": the same in fp16, whose uniforms have 11 bits: diffusers with fp16 weights
    PhiloxEmulated,  ///< "nv_emul": the GPU's Philox-4x32-10 computed on the CPU, as the "NV" setting of
                     ///< A1111. The GPU's own noise for a latent with no more elements than the card runs
                     ///< threads at once; beyond that a thread's further numbers depend on the card
};

std::string_view noiseModeName(NoiseMode mode);
std::vector<std::string_view> noiseModeNames();
/// Nothing for an unknown name.
std::optional<NoiseMode> noiseModeOf(std::string_view name);

/// What else takes noise from a picture's generator: samples of encoded pictures.
struct NoiseOrder {
    int before = 0;   ///< draws before the first noise
    int between = 0;  ///< draws between the first noise and those of the steps
};

/// The draws of one picture in their order: draw 0 is the first noise, draw i + 1 belongs to step i. The
/// values depend on seed, mode, shape, order and number alone. Thread: owner only.
class NoiseStream {
public:
    NoiseStream(NoiseMode mode, std::uint64_t seed, std::vector<std::int64_t> shape, NoiseOrder order = {});

    /// Normally distributed fp32 values. Going on in the order of numbers costs one draw; skipped draws are
    /// made and thrown away, and going back starts anew.
    at::Tensor draw(int number);
    /// The draws of NoiseOrder. Precondition: 0 <= number < before, or between.
    at::Tensor drawBefore(int number) { return drawAt(number); }
    at::Tensor drawBetween(int number) { return drawAt(order_.before + 1 + number); }

private:
    at::Tensor drawAt(int position);
    at::Tensor drawNext();

    NoiseMode mode_;
    std::uint64_t seed_;
    std::vector<std::int64_t> shape_;
    NoiseOrder order_;
    at::Generator generator_;
    int next_ = 0;
};

}  // namespace manju::diffusion
