// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/weights/sdxl_shape.h"

namespace manju::weights {

struct NamedShape {
    std::string name;  ///< diffusers name without a component prefix
    std::vector<std::int64_t> shape;
};

/// Every tensor that a component of these sizes has, with its diffusers name and layout. This list is what
/// a checkpoint is checked against, and what a synthetic one is made from.
std::vector<NamedShape> tensorsOf(Component component, const SdxlShape& shape);

/// Number of elements; 1 for a scalar. Precondition: the product fits (checked when a file is opened).
std::int64_t elementCount(const std::vector<std::int64_t>& shape);

}  // namespace manju::weights
