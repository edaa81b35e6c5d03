// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/base/result.h"

namespace manju::os {

/// A regular file mapped for reading; pages come in when they are touched. The mapping keeps the content
/// it was opened with when the file is replaced by rename. A file that another program shortens in place
/// must not be read any more (the system raises SIGBUS). Thread: any.
class MappedFile {
public:
    /// Fails with kFileNotFound or kFileUnreadable (folders and devices too). An empty file maps to no bytes.
    static Result<MappedFile> open(const std::filesystem::path& path);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    /// Page-aligned start; valid while this object lives.
    [[nodiscard]] std::span<const std::byte> bytes() const { return {start_, size_}; }

private:
    MappedFile(const std::byte* start, std::size_t size) : start_(start), size_(size) {}
    const std::byte* start_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace manju::os
