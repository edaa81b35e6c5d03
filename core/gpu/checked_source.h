// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/gpu/memory_source.h"

namespace manju::gpu {

/// How many things a source has given out and not got back.
struct Holdings {
    std::size_t ranges = 0;
    std::size_t pieces = 0;
    std::size_t mappings = 0;
    std::size_t allocations = 0;
    friend bool operator==(const Holdings&, const Holdings&) = default;
};

/// Keeps the rules of memory_source.h itself, the same for every source: a call that breaks one is refused
/// with kDriverRefused before it reaches the driver, whose own answer may be undefined. A subclass supplies
/// the driver's calls, which are then always well-formed, and calls giveBackAll in its destructor.
class CheckedSource : public MemorySource {
public:
    [[nodiscard]] const SourceTraits& traits() const final { return traits_; }
    Result<Address> reserve(std::uint64_t bytes, std::uint64_t alignment) final;
    Status freeAddresses(Address start, std::uint64_t bytes) final;
    Result<Physical> create(std::uint64_t bytes) final;
    Status map(Address start, std::uint64_t bytes, Physical memory) final;
    Status allowAccess(Address start, std::uint64_t bytes) final;
    Status unmap(Address start, std::uint64_t bytes) final;
    Status release(Physical memory) final;
    Result<Address> allocate(std::uint64_t bytes) final;
    Status deallocate(Address start) final;

    /// Physical memory that is held, by create and by allocate.
    [[nodiscard]] std::uint64_t createdBytes() const { return createdBytes_; }
    [[nodiscard]] std::size_t mappings() const { return mappings_.size(); }
    [[nodiscard]] Holdings holdings() const;
    /// Whether all of it may be touched: allocated, or mapped with access.
    [[nodiscard]] bool isAccessible(Address start, std::uint64_t bytes) const;

protected:
    /// A driver's own name of a piece of memory.
    using Handle = std::uint64_t;

    explicit CheckedSource(SourceTraits traits) : traits_(std::move(traits)) {}

    virtual Result<Address> driverReserve(std::uint64_t bytes, std::uint64_t alignment) = 0;
    virtual Status driverFreeAddresses(Address start, std::uint64_t bytes) = 0;
    virtual Result<Handle> driverCreate(std::uint64_t bytes) = 0;
    virtual Status driverMap(Address start, std::uint64_t bytes, Handle memory) = 0;
    virtual Status driverAllowAccess(Address start, std::uint64_t bytes) = 0;
    virtual Status driverUnmap(Address start, std::uint64_t bytes) = 0;
    virtual Status driverRelease(Handle memory, std::uint64_t bytes) = 0;
    virtual Result<Address> driverAllocate(std::uint64_t bytes) = 0;
    virtual Status driverDeallocate(Address start, std::uint64_t bytes) = 0;

    /// From now on only allocate and deallocate are served.
    void withoutVirtualMemory() { traits_.hasVirtualMemory = false; }
    /// Gives everything back that is held; what the driver refuses to take stays with the driver.
    void giveBackAll();

    [[nodiscard]] Error refused(const char* call, std::string detail) const;
    [[nodiscard]] Error full(std::uint64_t bytes) const;

private:
    struct Piece {
        std::uint64_t bytes = 0;
        Handle handle = 0;
        bool mapped = false;
    };
    struct Mapping {
        std::uint64_t bytes = 0;
        Physical memory{};
        bool accessible = false;
    };

    /// What speaks against a call; null if nothing does.
    using Objection = const char*;
    [[nodiscard]] Objection objectionToSize(std::uint64_t bytes) const;
    [[nodiscard]] Objection objectionToMap(Address start, std::uint64_t bytes, Physical memory) const;
    [[nodiscard]] bool isReserved(Address start, std::uint64_t bytes) const;
    [[nodiscard]] bool isTaken(Address start, std::uint64_t bytes) const;
    /// One after the last mapping of a run that fills the span exactly; the run's first if there is none.
    [[nodiscard]] std::map<Address, Mapping>::iterator endOfRun(Address start, std::uint64_t bytes);

    SourceTraits traits_;
    std::map<Address, std::uint64_t> ranges_;       ///< start to bytes
    std::map<Address, std::uint64_t> allocations_;  ///< start to bytes
    std::map<Physical, Piece> pieces_;
    std::map<Address, Mapping> mappings_;
    std::uint64_t lastPhysical_ = 0;
    std::uint64_t createdBytes_ = 0;
};

}  // namespace manju::gpu
