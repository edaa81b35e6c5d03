// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include "core/base/result.h"
#include "core/weights/lora_match.h"

namespace manju::lora {

/// How strongly one LoRA works on one module.
struct Dose {
    double strength = 1;
    int ranks =
        0;  ///< DyLoRA: only the first ranks of a plain pair; 0: all. The scale stays alpha / full rank.
};

/// What a LoRA adds to a module, fp32, in memory of its own; undefined where it leaves the tensor alone.
struct Delta {
    at::Tensor weight;  ///< in the shape of the module's weight
    at::Tensor bias;
};

/// The change of `weight` (pristine, fp32) by one part of a file, in single precision. With s the part's
/// scale and m the strength:
///   lora, loha, lokr            m s Product;   with DoRA: V = W + s Product,  m (V magnitude / |V| - W)
///   glora                       m s (W A1 A2 + B1 B2), the second with a core between its two for a Tucker
///                               product
///   (IA)^3                      m (W o factors), along rows or columns
///   full, norm                  m times the stored differences, of the bias too
///   set_weight                  m (stored - W)
///   OFT (PEFT's too), BOFT      the rotation with strength m and the rows' lengths 1 + m (rescale - 1),
///                               minus W
/// Precondition: shapeConflict found nothing. Reads the part's values; refuses values that are not finite.
Result<Delta> deltaOf(const weights::LoraFile& file, const weights::LoraModule& module,
                      const at::Tensor& weight, const Dose& dose);

}  // namespace manju::lora
