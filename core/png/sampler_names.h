// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace manju::png {

/// A sampler of ImageSpec::sampler under the names that other programs have for its method.
struct SamplerNames {
    std::string_view ours;
    std::string_view infotext;  ///< "Sampler" of the web UI
    std::string_view comfy;     ///< "sampler_name" of ComfyUI's KSampler
    std::string_view spacing;   ///< how its steps are laid out, as PictureFacts says it
};

std::span<const SamplerNames> samplerNames();
/// nullptr for an unknown name.
const SamplerNames* namesOfSampler(std::string_view ours);

/// "Schedule type" for a spacing: the web UI's name where it has that layout, else our own.
std::string scheduleLabel(std::string_view spacing);

/// What stands for another program's sampler here.
struct SamplerMatch {
    std::string ours;           ///< never empty
    bool methodKnown = true;    ///< false: only the most common sampler could be offered
    bool scheduleKnown = true;  ///< false: its steps are laid out in another way
};

/// `schedule` may be empty: then the sampler's name may end in it ("DPM++ 2M Karras"), as in old versions.
SamplerMatch samplerOfInfotext(std::string_view sampler, std::string_view schedule);
SamplerMatch samplerOfComfy(std::string_view sampler, std::string_view scheduler);

}  // namespace manju::png
