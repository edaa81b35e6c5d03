// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "core/weights/checkpoint.h"

namespace manju::weights {

/// How many elements are NaN or infinite; 0 for dtypes that know neither. Reads the bytes once.
std::size_t countNonFinite(Dtype dtype, std::span<const std::byte> bytes);

/// kNotFinite naming `file` and `tensor` if an element is NaN or infinite. To be called for every tensor
/// that is loaded; opening a checkpoint does not read values.
Status scanForNonFinite(const TensorView& view, std::string_view tensor, const std::filesystem::path& file);

}  // namespace manju::weights
