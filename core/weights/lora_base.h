// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/weights/lora_file.h"
#include "core/weights/safetensors.h"
#include "core/weights/sdxl_shape.h"

namespace manju::weights {

/// What a LoRA was trained for, told by the names and widths in its header: "SDXL", "SD 1.x", "SD 2.x",
/// "SDXL refiner", "Flux", "SD3", "Stable Cascade", "Wan", "Qwen-Image", "Z-Image", "PixArt", or a shortened
/// SDXL: "SSD-1B", "Segmind Vega", "KOALA-1B", "KOALA-700M". Empty if it cannot be told. `sdxlContext` is the
/// width of the text that counts as SDXL's, for models of the family with other sizes.
std::string loraBase(std::span<const TensorEntry> entries, std::int64_t sdxlContext = 2048);

/// What the trainer wrote down about it, as one of the names above; empty without a statement.
std::string statedBase(const Metadata& metadata);

/// True for the shortened models, whose blocks have SDXL's names with another meaning.
bool isShortened(std::string_view base);

/// The name among these of a model of SDXL's widths with fewer blocks, "SDXL (shortened)" for an unknown one;
/// empty for full SDXL and for models of other widths.
std::string shortenedName(const SdxlShape& shape);

}  // namespace manju::weights
