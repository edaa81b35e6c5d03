// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/weights/detail/tensor_index.h"
#include "core/weights/sdxl_shape.h"

namespace manju::weights::detail {

/// Reads the sizes of all four components from shapes, then what a folder's config files say beyond them.
/// Errors: a component or a tensor that every model has is missing; a UNet that is no mirror image of itself
/// (distilled models); an input other than latents; configs that contradict the shapes.
Result<SdxlShape> readShape(const TensorIndex& index);

/// Sets prediction and zeroTerminalSnr from markers, metadata or the scheduler's config.
Status readPrediction(const TensorIndex& index, SdxlShape& shape);

/// A name for people: "SDXL", "KOALA-1B", "SDXL (small)".
std::string variantName(const SdxlShape& shape);

}  // namespace manju::weights::detail
