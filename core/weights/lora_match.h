// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/weights/lora_file.h"
#include "core/weights/lora_shapes.h"
#include "core/weights/lora_target.h"

namespace manju::weights {

/// A part of a LoRA file and the module it changes.
struct LoraModule {
    const LoraTarget::Module* module = nullptr;  ///< of the target
    const LoraPart* part = nullptr;              ///< of the file
};

struct LoraReport {
    struct Count {
        int matched = 0;
        int total = 0;  ///< parts of the file that belong to this component by their names
        friend bool operator==(const Count&, const Count&) = default;
    };
    std::string base;                     ///< see loraBase, with the target's text width as SDXL's
    std::array<Count, 3> components;      ///< UNet, encoder 1, encoder 2
    std::map<std::string, int> families;  ///< matched parts by family name
    /// Names that no module has, numbers as "#", and how many. Tensors without a LoRA's suffix too.
    std::map<std::string, int> unmatched;
    struct Conflict {
        std::string module;  ///< "unet.down_blocks.0..."
        LoraConflict found;
        std::string expected;  ///< shape of the module's weight
    };
    std::vector<Conflict> conflicts;
    std::vector<std::string> incomplete;  ///< stems with a missing partner
    int droppedSgm = 0;  ///< parts passed over because the file has diffusers names for the UNet as well
    int repeated = 0;    ///< parts passed over because another name of the same module came first
    std::vector<Error> warnings;

    [[nodiscard]] Count all() const;
};

struct LoraMatch {
    std::vector<LoraModule> modules;  ///< in the order of the file's stems
    LoraReport report;
};

/// Finds the modules of `target` that the parts of `file` change. Reads no values. The match refers to both
/// arguments. Never an error: see acceptLora.
LoraMatch matchLora(const LoraFile& file, const LoraTarget& target);

/// Success if the LoRA can be applied; else what it was trained for, or that nothing matches.
/// Precondition: `match` is of the two.
Status acceptLora(const LoraFile& file, const LoraTarget& target, const LoraMatch& match);

}  // namespace manju::weights
