// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/project_files/project_files.h"

#include "core/base/os/file.h"

namespace manju::testing {

namespace fs = std::filesystem;

std::map<std::string, std::string> products(const fs::path& project) {
    std::map<std::string, std::string> files;
    for (const char* part : {"results", "videos"}) {
        if (!fs::exists(project / part)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(project / part))
            if (entry.is_regular_file())
                files[entry.path().lexically_relative(project).string()] =
                    os::digestFile(entry.path()).value().sha256;
    }
    return files;
}

std::vector<std::string> leftovers(const fs::path& project) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(project)) {
        const std::string name = entry.path().lexically_relative(project).string();
        if (name.ends_with(".part") || name.starts_with("work/")) names.push_back(name);
    }
    return names;
}

}  // namespace manju::testing
