// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/weights/safetensors.h"

namespace manju::weights {

/// What one tensor of a LoRA file is to its module.
enum class LoraRole {
    Down,
    Up,
    Mid,
    Alpha,
    Scale,
    HadaW1A,
    HadaW1B,
    HadaW2A,
    HadaW2B,
    HadaT1,
    HadaT2,
    LokrW1,
    LokrW1A,
    LokrW1B,
    LokrW2,
    LokrW2A,
    LokrW2B,
    LokrT2,
    Factor,  ///< (IA)^3
    OnInput,
    Diff,
    DiffBias,
    NormWeight,
    NormBias,
    SetWeight,
    GloraA1,
    GloraA2,
    GloraB1,
    GloraB2,
    GloraBMid,
    OftBlocks,
    OftRotation,    ///< `oft_diag` of LyCORIS 2.0: the rotation itself
    PeftOftBlocks,  ///< `oft_r` of PEFT before 0.16
    Rescale,
    DoraScale,
    Magnitude,  ///< DoRA of PEFT, always one per output channel
};

enum class LoraFamily { Lora, LoHa, LoKr, Ia3, Full, Norm, SetWeight, GLora, Oft, OldOft, Boft, PeftOft };
/// "lora", "loha", "lokr", "ia3", "full", "norm", "set_weight", "glora", "oft", "old_oft", "boft",
/// "peft_oft".
std::string_view name(LoraFamily family);

struct LoraKey {
    std::string stem;  ///< the module as the file calls it
    LoraRole role = LoraRole::Down;
};

/// Splits a tensor's name by the suffixes of all public formats. "default", PEFT's adapter name, is dropped.
/// Nothing for names without such a suffix. ".weight" alone counts (it is a factor if the same stem has
/// ".on_input"), so a name that is split is not yet one of a LoRA: see isLoraSuffix.
std::optional<LoraKey> splitLoraName(std::string_view name);

/// The public format that a tensor's name belongs to if it is one that cannot be applied ("VeRA", ...);
/// empty for all other names. What such a tensor means depends on settings that its file does not hold, or
/// the other tensors of the format are worthless without it.
std::string_view unsupportedLoraFormat(std::string_view name);

/// True for roles that no other kind of model has in its names.
bool isLoraSuffix(LoraRole role);

using LoraTensors = std::map<LoraRole, const TensorEntry*>;

/// The family whose tensors are all there; nothing if a partner is missing.
std::optional<LoraFamily> familyOf(const LoraTensors& tensors);

}  // namespace manju::weights
