// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/settings_input.h"

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/base/units.h"
#include "core/engine/errors.h"
#include "core/engine/model_identity.h"
#include "core/story/settings_files.h"
#include "core/weights/lora_file.h"

namespace manju::engine {
namespace {

namespace fs = std::filesystem;

constexpr Bytes kMaxMusic = megabytes(500);

Status checkVoice(const VoiceChoice& voice, const fs::path& file) {
    if (voice.engine == "espeak") return Done{};
    return Error(kVoiceEngine, {{"file", file.string()}, {"engine", voice.engine}});
}

}  // namespace

Result<Cast> readCastFile(const fs::path& file) {
    MANJU_TRY(Cast cast, story::loadCast(file));
    MANJU_CHECK(checkVoice(cast.narrator, file));
    for (const CastMember& member : cast.members) MANJU_CHECK(checkVoice(member.voice, file));
    // Whether they fit is seen when the checkpoint is known, too.
    for (const std::string& lora : loraFilesOf(cast)) {
        const auto opened = weights::LoraFile::open(lora);
        if (!opened.ok()) return opened.error();
    }
    return cast;
}

Result<PresetInput> readPresetFile(const fs::path& file) {
    PresetInput input;
    MANJU_TRY(input.preset, story::loadPreset(file));
    input.music = std::exchange(input.preset.audio.music, {});
    return input;
}

Result<std::string> keepInput(const ProjectLayout& layout, const fs::path& file, std::string& relative) {
    MANJU_TRY(const os::FileDigest digest, os::digestFile(file));
    const fs::path kept = layout.input(digest.sha256, file.extension().string());
    relative = kept.string();
    std::error_code ignored;
    if (fs::exists(layout.root / kept, ignored)) return digest.sha256;
    if (digest.size > kMaxMusic)
        return Error(kFileTooLarge,
                     {{"file", file.string()}, {"size", digest.size.text()}, {"limit", kMaxMusic.text()}});
    MANJU_CHECK(os::makeDirectories((layout.root / kept).parent_path()));
    MANJU_CHECK(os::copyFile(file, layout.root / kept));
    return digest.sha256;
}

}  // namespace manju::engine
