// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/host/host_memory.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

constexpr Address kFirstAddress = std::uint64_t{1} << 40;  // where nothing is mapped behind addresses

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
    : options_(std::move(options)),
      traits_{options_.device, options_.totalBytes, options_.granularity, options_.hasVirtualMemory},
      streams_(streams),
      onViolation_(std::move(onViolation)),
      nextAddress_(kFirstAddress) {
    streams_.onTouch = [this](AddressSpan span) { checkTouch(span); };
}

HostMemory::~HostMemory() {
    streams_.onTouch = nullptr;
}

Error HostMemory::refused(const char* call, std::string detail) const {
    return Error(kDriverRefused,
                 {{"device", options_.device}, {"call", call}, {"detail", std::move(detail)}});
}

Error HostMemory::full(std::uint64_t bytes) const {
    return Error(kOutOfMemory, {{"device", options_.device}, {"bytes", std::to_string(bytes)}});
}

Result<MemoryInfo> HostMemory::info() {
    const std::uint64_t held = std::min(options_.totalBytes, createdBytes_ + othersBytes_);
    return MemoryInfo{options_.totalBytes, options_.totalBytes - held};
}

Result<Address> HostMemory::reserve(std::uint64_t bytes, std::uint64_t alignment) {
    if (bytes == 0 || !isMultiple(bytes) || !std::has_single_bit(alignment) || !isMultiple(alignment))
        return refused("reserve", "size or alignment");
    Range range{bytes, nullptr};
    Address start = (nextAddress_ + alignment - 1) / alignment * alignment;
    if (options_.bookkeepingOnly) {
        nextAddress_ = start + bytes;
    } else {
        auto addresses = os::AddressRange::reserve(bytes, alignment);
        if (!addresses) return full(bytes).because(addresses.error());
        range.addresses = std::make_unique<os::AddressRange>(std::move(*addresses));
        start = range.addresses->address();
    }
    ranges_.emplace(start, std::move(range));
    return start;
}

Status HostMemory::freeAddresses(Address start, std::uint64_t bytes) {
    const auto range = ranges_.find(start);
    if (range == ranges_.end() || range->second.bytes != bytes)
        return refused("freeAddresses", "no such range");
    if (const auto next = mappings_.lower_bound(start);
        next != mappings_.end() && next->first < start + bytes)
        return refused("freeAddresses", "still mapped");
    ranges_.erase(range);
    return Done{};
}

Result<Physical> HostMemory::create(std::uint64_t bytes) {
    if (bytes == 0 || !isMultiple(bytes)) return refused("create", "size");
    if (createdBytes_ + othersBytes_ + bytes > options_.totalBytes) return full(bytes);
    Piece piece{bytes, fileBytes_, false};
    if (auto& offsets = freeOffsets_[bytes]; !offsets.empty()) {
        piece.fileOffset = offsets.back();
        offsets.pop_back();
    } else {
        if (file_) MANJU_CHECK(file_->resize(fileBytes_ + bytes));
        fileBytes_ += bytes;
    }
    createdBytes_ += bytes;
    const Physical memory{++lastPhysical_};
    pieces_.emplace(memory, piece);
    return memory;
}

std::map<Address, HostMemory::Range>::iterator HostMemory::rangeOf(Address start, std::uint64_t bytes) {
    auto range = ranges_.upper_bound(start);
    if (range == ranges_.begin()) return ranges_.end();
    --range;
    return start + bytes <= range->first + range->second.bytes ? range : ranges_.end();
}

Status HostMemory::map(Address start, std::uint64_t bytes, Physical memory) {
    const auto piece = pieces_.find(memory);
    if (piece == pieces_.end()) return refused("map", "no such memory");
    if (piece->second.bytes != bytes) return refused("map", "memory is mapped whole or not at all");
    if (piece->second.mapped) return refused("map", "memory is mapped already");
    const auto range = rangeOf(start, bytes);
    if (range == ranges_.end() || !isMultiple(start)) return refused("map", "address");
    auto next = mappings_.lower_bound(start);
    if (next != mappings_.end() && next->first < start + bytes) return refused("map", "address is taken");
    if (next != mappings_.begin() && std::prev(next)->first + std::prev(next)->second.bytes > start)
        return refused("map", "address is taken");
    if (range->second.addresses)
        MANJU_CHECK(
            range->second.addresses->map(start - range->first, bytes, *file_, piece->second.fileOffset));
    piece->second.mapped = true;
    mappings_.emplace(start, Mapping{bytes, memory, false});
    return Done{};
}

Status HostMemory::allowAccess(Address start, std::uint64_t bytes) {
    const auto first = mappings_.find(start);
    Address reached = start;
    auto last = first;
    for (; last != mappings_.end() && last->first == reached && reached < start + bytes; ++last)
        reached += last->second.bytes;
    if (bytes == 0 || reached != start + bytes) return refused("allowAccess", "not mapped");
    const auto range = rangeOf(start, bytes);
    if (range->second.addresses)
        MANJU_CHECK(range->second.addresses->allowAccess(start - range->first, bytes));
    for (auto mapping = first; mapping != last; ++mapping) mapping->second.accessible = true;
    return Done{};
}

Status HostMemory::unmap(Address start, std::uint64_t bytes) {
    const auto mapping = mappings_.find(start);
    if (mapping == mappings_.end() || mapping->second.bytes != bytes)
        return refused("unmap", "no such mapping");
    if (streams_.isInUse({start, bytes})) onViolation_("memory was unmapped while work in flight uses it");
    const auto range = rangeOf(start, bytes);
    if (range->second.addresses) MANJU_CHECK(range->second.addresses->unmap(start - range->first, bytes));
    pieces_.at(mapping->second.memory).mapped = false;
    mappings_.erase(mapping);
    return Done{};
}

Status HostMemory::release(Physical memory) {
    const auto piece = pieces_.find(memory);
    if (piece == pieces_.end()) return refused("release", "no such memory");
    if (piece->second.mapped) return refused("release", "memory is still mapped");
    if (file_) MANJU_CHECK(file_->discard(piece->second.fileOffset, piece->second.bytes));
    freeOffsets_[piece->second.bytes].push_back(piece->second.fileOffset);
    createdBytes_ -= piece->second.bytes;
    pieces_.erase(piece);
    return Done{};
}

Result<Address> HostMemory::allocate(std::uint64_t bytes) {
    MANJU_TRY(const Physical memory, create(bytes));
    const auto start = reserve(bytes, options_.granularity);
    Status done = start ? map(*start, bytes, memory) : Status(start.error());
    if (done) done = allowAccess(*start, bytes);
    if (!done) {
        (void)release(memory);
        return done.error();
    }
    return *start;
}

Status HostMemory::deallocate(Address start) {
    const auto mapping = mappings_.find(start);
    if (mapping == mappings_.end()) return refused("deallocate", "no such address");
    const auto [bytes, memory, accessible] = mapping->second;
    MANJU_CHECK(unmap(start, bytes));
    MANJU_CHECK(release(memory));
    return freeAddresses(start, bytes);
}

void HostMemory::checkTouch(AddressSpan span) const {
    auto mapping = mappings_.upper_bound(span.start);
    Address reached = span.start;
    if (mapping != mappings_.begin()) --mapping;
    for (; mapping != mappings_.end() && mapping->first <= reached && reached < span.start + span.bytes;
         ++mapping)
        if (mapping->second.accessible) reached = std::max(reached, mapping->first + mapping->second.bytes);
    if (reached < span.start + span.bytes) onViolation_("work touches memory that is not mapped");
}

}  // namespace manju::gpu
