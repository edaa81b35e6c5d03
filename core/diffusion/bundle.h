// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/diffusion/noise.h"
#include "core/prompt/token_chunks.h"

namespace manju::diffusion {

/// How a weight w acts on an encoder's output z. The pooled state is never weighted.
enum class Emphasis {
    FromEmpty,     ///< e + w (z - e), e the output for an empty prompt at the same position (ComfyUI)
    Scale,         ///< w z (A1111's "No norm")
    ScaleKeepMean  ///< w z, then the chunk as a whole scaled back to its former mean (A1111's "Original")
};

/// When the negative side of guidance is all zeros instead of an encoded text.
enum class EmptyNegative {
    ZerosIfAbsent,  ///< no negative prompt was given; an empty one is encoded (diffusers)
    ZerosIfEmpty,   ///< none was given, or nothing but spaces (A1111)
    Encode          ///< never (ComfyUI)
};

/// Which layer "clip skip" n takes. Without one, all take the last but one.
enum class ClipSkip {
    PositiveFromPenultimate,  ///< n more layers down, of the positive prompt only (diffusers)
    FromLast                  ///< layer -max(n, 2), of both prompts (A1111, ComfyUI)
};

/// What makes a shorter prompt as long as the other side of guidance.
enum class ChunkFill {
    Empty,  ///< encoded empty chunks (A1111)
    Repeat  ///< both are repeated to their least common multiple (ComfyUI); attention sees no difference
};

/// What a strength s means for n steps over a picture that is there.
enum class StrengthRule {
    Share,        ///< the last floor(n s) of n steps (diffusers)
    ShareAndOne,  ///< the last floor(n min(s, 0.999)) + 1 of n (A1111)
    Tail          ///< the last n of floor(n / s) steps (ComfyUI)
};

/// Which latent a given picture becomes.
enum class Posterior {
    Sample,  ///< drawn from the encoder's distribution, before all other noise (diffusers)
    Mode     ///< its centre (ComfyUI)
};

/// A convention under which pictures are repeated: every switch that changes a picture and that other
/// programs decide in different ways.
struct Bundle {
    std::string_view name;
    prompt::PromptRules text;
    Emphasis emphasis = Emphasis::FromEmpty;
    EmptyNegative emptyNegative = EmptyNegative::ZerosIfEmpty;
    ClipSkip clipSkip = ClipSkip::FromLast;
    ChunkFill fill = ChunkFill::Empty;
    NoiseMode noise = NoiseMode::CpuFloat;
    StrengthRule strength = StrengthRule::Share;
    Posterior posterior = Posterior::Mode;
};

/// "studio", "diffusers", "comfy", "a1111".
std::span<const Bundle> bundles();
/// nullptr for an unknown name.
const Bundle* findBundle(std::string_view name);

}  // namespace manju::diffusion
