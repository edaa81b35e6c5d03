// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "app/worker/media_steps.h"
#include "core/base/errors.h"
#include "core/link/output_file.h"

namespace manju::worker {

Result<std::vector<std::filesystem::path>> bundledFonts(const StepJob& job) {
    MANJU_TRY(const std::string resources, link::inputPath(job, "resources"));
    const auto folder = std::filesystem::path(resources) / "fonts";
    std::vector<std::filesystem::path> fonts;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string extension = entry->path().extension().string();
        if (std::ranges::count(std::array{".otf", ".ttf", ".ttc"}, extension) > 0)
            fonts.push_back(entry->path());
    }
    if (fonts.empty()) return Error(kFileNotFound, {{"file", (folder / "*.otf").string()}});
    std::ranges::sort(fonts);  // the first is the default; folders are listed in no order
    return fonts;
}

}  // namespace manju::worker
