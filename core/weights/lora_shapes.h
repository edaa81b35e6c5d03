// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/weights/lora_file.h"
#include "core/weights/lora_target.h"

namespace manju::weights {

/// Which lines of a weight DoRA gives a length to.
enum class DoraAxis { Output, Input };

/// By the shape of the magnitudes: [out, 1, ...] or [out] per output channel, [1, in, ...] per input
/// channel; those of PEFT are always per output channel. Nothing without magnitudes or if none fits.
std::optional<DoraAxis> doraAxis(const LoraPart& part, const std::vector<std::int64_t>& weight);

/// GLoRA: LyCORIS first stored a2 a1 and b2 b1, now a1 a2 and b1 b2.
enum class GloraOrder { FirstSecond, SecondFirst };
std::optional<GloraOrder> gloraOrder(const LoraPart& part, const std::vector<std::int64_t>& weight);

struct LoraConflict {
    std::string tensor;  ///< the first tensor that does not fit, as the file names it
    std::string shape;   ///< its own, "8x640"
};

/// Checks that the part's tensors make a change of the module's weight (or bias): counts of elements have
/// to agree, so that a pair of matrices fits a 1x1 convolution and the other way round. Values are not
/// read, so (IA)^3 may be of either side. Precondition: part.family is set.
std::optional<LoraConflict> shapeConflict(const LoraPart& part, const LoraTarget::Module& module);

/// Columns of the weight that the part was made for (its input width for a linear layer); 0: cannot be told.
std::int64_t inputWidth(const LoraPart& part);

/// "2x3x5"; "scalar" for rank 0.
std::string shapeText(const std::vector<std::int64_t>& shape);

}  // namespace manju::weights
