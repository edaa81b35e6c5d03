// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/base/os/virtual_memory.h"
#include "core/gpu/checked_source.h"
#include "core/gpu/host/sim_streams.h"

namespace manju::gpu {

struct HostMemoryOptions {
    std::string device = "host";
    std::uint64_t totalBytes = 0;
    std::uint64_t granularity = 2 << 20;  ///< a multiple of the system's page
    bool hasVirtualMemory = true;         ///< false: only allocate and deallocate
    bool bookkeepingOnly = false;         ///< addresses without memory behind them: nothing may touch them
};

/// A card's memory in this process, with the same rules as the driver's: what a card would answer with
/// memory overwritten or a fault is a violation here. Memory costs the host only where it is touched.
/// Addresses are pointers of this process. Thread: one.
class HostMemory final : public CheckedSource {
public:
    /// `streams` outlives the object; its violations are told to `onViolation` as well.
    static Result<std::unique_ptr<HostMemory>> create(HostMemoryOptions options, SimStreams& streams,
                                                      OnViolation onViolation = abortOnViolation);
    ~HostMemory() override;

    using CheckedSource::create;
    Result<MemoryInfo> info() override;

    /// What other programs hold of the card.
    void setOthersBytes(std::uint64_t bytes) { othersBytes_ = bytes; }
    /// What the driver keeps elsewhere of what was created here: so much more of the card is free.
    void setSpilledBytes(std::uint64_t bytes) { spilledBytes_ = bytes; }

private:
    HostMemory(HostMemoryOptions options, SimStreams& streams, OnViolation onViolation);

    Result<Address> driverReserve(std::uint64_t bytes, std::uint64_t alignment) override;
    Status driverFreeAddresses(Address start, std::uint64_t bytes) override;
    Result<Handle> driverCreate(std::uint64_t bytes) override;
    Status driverMap(Address start, std::uint64_t bytes, Handle memory) override;
    Status driverAllowAccess(Address start, std::uint64_t bytes) override;
    Status driverUnmap(Address start, std::uint64_t bytes) override;
    Status driverRelease(Handle memory, std::uint64_t bytes) override;
    Result<Address> driverAllocate(std::uint64_t bytes) override;
    Status driverDeallocate(Address start, std::uint64_t bytes) override;

    /// The range that holds `start`. Precondition: there is one.
    [[nodiscard]] os::AddressRange& rangeAt(Address start);

    HostMemoryOptions options_;
    SimStreams& streams_;
    OnViolation onViolation_;
    std::unique_ptr<os::MemoryFile> file_;  ///< null without memory behind the addresses
    std::uint64_t fileBytes_ = 0;
    std::map<std::uint64_t, std::vector<Handle>>
        freeOffsets_;  ///< by size; a handle is an offset of the file
    std::map<Address, os::AddressRange> ranges_;
    std::map<Address, Handle> allocated_;
    Address nextAddress_ = 0;
    std::uint64_t heldBytes_ = 0;
    std::uint64_t othersBytes_ = 0;
    std::uint64_t spilledBytes_ = 0;
};

}  // namespace manju::gpu
