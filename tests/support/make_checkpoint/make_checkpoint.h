// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/weights/architecture.h"
#include "core/weights/dtype.h"
#include "core/weights/sdxl_shape.h"

/// Random checkpoints of the SDXL architecture whose values any other program can compute again.
///
/// For the tensor with the diffusers name `n` (without prefix) of the component with the folder name `c`,
/// at the flat row-major index i of the tensor in its diffusers layout, all in wrapping 64-bit arithmetic:
///
///     h = FNV-1a-64 of the UTF-8 bytes of  c + "." + n        (offset 14695981039346656037, prime
///     1099511628211) x = mix((h ^ (seed * 0x9E3779B97F4A7C15)) + i)          (the xor first, then the sum)
///     mix(z): z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB; z ^= z >> 31
///     u = (x >> 40) / 2^24 * 2 - 1                            (double, -1 <= u < 1)
///     value = float32(center + scale * u), then cast to the file's dtype (round half to even)
///
/// with the first of these that fits the name n:
///     ends in ".bias"                                  center 0, scale 0.02
///     contains "norm" and ends in ".weight"            center 1, scale 0.1
///     ends in "token_embedding.weight" or in
///       "position_embedding.weight"                    center 0, scale 0.05
///     anything else                                    center 0, scale sqrt(3 / product of all sizes but the
///     first)
namespace manju::testing {

/// The values of one synthetic tensor.
class SyntheticTensor {
public:
    SyntheticTensor(weights::Component component, const weights::NamedShape& tensor, std::uint64_t seed);
    [[nodiscard]] float at(std::uint64_t index) const {
        std::uint64_t z = start_ + index;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        z ^= z >> 31;
        const double u = static_cast<double>(z >> 40) / 16777216.0 * 2.0 - 1.0;
        return static_cast<float>(center_ + scale_ * u);
    }

private:
    std::uint64_t start_ = 0;
    double center_ = 0;
    double scale_ = 0;
};

/// A model of the same structure that is small enough for tests: encoders of width 64 and 128 with two
/// layers, a UNet of 64, 128, 128 channels, a VAE of 32, 64, 64, 64.
weights::SdxlShape tinySdxlShape();
/// The same with transformers of unequal depth and one resnet in the middle, as distilled models have them.
weights::SdxlShape distilledSdxlShape();
/// The same as tiny with a UNet of 96, 192, 384 channels and a VAE of 64, 128, 128, 128: a size at which a
/// machine without a graphics card draws in seconds.
weights::SdxlShape smallSdxlShape();

struct CheckpointRecipe {
    weights::SdxlShape shape;
    bool folder = false;                         ///< a diffusers folder; else a single file with SGM names
    weights::Dtype dtype = weights::Dtype::F32;  ///< F32, F16 or BF16
    std::uint64_t seed = 0;
    std::filesystem::path out;
    /// Folder with vocab.json and merges.txt (and the two json files beside them, if present) for the
    /// tokenizer folders. Empty: without.
    std::filesystem::path tokenizer;
};

/// Writes the checkpoint. An existing file is replaced; of an existing folder the files of the same name.
Status makeCheckpoint(const CheckpointRecipe& recipe);

}  // namespace manju::testing
