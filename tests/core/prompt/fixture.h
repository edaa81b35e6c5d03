// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/prompt/clip_tokenizer.h"

namespace manju::prompt {

inline const std::filesystem::path kResources = MANJU_SOURCE_DIR "/resources";
inline const std::filesystem::path kFixtures = MANJU_SOURCE_DIR "/tests/fixtures";

inline const ClipTokenizer& tokenizer() {
    static const ClipTokenizer loaded = [] {
        auto result = ClipTokenizer::load(kResources / "clip");
        if (!result.ok()) std::abort();
        return std::move(result).value();
    }();
    return loaded;
}

inline Json storedJson(const std::filesystem::path& file) {
    const auto content = os::readFile(kFixtures / file);
    if (!content.ok()) std::abort();
    return parseJson(content.value(), file.string()).value();
}

}  // namespace manju::prompt
