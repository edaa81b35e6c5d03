// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/weights/checkpoint_files.h"
#include "core/weights/key_map.h"
#include "core/weights/safetensors.h"
#include "core/weights/sdxl_shape.h"

namespace manju::weights::detail {

/// Where one diffusers tensor lies.
struct LocatedTensor {
    const SafetensorsFile* file = nullptr;
    const TensorEntry* entry = nullptr;
    int part = 0;  ///< the part-th of `parts` equal runs of rows
    int parts = 1;
    bool transposed = false;
    std::vector<std::int64_t> shape;  ///< of the stored part, before a transposition
};

using ComponentTensors = std::map<std::string, LocatedTensor, std::less<>>;

struct ConfigFile {
    std::filesystem::path path;
    Json json;  ///< an object
};

/// The tensors of a checkpoint by component, before anything is judged.
struct TensorIndex {
    std::filesystem::path path;  ///< file or folder, absolute
    bool folder = false;
    std::vector<std::unique_ptr<SafetensorsFile>> files;
    std::array<ComponentTensors, 4> components;
    std::vector<std::string> unexpected;  ///< stored names that no component takes
    /// Parsed JSON files by relative path, e.g. "unet/config.json"; absent files are not in it.
    std::map<std::string, ConfigFile> configs;
    std::vector<NamedFile> allFiles;  ///< absolute
    /// Of components that lie in files of their own; empty: in the checkpoint.
    std::array<std::filesystem::path, 4> places;

    [[nodiscard]] const ComponentTensors& of(Component component) const {
        return components[static_cast<std::size_t>(component)];
    }
    [[nodiscard]] ComponentTensors& of(Component component) {
        return components[static_cast<std::size_t>(component)];
    }
    /// The file for messages about a component: its own, the checkpoint itself, or the component's folder.
    [[nodiscard]] std::string place(Component component) const;
};

/// Enters what `entry` holds; false if it holds nothing of the component.
bool enter(ComponentTensors& tensors, const SafetensorsFile& file, const TensorEntry& entry,
           const std::vector<KeyTarget>& targets);

/// A JSON file that holds an object.
Result<Json> readJsonObject(const std::filesystem::path& path);

/// The single file `file`, whose tensors are named by SGM's or ComfyUI's rules. `onlyUnet`: names without a
/// prefix are the UNet's.
Result<TensorIndex> indexSingleFile(SafetensorsFile file, bool onlyUnet = false);
/// What is wanted of a folder; the rest may be missing or unreadable in it.
struct FolderParts {
    bool vae = true;
    bool textEncoders = true;  ///< false: taken if they can be read, since only one of them may be replaced
};

/// A diffusers folder. Full-precision files are taken before ".fp16" ones; components that it lacks are left
/// out.
Result<TensorIndex> indexFolder(const std::filesystem::path& folder, FolderParts parts = {});

}  // namespace manju::weights::detail
