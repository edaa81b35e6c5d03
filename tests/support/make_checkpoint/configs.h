// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/weights/sdxl_shape.h"

namespace manju::testing {

/// Writes model_index.json and the config.json of every part, as diffusers and transformers read them.
Status writeConfigs(const std::filesystem::path& folder, const weights::SdxlShape& shape);

}  // namespace manju::testing
