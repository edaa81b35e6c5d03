// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace manju::gpu {

/// An address in a card's memory; on the host twin also a pointer of this process. Never 0.
using Address = std::uint64_t;

/// A piece of physical memory. It cannot be split or mapped in part. Never 0.
enum class Physical : std::uint64_t {};

struct SourceTraits {
    std::string device;             ///< its name, for people
    std::uint64_t totalBytes = 0;   ///< the card's memory
    std::uint64_t granularity = 0;  ///< sizes and addresses below are multiples of it; 2 MiB on today's cards
    bool hasVirtualMemory = false;  ///< physical memory and addresses are apart, so memory can move unread
};

struct MemoryInfo {
    std::uint64_t totalBytes = 0;
    std::uint64_t freeBytes = 0;  ///< what no program holds
};

/// Where the memory of one card comes from: the driver's virtual memory calls, their twin on the host, or
/// plain allocation where a driver has no such calls. All calls are synchronous and may be slow.
///
/// Errors: kOutOfMemory when the card or the address space has no such piece left, kNotReady where a second
/// try may succeed (an eviction by the system is under way), kDriverRefused otherwise. A call that failed
/// changed nothing.
/// Thread: any, one call at a time.
class MemorySource {
public:
    MemorySource() = default;
    MemorySource(const MemorySource&) = delete;
    MemorySource& operator=(const MemorySource&) = delete;
    virtual ~MemorySource() = default;

    [[nodiscard]] virtual const SourceTraits& traits() const = 0;
    virtual Result<MemoryInfo> info() = 0;

    // With virtual memory -------------------------------------------------------------------------------

    /// A range of addresses without memory, aligned to `alignment` (a power of two, at least the
    /// granularity).
    virtual Result<Address> reserve(std::uint64_t bytes, std::uint64_t alignment) = 0;
    /// Of a whole range in which nothing is mapped any more.
    virtual Status freeAddresses(Address start, std::uint64_t bytes) = 0;
    virtual Result<Physical> create(std::uint64_t bytes) = 0;
    /// The whole of `memory` at `start`, where nothing is mapped. Not to be touched before allowAccess.
    virtual Status map(Address start, std::uint64_t bytes, Physical memory) = 0;
    /// Over a range that is mapped without gaps.
    virtual Status allowAccess(Address start, std::uint64_t bytes) = 0;
    /// Of one mapped piece. No work in flight may use it: the call does not wait for any stream.
    virtual Status unmap(Address start, std::uint64_t bytes) = 0;
    /// Of memory that is not mapped.
    virtual Status release(Physical memory) = 0;

    // Without -------------------------------------------------------------------------------------------

    virtual Result<Address> allocate(std::uint64_t bytes) = 0;
    /// No work in flight may use it.
    virtual Status deallocate(Address start) = 0;
};

}  // namespace manju::gpu
