// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/host/host_memory.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

// Without memory behind them addresses are only numbers, which are never used twice.
constexpr Address kFirstAddress = std::uint64_t{1} << 40;
constexpr Address kEndOfAddresses = std::uint64_t{1} << 63;

}  // namespace

Result<std::unique_ptr<HostMemory>> HostMemory::create(HostMemoryOptions options, SimStreams& streams,
                                                       OnViolation onViolation) {
    std::unique_ptr<HostMemory> memory(new HostMemory(std::move(options), streams, std::move(onViolation)));
    if (!memory->options_.bookkeepingOnly) {
        MANJU_TRY(auto file, os::MemoryFile::create("manju-card"));
        memory->file_ = std::make_unique<os::MemoryFile>(std::move(file));
    }
    return memory;
}

HostMemory::HostMemory(HostMemoryOptions options, SimStreams& streams, OnViolation onViolation)
    : CheckedSource({options.device, options.totalBytes, options.granularity, options.hasVirtualMemory}),
      options_(std::move(options)),
      streams_(streams),
      onViolation_(std::move(onViolation)),
      nextAddress_(kFirstAddress) {
    streams_.onTouch = [this](AddressSpan span) {
        if (!isAccessible(span.start, span.bytes)) onViolation_("work touches memory that is not mapped");
    };
}

HostMemory::~HostMemory() {
    streams_.onTouch = nullptr;
}

Result<MemoryInfo> HostMemory::info() {
    const std::uint64_t here = heldBytes_ - std::min(heldBytes_, spilledBytes_);
    const std::uint64_t held = std::min(options_.totalBytes, here + othersBytes_);
    return MemoryInfo{options_.totalBytes, options_.totalBytes - held};
}

Result<Address> HostMemory::driverReserve(std::uint64_t bytes, std::uint64_t alignment) {
    if (!file_) {
        const Address start = (nextAddress_ + alignment - 1) & ~(alignment - 1);
        if (start >= kEndOfAddresses || bytes > kEndOfAddresses - start) return full(bytes);
        nextAddress_ = start + bytes;
        return start;
    }
    auto addresses = os::AddressRange::reserve(bytes, alignment);
    if (!addresses) return full(bytes).because(addresses.error());
    const Address start = addresses->address();
    ranges_.emplace(start, std::move(*addresses));
    return start;
}

Status HostMemory::driverFreeAddresses(Address start, std::uint64_t /*bytes*/) {
    ranges_.erase(start);
    return Done{};
}

Result<HostMemory::Handle> HostMemory::driverCreate(std::uint64_t bytes) {
    MANJU_TRY(const MemoryInfo now, info());
    if (bytes > now.freeBytes) return full(bytes);
    Handle offset = fileBytes_;
    if (auto& offsets = freeOffsets_[bytes]; !offsets.empty()) {
        offset = offsets.back();
        offsets.pop_back();
    } else {
        if (file_)
            if (const Status grown = file_->resize(fileBytes_ + bytes); !grown)
                return full(bytes).because(grown.error());
        fileBytes_ += bytes;
    }
    heldBytes_ += bytes;
    return offset;
}

os::AddressRange& HostMemory::rangeAt(Address start) {
    return std::prev(ranges_.upper_bound(start))->second;
}

Status HostMemory::driverMap(Address start, std::uint64_t bytes, Handle memory) {
    if (!file_) return Done{};
    os::AddressRange& range = rangeAt(start);
    const Status mapped = range.map(start - range.address(), bytes, *file_, memory);
    return mapped ? mapped : refused("map", "the system refused").because(mapped.error());
}

Status HostMemory::driverAllowAccess(Address start, std::uint64_t bytes) {
    if (!file_) return Done{};
    os::AddressRange& range = rangeAt(start);
    const Status allowed = range.allowAccess(start - range.address(), bytes);
    return allowed ? allowed : refused("allowAccess", "the system refused").because(allowed.error());
}

Status HostMemory::driverUnmap(Address start, std::uint64_t bytes) {
    if (streams_.isInUse({start, bytes})) onViolation_("memory was unmapped while work in flight uses it");
    if (!file_) return Done{};
    os::AddressRange& range = rangeAt(start);
    const Status unmapped = range.unmap(start - range.address(), bytes);
    return unmapped ? unmapped : refused("unmap", "the system refused").because(unmapped.error());
}

Status HostMemory::driverRelease(Handle memory, std::uint64_t bytes) {
    if (file_)
        if (const Status discarded = file_->discard(memory, bytes); !discarded)
            return refused("release", "the system refused").because(discarded.error());
    freeOffsets_[bytes].push_back(memory);
    heldBytes_ -= bytes;
    return Done{};
}

Result<Address> HostMemory::driverAllocate(std::uint64_t bytes) {
    MANJU_TRY(const Handle memory, driverCreate(bytes));
    const auto start = driverReserve(bytes, options_.granularity);
    Status done = start ? driverMap(*start, bytes, memory) : Status(start.error());
    if (done) done = driverAllowAccess(*start, bytes);
    if (!done) {
        if (start) (void)driverFreeAddresses(*start, bytes);
        (void)driverRelease(memory, bytes);
        return done.error();
    }
    allocated_.emplace(*start, memory);
    return *start;
}

Status HostMemory::driverDeallocate(Address start, std::uint64_t bytes) {
    MANJU_CHECK(driverUnmap(start, bytes));
    MANJU_CHECK(driverFreeAddresses(start, bytes));
    const auto memory = allocated_.extract(start);
    return driverRelease(memory.mapped(), bytes);
}

}  // namespace manju::gpu
