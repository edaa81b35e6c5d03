// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/os/mapped_file.h"
#include "core/base/result.h"
#include "core/weights/dtype.h"

namespace manju::weights {

/// One tensor of a file's header. Offsets count from the first byte after the header.
struct TensorEntry {
    std::string name;
    Dtype dtype = Dtype::F32;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

using Metadata = std::map<std::string, std::string>;

/// A validated, mapped safetensors file. open() touches only the header's bytes. Immutable; Thread: any.
class SafetensorsFile {
public:
    /// Checks the rules V1 to V12 of the format and our own limits: rank 8, names of 512 bytes, 200 000
    /// tensors, sizes up to 2^48, JSON nested 8 deep. Every error carries {file} and {rule}.
    static Result<SafetensorsFile> open(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Sorted by name.
    [[nodiscard]] std::span<const TensorEntry> entries() const { return entries_; }
    [[nodiscard]] const TensorEntry* find(std::string_view name) const;
    [[nodiscard]] const Metadata& metadata() const { return metadata_; }
    /// The stored bytes, at any alignment. Precondition: `entry` is of this file.
    [[nodiscard]] std::span<const std::byte> bytes(const TensorEntry& entry) const;

private:
    explicit SafetensorsFile(os::MappedFile mapped) : mapped_(std::move(mapped)) {}

    std::filesystem::path path_;
    os::MappedFile mapped_;
    std::vector<TensorEntry> entries_;
    Metadata metadata_;
    std::size_t dataStart_ = 0;
};

/// A tensor that is to be written.
struct TensorSpec {
    std::string name;
    Dtype dtype = Dtype::F32;
    std::vector<std::int64_t> shape;
};

/// Takes the next bytes of the tensor being written.
using ByteSink = std::function<Status(std::span<const std::byte>)>;
/// Passes all bytes of `spec` to the sink, in order and in pieces of any size.
using TensorSource = std::function<Status(const TensorSpec& spec, const ByteSink& sink)>;

/// Writes a file by the writer's order of the format (element size descending, then name), one tensor
/// after the other, so that memory does not grow with the file. Appears under its name when whole: written
/// as `path.part`, fsynced, renamed. Precondition: names differ, and dtypes have whole bytes.
Status writeSafetensors(const std::filesystem::path& path, std::vector<TensorSpec> tensors,
                        const Metadata& metadata, const TensorSource& source);

}  // namespace manju::weights
