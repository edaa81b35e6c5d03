// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/diffusion/resample.h"

namespace manju::diffusion {

/// A picture is enlarged piece by piece, so that memory does not grow with it. Pieces see `overlap` pixels
/// of their neighbours; seams vanish where that is at least what the network looks at around a pixel, and
/// are invisible long before.
struct UpscaleOptions {
    int tile = 256;    ///< largest side of a piece in pixels of the small picture; at least 16 is used
    int overlap = 16;  ///< pixels of the small picture on each side; below 0 counts as 0
};

/// Enlarges pictures with a super-resolution network from a safetensors file, in single precision on the
/// CPU: RRDBNet (ESRGAN, Real-ESRGAN) under all three of its naming schemes, SRVGGNetCompact
/// (realesr-animevideov3, realesr-general), SPAN. Thread: owner only; one enlarge() at a time.
class Upscaler {
public:
    /// Pieces done and all pieces, after each piece; called on the computing thread.
    using Progress = std::function<void(int done, int count)>;

    /// Reads the architecture, sizes and scale from names and shapes. Files of another kind, of an unknown
    /// architecture, or with missing, further or mis-shaped tensors are refused.
    static Result<Upscaler> load(const std::filesystem::path& path);

    Upscaler(Upscaler&&) noexcept;
    Upscaler& operator=(Upscaler&&) noexcept;
    ~Upscaler();

    /// How many times longer the sides become: 1, 2, 3, 4, ...
    [[nodiscard]] int scale() const;
    /// "RRDBNet", "Compact" or "SPAN"; a name for people.
    [[nodiscard]] std::string_view architecture() const;

    /// `picture` (RGB, sides >= 1) with sides `scale()` times as long. A request to
    /// stop is seen after every few layers and gives kCancelled. A result that is not finite is an error.
    [[nodiscard]] Result<Pixels> enlarge(const Pixels& picture, const UpscaleOptions& options,
                                         const Progress& progress, const std::stop_token& stop) const;

private:
    struct State;
    explicit Upscaler(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace manju::diffusion
