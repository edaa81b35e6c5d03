// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/domain/step_spec.h"

namespace manju::diffusion {

/// Checks everything in a spec that can be wrong without a look at the checkpoint or at a file.
Status checkSpec(const ImageSpec& spec);

/// Steps of the second pass before its strength is taken. Precondition: spec.hires.
int hiresSteps(const ImageSpec& spec);

}  // namespace manju::diffusion
