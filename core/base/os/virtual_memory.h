// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/result.h"

namespace manju::os {

/// A file without a name in memory, parts of which can be mapped at chosen addresses. Only touched pages
/// take memory. Thread: any, one at a time.
class MemoryFile {
public:
    /// `name` is what the system shows for it. Fails with kInternal, as all calls here.
    static Result<MemoryFile> create(const char* name);

    MemoryFile(MemoryFile&& other) noexcept;
    MemoryFile& operator=(MemoryFile&& other) noexcept;
    ~MemoryFile();

    /// The file's length in bytes; what lies beyond is lost.
    Status resize(std::uint64_t bytes);
    /// Gives the memory of a part back; it reads as zeros from then on.
    Status discard(std::uint64_t offset, std::uint64_t bytes);

    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
    int descriptor_ = -1;
};

/// A range of addresses kept free for mappings. Whatever is not mapped cannot be touched: the system ends
/// the program. All offsets and sizes are multiples of the system's page. Thread: any, one at a time.
class AddressRange {
public:
    /// `alignment` is a power of two. Fails when the system has no such range left.
    static Result<AddressRange> reserve(std::uint64_t bytes, std::uint64_t alignment);

    AddressRange(AddressRange&& other) noexcept;
    AddressRange& operator=(AddressRange&& other) noexcept;
    ~AddressRange();

    /// Maps a part of the file, not accessible yet; replaces what was mapped there.
    Status map(std::uint64_t offset, std::uint64_t bytes, const MemoryFile& file, std::uint64_t fileOffset);
    Status allowAccess(std::uint64_t offset, std::uint64_t bytes);
    Status unmap(std::uint64_t offset, std::uint64_t bytes);

    [[nodiscard]] std::uint64_t address() const { return start_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    AddressRange(std::uint64_t start, std::uint64_t bytes) : start_(start), bytes_(bytes) {}
    void give();
    std::uint64_t start_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace manju::os
