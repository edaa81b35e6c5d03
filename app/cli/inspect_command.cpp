// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <optional>
#include <system_error>

#include "app/cli/commands.h"
#include "core/base/os/install_paths.h"
#include "core/engine/model_identity.h"
#include "core/weights/inspect.h"
#include "core/weights/lora_inspect.h"

namespace manju::cli {

int runModelInspect(const Voice& voice, const std::filesystem::path& file) {
    const Json report =
        weights::inspectModelFile(engine::checkpointPath(file.string(), os::resourcesFolder()));
    if (voice.json)
        print(report);
    else
        for (const std::string& line : weights::inspectionLines(report, voice.language))
            std::printf("%s\n", line.c_str());
    return report.at("loads").get<bool>() ? 0 : 2;
}

int runLoraInspect(const Voice& voice, const std::filesystem::path& path, const std::string& against) {
    std::optional<std::filesystem::path> checkpoint;
    if (!against.empty()) checkpoint = engine::checkpointPath(against, os::resourcesFolder());
    const auto report = weights::inspectLoras(path, checkpoint);
    if (!report) return fail(voice, report.error());
    if (voice.json)
        print(*report);
    else
        for (const std::string& line : weights::loraLines(*report, voice.language))
            std::printf("%s\n", line.c_str());
    // A listing is done when it stands there; a single file is asked about.
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(path, ignored);
    return folder || report->at("loras").at(0).at("applies").get<bool>() ? 0 : 2;
}

}  // namespace manju::cli
