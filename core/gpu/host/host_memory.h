// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "core/base/os/virtual_memory.h"
#include "core/gpu/host/sim_streams.h"
#include "core/gpu/memory_source.h"

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
class HostMemory final : public MemorySource {
public:
    /// `streams` outlives the object; its violations are told to `onViolation` as well.
    static Result<std::unique_ptr<HostMemory>> create(HostMemoryOptions options, SimStreams& streams,
                                                      OnViolation onViolation = abortOnViolation);
    ~HostMemory() override;

    [[nodiscard]] const SourceTraits& traits() const override { return traits_; }
    Result<MemoryInfo> info() override;
    Result<Address> reserve(std::uint64_t bytes, std::uint64_t alignment) override;
    Status freeAddresses(Address start, std::uint64_t bytes) override;
    Result<Physical> create(std::uint64_t bytes) override;
    Status map(Address start, std::uint64_t bytes, Physical memory) override;
    Status allowAccess(Address start, std::uint64_t bytes) override;
    Status unmap(Address start, std::uint64_t bytes) override;
    Status release(Physical memory) override;
    Result<Address> allocate(std::uint64_t bytes) override;
    Status deallocate(Address start) override;

    /// What other programs hold of the card.
    void setOthersBytes(std::uint64_t bytes) { othersBytes_ = bytes; }
    [[nodiscard]] std::uint64_t createdBytes() const { return createdBytes_; }
    [[nodiscard]] std::size_t mappings() const { return mappings_.size(); }

private:
    struct Piece {
        std::uint64_t bytes = 0;
        std::uint64_t fileOffset = 0;
        bool mapped = false;
    };
    struct Mapping {
        std::uint64_t bytes = 0;
        Physical memory{};
        bool accessible = false;
    };
    struct Range {
        std::uint64_t bytes = 0;
        std::unique_ptr<os::AddressRange> addresses;  ///< null without memory behind
    };

    HostMemory(HostMemoryOptions options, SimStreams& streams, OnViolation onViolation);
    [[nodiscard]] Error refused(const char* call, std::string detail) const;
    [[nodiscard]] Error full(std::uint64_t bytes) const;
    [[nodiscard]] bool isMultiple(std::uint64_t value) const { return value % options_.granularity == 0; }
    [[nodiscard]] std::map<Address, Range>::iterator rangeOf(Address start, std::uint64_t bytes);
    void checkTouch(AddressSpan span) const;

    HostMemoryOptions options_;
    SourceTraits traits_;
    SimStreams& streams_;
    OnViolation onViolation_;
    std::unique_ptr<os::MemoryFile> file_;
    std::uint64_t fileBytes_ = 0;
    std::map<std::uint64_t, std::vector<std::uint64_t>> freeOffsets_;  ///< by size
    std::map<Physical, Piece> pieces_;
    std::map<Address, Mapping> mappings_;
    std::map<Address, Range> ranges_;
    Address nextAddress_ = 0;
    std::uint64_t lastPhysical_ = 0;
    std::uint64_t createdBytes_ = 0;
    std::uint64_t othersBytes_ = 0;
};

}  // namespace manju::gpu
