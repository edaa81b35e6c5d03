// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>

#include "core/base/os/file.h"
#include "core/engine/engine.h"
#include "core/store/project_store.h"

namespace manju::engine {

/// The folder or file that a setting means: "demo" is the shipped model.
std::filesystem::path checkpointPath(const std::string& setting, const std::filesystem::path& resources);

/// Opens the checkpoint and checks its headers; nothing is hashed. Errors name file, cause and remedy.
Status checkCheckpoint(const std::string& setting, const std::filesystem::path& resources);

/// What hashing a checkpoint needs and gives. Plain values, so that the work can be done on another thread.
struct IdentityWork {
    std::filesystem::path checkpoint;
    struct File {
        std::string path;
        os::FileStamp stamp;
        std::string sha256;  ///< empty: to be computed
        bool fresh = false;  ///< computed by this work
    };
    std::vector<File> files;
};

/// Lists the files and takes the hashes that the store already knows. Thread: the store's owner.
Result<IdentityWork> prepareIdentity(store::ProjectStore& store, const std::string& setting,
                                     const std::filesystem::path& resources);
/// Hashes what is missing. Thread: any; a 7 GB file takes about 10 s.
Status hashFiles(IdentityWork& work, const std::stop_token& stop);
/// Keeps the new hashes and gives the identity: see weights::checkpointIdentity(). Thread: the store's owner.
Result<std::string> finishIdentity(store::ProjectStore& store, const IdentityWork& work);

}  // namespace manju::engine
