// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace manju::prompt {

/// `<lora:name:0.8>` (or `<lyco:...>`), `<lora:name:TE:UNET:RANK>` or
/// `<lora:name:te=0.5:unet=0.8:dyn=4:lbw=MIDD>` of a prompt.
struct LoraTag {
    std::string name;              ///< as written
    double textWeight = 1;         ///< of the text encoders' part
    double unetWeight = 1;         ///< of the UNet's part; the text weight unless given
    std::optional<int> rankLimit;  ///< use only the first ranks (DyLoRA)
    std::string blocks{};          ///< strengths by block, as written
    friend bool operator==(const LoraTag&, const LoraTag&) = default;
};

struct TaggedPrompt {
    std::string text;  ///< without the tags
    std::vector<LoraTag> loras;
    std::vector<std::string> written;    ///< all tags that were taken out, as written
    std::vector<std::string> malformed;  ///< those of them that say no name or no number
};

/// Takes the LoRA tags out of a prompt. Other `<...>` stays text, and so does a tag without its end.
TaggedPrompt takeLoraTags(std::string_view prompt);

/// What such a text still holds from a tag without its end on; empty if there is none.
std::string_view openLoraTag(std::string_view text);

}  // namespace manju::prompt
