// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/weights/detail/tensor_index.h"

namespace manju::weights::detail {

/// Puts the VAE of `path` in the place of the checkpoint's, if it has one: a file of a VAE under any of the
/// known namings, a whole SDXL checkpoint, or a diffusers folder of a VAE (with its config.json).
Status takeVae(TensorIndex& index, const std::filesystem::path& path);

/// The same for the text encoders of `path`, one or both. Which of the two a file of one encoder holds is
/// told from its names, or else from its width beside that of the UNet's context.
Status takeTextEncoders(TensorIndex& index, const std::filesystem::path& path);

}  // namespace manju::weights::detail
