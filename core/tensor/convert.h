// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <span>
#include <string>

#include "core/base/result.h"
#include "core/weights/checkpoint.h"

namespace manju::tensor {

/// The stored values as a dense fp32 CPU tensor of the wanted shape (`transposed` already applied).
/// F32 data that starts at a multiple of 4 and is not transposed is used where it lies, without a copy:
/// the tensor is then read-only and valid while the view's Checkpoint lives. Everything else is decoded.
/// Refuses values that are not finite and integer types; `file` and `name` go into the error.
Result<at::Tensor> toFloatTensor(const weights::TensorView& view, const std::string& file,
                                 const std::string& name);

/// True if no element is NaN or infinite.
bool allFinite(std::span<const float> values);

/// "2x3x5"; "scalar" for rank 0.
std::string shapeText(std::span<const std::int64_t> shape);

}  // namespace manju::tensor
