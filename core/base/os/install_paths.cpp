// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/install_paths.h"

#include <cstdlib>

#include "core/base/os/file.h"

namespace manju::os {

std::filesystem::path programFolder() {
    return executablePath().parent_path();
}

std::filesystem::path resourcesFolder() {
    if (const char* chosen = std::getenv("MANJU_RESOURCES"); chosen && *chosen)
        return std::filesystem::absolute(chosen);
    const std::filesystem::path installed = programFolder().parent_path() / "share" / "manju";
    std::error_code ignored;
    return std::filesystem::is_directory(installed, ignored) ? installed
                                                             : std::filesystem::path(MANJU_SOURCE_RESOURCES);
}

}  // namespace manju::os
