// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/checkpoint_identity.h"

#include "core/base/errors.h"
#include "core/engine/errors.h"
#include "core/weights/checkpoint.h"
#include "core/weights/identity.h"

namespace manju::engine {

namespace fs = std::filesystem;

fs::path checkpointPath(const std::string& setting, const fs::path& resources) {
    return setting == "demo" ? resources / "demo" / "model" : fs::path(setting);
}

Status checkCheckpoint(const std::string& setting, const fs::path& resources) {
    const fs::path path = checkpointPath(setting, resources);
    std::error_code ignored;
    if (setting == "demo" && !fs::exists(path, ignored))
        return Error(kNoDemoModel, {{"folder", path.string()}});
    MANJU_TRY(const weights::Checkpoint opened, weights::Checkpoint::open(path));
    (void)opened;
    return Done{};
}

Result<IdentityWork> prepareIdentity(store::ProjectStore& store, const std::string& setting,
                                     const fs::path& resources) {
    IdentityWork work;
    work.checkpoint = checkpointPath(setting, resources);
    std::error_code ignored;
    if (!fs::exists(work.checkpoint, ignored))
        return Error(kMovedCheckpoint, {{"file", work.checkpoint.string()}});
    MANJU_TRY(const weights::Checkpoint checkpoint, weights::Checkpoint::open(work.checkpoint));
    for (const fs::path& file : checkpoint.files()) {
        IdentityWork::File entry;
        entry.path = file.string();
        MANJU_TRY(entry.stamp, os::stampFile(file));
        MANJU_TRY(const auto known, store.cachedDigest(entry.path, entry.stamp));
        entry.sha256 = known.value_or("");
        work.files.push_back(std::move(entry));
    }
    return work;
}

Status hashFiles(IdentityWork& work, const std::stop_token& stop) {
    for (IdentityWork::File& file : work.files) {
        if (!file.sha256.empty()) continue;
        if (stop.stop_requested()) return Error(kCancelled);
        MANJU_TRY(const os::FileDigest digest, os::digestFile(file.path));
        file.sha256 = digest.sha256;
        file.fresh = true;
    }
    return Done{};
}

Result<std::string> finishIdentity(store::ProjectStore& store, const IdentityWork& work) {
    for (const IdentityWork::File& file : work.files)
        if (file.fresh) MANJU_CHECK(store.cacheDigest(file.path, file.stamp, file.sha256));
    MANJU_TRY(const weights::Checkpoint checkpoint, weights::Checkpoint::open(work.checkpoint));
    return weights::checkpointIdentity(checkpoint, [&](const fs::path& path) -> Result<std::string> {
        for (const IdentityWork::File& file : work.files)
            if (file.path == path.string()) return file.sha256;
        return Error(kMovedCheckpoint, {{"file", path.string()}});
    });
}

}  // namespace manju::engine
