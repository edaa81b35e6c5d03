// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/diffusion/bundle.h"
#include "core/diffusion/schedule.h"
#include "core/domain/step_spec.h"

namespace manju::diffusion {

/// SHA-256 of a file that a spec names -> its path.
using InputFiles = std::map<std::string, std::string>;

/// The path of a file that a spec names, or kInputMissing.
Result<std::string> inputFile(const InputFiles& files, const std::string& sha);

/// A picture to start from, in the size that is drawn.
struct StartImage {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;   ///< width * height * 3
    std::vector<std::uint8_t> mask;  ///< width * height, 1: drawn anew, 0: kept; empty: all anew

    /// [1, 3, H, W], -1..1.
    [[nodiscard]] at::Tensor picture() const;
    /// [1, 1, H, W], 0 or 1. Precondition: there is a mask.
    [[nodiscard]] at::Tensor pixelMask() const;
    /// The same per latent, [1, 1, H / 8, W / 8]: the pixel in each upper left corner decides.
    [[nodiscard]] at::Tensor latentMask() const;
    /// Puts the kept pixels back over what the VAE made of them.
    void restoreKept(std::vector<std::uint8_t>& drawn) const;
};

/// Reads picture and mask and brings them to the size (Lanczos; a mask is then cut at one half).
Result<StartImage> loadStartImage(const StartSpec& spec, const InputFiles& files, int width, int height);

/// Which steps of which schedule a strength runs.
struct PartialRun {
    int steps = 0;    ///< of the whole schedule
    int skipped = 0;  ///< of them, at its beginning; steps <= skipped: nothing is left to run
};
PartialRun partialRun(StrengthRule rule, int steps, double strength);

}  // namespace manju::diffusion
