// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/base/os/install_paths.h"
#include "core/link/spawn.h"

namespace manju::cli {

int runBench(const Voice& voice, const std::string& name, bool smoke) {
    std::vector<std::string> arguments{"--bench", name};
    if (smoke) arguments.push_back("--smoke");
    if (voice.json) arguments.push_back("--json");
    return fail(voice, link::becomeProgram(os::programFolder() / "manju-worker-media", arguments));
}

}  // namespace manju::cli
