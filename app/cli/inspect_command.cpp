// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/cli/commands.h"
#include "core/base/os/install_paths.h"
#include "core/engine/checkpoint_identity.h"
#include "core/weights/inspect.h"

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

}  // namespace manju::cli
