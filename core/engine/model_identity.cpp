// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/model_identity.h"

#include <set>

#include "core/base/errors.h"
#include "core/engine/errors.h"
#include "core/weights/checkpoint.h"
#include "core/weights/file_kind.h"
#include "core/weights/identity.h"
#include "core/weights/lora_file.h"
#include "core/weights/lora_match.h"
#include "core/weights/lora_target.h"

namespace manju::engine {

namespace fs = std::filesystem;

fs::path checkpointPath(const std::string& setting, const fs::path& resources) {
    return setting == "demo" ? resources / "demo" / "model" : fs::path(setting);
}

weights::CheckpointFiles checkpointFiles(const ModelChoice& choice, const fs::path& resources) {
    return {checkpointPath(choice.checkpoint, resources),
            choice.vae,
            {choice.textEncoders.begin(), choice.textEncoders.end()}};
}

namespace {

Result<weights::Checkpoint> opened(const ModelChoice& choice, const fs::path& resources) {
    const weights::CheckpointFiles files = checkpointFiles(choice, resources);
    std::error_code ignored;
    if (choice.checkpoint == "demo" && !fs::exists(files.checkpoint, ignored))
        return Error(kNoDemoModel, {{"folder", files.checkpoint.string()}});
    return weights::Checkpoint::open(files);
}

}  // namespace

Status checkCheckpoint(const ModelChoice& choice, const fs::path& resources) {
    const auto checkpoint = opened(choice, resources);
    return checkpoint.ok() ? Status(Done{}) : Status(checkpoint.error());
}

Result<std::string> checkpointIdentity(const ModelChoice& choice, const fs::path& resources) {
    MANJU_TRY(const weights::Checkpoint checkpoint, opened(choice, resources));
    return weights::checkpointIdentity(checkpoint);
}

Status checkBaseModel(const ModelChoice& choice, const fs::path& resources) {
    MANJU_TRY(const weights::Checkpoint checkpoint, opened(choice, resources));
    if (checkpoint.shape().unet.inChannels == checkpoint.shape().vae.latentChannels) return Done{};
    return Error(kInpaintCheckpoint, {{"file", checkpoint.path().string()}});
}

Status checkUpscaler(const fs::path& path) {
    MANJU_TRY(const weights::SafetensorsFile file, weights::SafetensorsFile::open(path));
    const weights::FileRole role = weights::detectFileKind(file.entries()).role;
    // An unknown file is left to the program that loads it, which can say what it misses.
    if (role == weights::FileRole::Upscaler || role == weights::FileRole::Unknown) return Done{};
    return Error(kNotAnUpscaler, {{"file", path.string()}});
}

std::vector<std::string> loraFilesOf(const Cast& cast) {
    std::set<std::string> files;
    for (const CastMember& member : cast.members)
        for (const LoraChoice& lora : member.loras)
            if (lora.weight != 0) files.insert(lora.file);
    return {files.begin(), files.end()};
}

std::map<std::string, std::string> knownFiles(store::ProjectStore& store, const Cast& cast,
                                              const ModelChoice& choice) {
    std::map<std::string, std::string> known;
    std::vector<std::string> paths = loraFilesOf(cast);
    if (!choice.upscaler.empty()) paths.push_back(choice.upscaler);
    for (const std::string& path : paths) {
        const auto stamp = os::stampFile(path);
        if (!stamp.ok()) continue;
        const auto digest = store.cachedDigest(path, *stamp);
        if (digest.ok() && *digest) known[**digest] = path;
    }
    return known;
}

Result<IdentityWork> prepareIdentity(store::ProjectStore& store, const ModelChoice& choice, const Cast& cast,
                                     const fs::path& resources) {
    IdentityWork work;
    work.choice = choice;
    work.model = checkpointFiles(choice, resources);
    std::error_code ignored;
    if (!fs::exists(work.model.checkpoint, ignored))
        return Error(kMovedCheckpoint, {{"file", work.model.checkpoint.string()}});
    std::vector<fs::path> components = work.model.textEncoders;
    if (!work.model.vae.empty()) components.push_back(work.model.vae);
    if (!choice.upscaler.empty()) components.emplace_back(choice.upscaler);
    for (const fs::path& file : components)
        if (!fs::exists(file, ignored)) return Error(kMovedComponent, {{"file", file.string()}});
    MANJU_TRY(const weights::Checkpoint checkpoint, weights::Checkpoint::open(work.model));
    std::set<fs::path> files;
    for (const auto& [name, path] : checkpoint.files()) files.insert(path);
    work.loras = loraFilesOf(cast);
    const weights::LoraTarget target(checkpoint.shape(), work.model.checkpoint.filename().string());
    for (const std::string& path : work.loras) {
        MANJU_TRY(const weights::LoraFile lora, weights::LoraFile::open(path));
        MANJU_CHECK(weights::acceptLora(lora, target, weights::matchLora(lora, target)));
        files.emplace(path);
    }
    if (!choice.upscaler.empty()) {
        MANJU_CHECK(checkUpscaler(choice.upscaler));
        files.emplace(choice.upscaler);
    }
    for (const fs::path& file : files) {
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

Result<ModelIdentities> finishIdentity(store::ProjectStore& store, const IdentityWork& work) {
    std::map<std::string, std::string> hashes;
    for (const IdentityWork::File& file : work.files) {
        if (file.fresh) MANJU_CHECK(store.cacheDigest(file.path, file.stamp, file.sha256));
        hashes[file.path] = file.sha256;
    }
    MANJU_TRY(const weights::Checkpoint checkpoint, weights::Checkpoint::open(work.model));
    ModelIdentities identities;
    MANJU_TRY(identities.checkpoint,
              weights::checkpointIdentity(checkpoint, [&](const fs::path& path) -> Result<std::string> {
                  const auto found = hashes.find(path.string());
                  if (found != hashes.end()) return found->second;
                  return Error(kMovedCheckpoint, {{"file", path.string()}});
              }));
    for (const std::string& path : work.loras) identities.loras[path] = hashes.at(path);
    if (!work.choice.upscaler.empty()) identities.upscaler = hashes.at(work.choice.upscaler);
    return identities;
}

}  // namespace manju::engine
