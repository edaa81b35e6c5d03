// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/lora/merger.h"
#include "core/tensor/parameters.h"
#include "core/weights/checkpoint.h"
#include "core/weights/safetensors.h"

namespace manju::lora {

inline const std::filesystem::path kFixtures = MANJU_SOURCE_DIR "/tests/fixtures/lora";

/// A folder of its own that is gone at the end.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The tiny checkpoint that the stored values were made with (seed 1), or another one of the same shape;
/// written once per test program.
const weights::Checkpoint& tinyCheckpoint(std::uint64_t seed = 1);

/// All tensors of a component as a module holds them: convolutions in channels-last memory.
tensor::LoadedComponent loadAll(const weights::Checkpoint& checkpoint, weights::Component component);

/// Name of a stored LoRA file to the use of it. The name stands for the content's hash.
LoraUse useOf(const std::string& fixture, double strength = 1);

/// Applies `set` to the component; fails the test on an error.
void apply(LoraMerger& merger, tensor::LoadedComponent& component, const std::vector<LoraUse>& set);

/// SHA-256 over the named tensors' values in row-major order; over all of them without names.
std::string hashOf(const tensor::LoadedComponent& component, const std::vector<std::string>& names = {});

/// A tensor of a LoRA file to be written.
struct Stored {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
    weights::Dtype dtype = weights::Dtype::F32;
};
std::filesystem::path writeLora(const std::filesystem::path& path, const std::vector<Stored>& tensors,
                                const weights::Metadata& metadata = {});

}  // namespace manju::lora
