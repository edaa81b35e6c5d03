// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/os/file.h"
#include "core/domain/cast.h"
#include "core/engine/engine.h"
#include "core/store/project_store.h"
#include "core/weights/checkpoint_files.h"

namespace manju::engine {

/// The folder or file that a setting means: "demo" is the shipped model.
std::filesystem::path checkpointPath(const std::string& setting, const std::filesystem::path& resources);

/// What a person chose to draw with.
struct ModelChoice {
    std::string checkpoint;                 ///< path, or "demo"
    std::string vae;                        ///< path; empty: the checkpoint's own
    std::vector<std::string> textEncoders;  ///< paths; empty: the checkpoint's own
    std::string upscaler = {};              ///< path; empty: none
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};
weights::CheckpointFiles checkpointFiles(const ModelChoice& choice, const std::filesystem::path& resources);

/// Opens the model and checks its headers; nothing is hashed. Errors name file, cause and remedy.
Status checkCheckpoint(const ModelChoice& choice, const std::filesystem::path& resources);

/// weights::checkpointIdentity() of the model. Reads all of it: a 7 GB file takes about 10 s.
Result<std::string> checkpointIdentity(const ModelChoice& choice, const std::filesystem::path& resources);

/// The check for a model that draws whole shots: inpainting models are refused.
Status checkBaseModel(const ModelChoice& choice, const std::filesystem::path& resources);

/// Refuses a file whose header says that it is another kind of model than one that enlarges pictures.
Status checkUpscaler(const std::filesystem::path& path);

/// Names of the contents of what pictures are drawn with.
struct ModelIdentities {
    std::string checkpoint;                    ///< see weights::checkpointIdentity()
    std::map<std::string, std::string> loras;  ///< absolute path -> SHA-256
    std::string upscaler;                      ///< SHA-256; empty: none
};

/// The LoRA files of a cast that have a strength, sorted.
std::vector<std::string> loraFilesOf(const Cast& cast);

/// SHA-256 -> path of those LoRAs of a cast, and of the upscaler, whose hashes the store knows. Thread: the
/// store's owner.
std::map<std::string, std::string> knownFiles(store::ProjectStore& store, const Cast& cast,
                                              const ModelChoice& choice);

/// What hashing the models needs and gives. Plain values, so that the work can be done on another thread.
struct IdentityWork {
    ModelChoice choice;
    weights::CheckpointFiles model;
    std::vector<std::string> loras;  ///< absolute paths
    struct File {
        std::string path;
        os::FileStamp stamp;
        std::string sha256;  ///< empty: to be computed
        bool fresh = false;  ///< computed by this work
    };
    std::vector<File> files;  ///< of the model, the LoRAs and the upscaler
};

/// Lists the files and takes the hashes that the store already knows. Every LoRA's header is held against the
/// checkpoint: one that was trained for another base, or that fits nowhere, is an error here and not after
/// an hour of drawing; so is an upscaler that is another kind of model. Thread: the store's owner.
Result<IdentityWork> prepareIdentity(store::ProjectStore& store, const ModelChoice& choice, const Cast& cast,
                                     const std::filesystem::path& resources);
/// Hashes what is missing. Thread: any; a 7 GB file takes about 10 s.
Status hashFiles(IdentityWork& work, const std::stop_token& stop);
/// Keeps the new hashes and gives the identities. Thread: the store's owner.
Result<ModelIdentities> finishIdentity(store::ProjectStore& store, const IdentityWork& work);

}  // namespace manju::engine
