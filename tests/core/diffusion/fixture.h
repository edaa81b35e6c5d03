// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "core/weights/checkpoint.h"
#include "core/weights/safetensors.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"
#include "tests/support/temporary_folder.h"

namespace manju::diffusion {

inline const std::filesystem::path kResources = MANJU_SOURCE_DIR "/resources";
inline const std::filesystem::path kFixtures = MANJU_SOURCE_DIR "/tests/fixtures/sdxl_tiny";

/// The seed of the tiny checkpoint that the stored values were made with.
inline constexpr std::uint64_t kFixtureSeed = 1;

using testing::TemporaryFolder;

inline testing::CheckpointRecipe tinyRecipe(const std::filesystem::path& out, bool folder = false) {
    testing::CheckpointRecipe recipe;
    recipe.shape = testing::tinySdxlShape();
    recipe.folder = folder;
    recipe.seed = kFixtureSeed;
    recipe.out = out;
    return recipe;
}

inline weights::Checkpoint openCheckpoint(const std::filesystem::path& path) {
    auto checkpoint = weights::Checkpoint::open(path);
    if (!checkpoint.ok()) {
        ADD_FAILURE() << checkpoint.error().debugText();
        std::abort();
    }
    return std::move(checkpoint).value();
}

/// The tiny checkpoint of the stored values as a single file, written once per test program.
inline const std::filesystem::path& tinyCheckpoint() {
    static const TemporaryFolder folder;
    static const std::filesystem::path path = [] {
        const auto file = folder.path() / "tiny.safetensors";
        if (!testing::makeCheckpoint(tinyRecipe(file)).ok()) std::abort();
        return file;
    }();
    return path;
}

/// A file of stored values.
class Fixture {
public:
    explicit Fixture(const std::string& file) : file_(open(file)) {}
    template <class Value>
    [[nodiscard]] std::vector<Value> values(const std::string& name) const {
        const auto bytes = file_.bytes(entry(name));
        std::vector<Value> out(bytes.size() / sizeof(Value));
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    }
    [[nodiscard]] const weights::TensorEntry& entry(const std::string& name) const {
        const weights::TensorEntry* found = file_.find(name);
        if (!found) {
            ADD_FAILURE() << "no stored value " << name;
            std::abort();
        }
        return *found;
    }
    [[nodiscard]] const weights::SafetensorsFile& file() const { return file_; }

private:
    static weights::SafetensorsFile open(const std::string& name) {
        auto opened = weights::SafetensorsFile::open(kFixtures / name);
        if (!opened.ok()) {
            ADD_FAILURE() << opened.error().debugText();
            std::abort();
        }
        return std::move(opened).value();
    }
    weights::SafetensorsFile file_;
};

}  // namespace manju::diffusion
