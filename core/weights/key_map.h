// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/weights/sdxl_shape.h"

namespace manju::weights {

/// Where the bytes of one diffusers tensor lie: in the tensor `name`, of which they are the `part`-th of
/// `parts` equal runs of rows.
struct KeySource {
    std::string name;
    int part = 0;
    int parts = 1;
    bool transposed = false;  ///< stored as the transpose of what diffusers uses
    friend bool operator==(const KeySource&, const KeySource&) = default;
};

/// One diffusers tensor (`name`) that a stored tensor holds, as KeySource says it from the other side.
using KeyTarget = KeySource;

/// What the numbering of SGM names depends on.
struct KeyLayout {
    int layersPerBlock = 2;  ///< resnets per down block of the UNet
    /// Per down block of the UNet: whether the up block beside it ends in a transformer.
    std::vector<bool> attention{false, true, true};
    int vaeBlocks = 4;
    friend bool operator==(const KeyLayout&, const KeyLayout&) = default;
};

KeyLayout keyLayout(const SdxlShape& shape);

/// Reads the numbering from the names of a single file's UNet and VAE (with their prefixes).
KeyLayout detectKeyLayout(const std::vector<std::string_view>& names);

/// Splits a full name of a single file into the component and the rest; nothing for other names.
/// Takes the prefixes of SGM files and those of files that hold HF names below "text_encoders.".
std::optional<std::pair<Component, std::string_view>> splitSingleFileName(std::string_view name);

/// The diffusers tensors in the stored tensor `name` (without the component's prefix). One for most, three
/// for an attention in-projection, none for a name that is not known. Takes SGM, OpenCLIP and HF names, also
/// HF names without "text_model.", and the attention names of old diffusers VAEs.
std::vector<KeyTarget> toDiffusers(Component component, std::string_view name, const KeyLayout& layout);

/// The full single-file name (SGM, OpenCLIP for encoder 2) of a diffusers tensor.
/// Precondition: `name` is a tensor of an SDXL-family component.
KeySource toSingleFile(Component component, std::string_view name, const KeyLayout& layout);

/// True for tensors that belong to training or to a sampler, and that a reader may pass over.
bool isIgnoredName(std::string_view name);

}  // namespace manju::weights
