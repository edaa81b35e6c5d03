// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/weights/safetensors.h"
#include "core/weights/sdxl_shape.h"

namespace manju::weights {

/// A folder of its own for each test, with characters that break careless path handling.
class WeightsTest : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;
    /// Writes `bytes` to a file of the folder.
    std::filesystem::path file(const std::string& name, std::string_view bytes) const;
    /// A sound file of these tensors, all zero.
    std::filesystem::path zeros(const std::string& name, const std::vector<TensorSpec>& tensors,
                                const Metadata& metadata = {}) const;

    /// The same without the care of a real write, which would take most of a fuzzer's time.
    std::filesystem::path scratch(std::string_view bytes) const;

    std::filesystem::path folder_;
};

/// How many files a fuzzer makes: MANJU_FUZZ for a run by hand, e.g. 1000000; else `usual`.
int fuzzIterations(int usual);

/// The bytes of a safetensors file with this header text and `dataBytes` zero bytes behind it.
std::string fileBytes(std::string_view header, std::size_t dataBytes);

/// A tensor taken out of a file.
struct LooseTensor {
    TensorSpec spec;
    std::string bytes;
};
std::vector<LooseTensor> takeTensors(const std::filesystem::path& file);
void putTensors(const std::filesystem::path& file, const std::vector<LooseTensor>& tensors,
                const Metadata& metadata = {});

/// An SDXL-family model of a few hundred kilobytes.
SdxlShape miniShape();

/// Sizes of a model distilled from SDXL by its name ("SSD-1B", "Segmind Vega", "KOALA-1B", "KOALA-700M"), or
/// of "SDXL" itself.
SdxlShape distilledShape(const std::string& name);

}  // namespace manju::weights
