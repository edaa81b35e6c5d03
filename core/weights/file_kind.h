// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/weights/safetensors.h"

namespace manju::weights {

enum class FileRole {
    Checkpoint,
    Unet,
    Lora,
    ControlNet,
    IpAdapter,
    Vae,
    TextEncoder,
    Embedding,
    Upscaler,
    Unknown
};
/// "checkpoint", "unet", "lora", "controlnet", ...
std::string_view name(FileRole role);

/// What a safetensors file holds, told from names and shapes.
struct FileKind {
    FileRole role = FileRole::Unknown;
    std::string family;  ///< "SDXL", "SDXL refiner", "SD 1.x", "Flux", ...; empty: cannot be told
};

FileKind detectFileKind(std::span<const TensorEntry> entries);
/// The same answer for one role, without looking for the family.
bool isLoraFile(std::span<const TensorEntry> entries);

/// The file as a checkpoint: success for SDXL checkpoints, whole or not; else the refusal that names what it
/// is and what to do with it.
Status acceptAsCheckpoint(const FileKind& kind, const SafetensorsFile& file);

}  // namespace manju::weights
