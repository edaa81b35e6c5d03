// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"

namespace manju::png {

/// How a picture was really made: what the spec leaves to the program, resolved.
struct PictureFacts {
    std::string model;                   ///< the checkpoint's variant, e.g. "SDXL"
    std::string prediction;              ///< "epsilon" or "v"
    std::string noise;                   ///< noise mode, e.g. "cpu_f32"
    std::string latents;                 ///< "fp32"
    std::string negative;                ///< "encoded", "zeros" or "none" (no guidance)
    int textLayer = 2;                   ///< layer of the text encoders, counted from the last as 1
    std::string spacing;                 ///< "leading", "karras", ...
    std::vector<double> timesteps;       ///< n, falling
    std::vector<double> sigmas;          ///< n + 1, the last is 0
    std::vector<double> hiresTimesteps;  ///< of the second pass
    int chunks = 1;  ///< length of the texts, in runs of the encoders, after both sides were made equal
    std::string unreadable;   ///< words of the prompt in scripts that the encoders never learned
    std::string cutPrompt;    ///< the end of the prompt that the encoders did not see; empty: none
    std::string cutNegative;  ///< the same of the negative prompt
};

MANJU_JSON_TYPE(PictureFacts)

}  // namespace manju::png
