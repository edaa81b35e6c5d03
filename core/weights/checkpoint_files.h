// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace manju::weights {

/// What a model is opened from.
struct CheckpointFiles {
    std::filesystem::path
        checkpoint;             ///< a safetensors file or a diffusers folder; may lack what is named below
    std::filesystem::path vae;  ///< used in the place of the checkpoint's own; empty: its own
    std::vector<std::filesystem::path> textEncoders;  ///< the same for one or both text encoders
    friend bool operator==(const CheckpointFiles&, const CheckpointFiles&) = default;
};

/// Enters the files among a step's inputs, and reads them back; without a checkpoint its path comes back
/// empty.
void addInputs(const CheckpointFiles& files, std::map<std::string, std::string>& inputs);
CheckpointFiles filesOfInputs(const std::map<std::string, std::string>& inputs);

/// A file that belongs to a model.
struct NamedFile {
    std::string name;            ///< its place in the model, which stays when the model moves
    std::filesystem::path path;  ///< absolute
};

}  // namespace manju::weights
