// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"

namespace manju {

/// How a line is spoken. `voice` names a voice of `engine` ("espeak": "cmn-latn-pinyin+f3").
struct VoiceChoice {
    std::string engine = "espeak";
    std::string voice;       ///< empty: the engine's default for the script's language
    int wordsPerMinute = 0;  ///< 80..400; 0 is the engine's default
    int pitch = 50;          ///< 0..100
    friend bool operator==(const VoiceChoice&, const VoiceChoice&) = default;
};

struct LoraChoice {
    std::string file;     ///< relative to the cast file
    double weight = 0.8;  ///< 0..2
    friend bool operator==(const LoraChoice&, const LoraChoice&) = default;
};

struct CastMember {
    std::string name;                  ///< as the script writes it
    std::vector<std::string> aliases;  ///< other spellings in the script
    std::string prompt;                ///< English tags that describe the looks
    std::string trigger;               ///< the LoRA's trigger word
    std::vector<LoraChoice> loras;
    VoiceChoice voice;
    friend bool operator==(const CastMember&, const CastMember&) = default;
};

/// The cast file (`resources/examples/cast.json`).
struct Cast {
    VoiceChoice narrator;
    std::vector<CastMember> members;
    friend bool operator==(const Cast&, const Cast&) = default;

    /// The member with this name or alias, or nullptr.
    [[nodiscard]] const CastMember* find(const std::string& name) const;
};

MANJU_JSON_TYPE(VoiceChoice)
MANJU_JSON_TYPE(LoraChoice)
MANJU_JSON_TYPE(CastMember)
MANJU_JSON_TYPE(Cast)

}  // namespace manju
