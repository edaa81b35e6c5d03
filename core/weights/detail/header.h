// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/weights/safetensors.h"

namespace manju::weights::detail {

struct Header {
    std::vector<TensorEntry> entries;  ///< sorted by name
    Metadata metadata;
};

/// Parses and validates the JSON part of a safetensors file (V4 to V12). `dataBytes` is what follows it.
Result<Header> parseHeader(const std::filesystem::path& file, std::string_view json, std::uint64_t dataBytes);

}  // namespace manju::weights::detail
