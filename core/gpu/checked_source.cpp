// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/checked_source.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "core/base/log.h"
#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

constexpr const char* kNoVirtualMemory = "this card has no virtual memory";

}  // namespace

Error CheckedSource::refused(const char* call, std::string detail) const {
    return Error(kDriverRefused, {{"device", traits_.device}, {"call", call}, {"detail", std::move(detail)}});
}

Error CheckedSource::full(std::uint64_t bytes) const {
    return Error(kOutOfMemory, {{"device", traits_.device}, {"bytes", std::to_string(bytes)}});
}

Holdings CheckedSource::holdings() const {
    return {ranges_.size(), pieces_.size(), mappings_.size(), allocations_.size()};
}

CheckedSource::Objection CheckedSource::objectionToSize(std::uint64_t bytes) const {
    return bytes == 0 || bytes % traits_.granularity != 0 ? "size" : nullptr;
}

bool CheckedSource::isReserved(Address start, std::uint64_t bytes) const {
    auto range = ranges_.upper_bound(start);
    if (range == ranges_.begin()) return false;
    --range;
    const std::uint64_t before = start - range->first;
    return before <= range->second && bytes <= range->second - before;
}

bool CheckedSource::isTaken(Address start, std::uint64_t bytes) const {
    const auto next = mappings_.lower_bound(start);
    if (next != mappings_.end() && next->first - start < bytes) return true;
    if (next == mappings_.begin()) return false;
    const auto& [before, mapping] = *std::prev(next);
    return start - before < mapping.bytes;
}

Result<Address> CheckedSource::reserve(std::uint64_t bytes, std::uint64_t alignment) {
    if (!traits_.hasVirtualMemory) return refused("reserve", kNoVirtualMemory);
    if (const Objection objection = objectionToSize(bytes)) return refused("reserve", objection);
    if (!std::has_single_bit(alignment) || alignment % traits_.granularity != 0)
        return refused("reserve", "alignment");
    MANJU_TRY(const Address start, driverReserve(bytes, alignment));
    ranges_.emplace(start, bytes);
    return start;
}

Status CheckedSource::freeAddresses(Address start, std::uint64_t bytes) {
    if (!traits_.hasVirtualMemory) return refused("freeAddresses", kNoVirtualMemory);
    const auto range = ranges_.find(start);
    if (range == ranges_.end() || range->second != bytes) return refused("freeAddresses", "no such range");
    if (isTaken(start, bytes)) return refused("freeAddresses", "still mapped");
    MANJU_CHECK(driverFreeAddresses(start, bytes));
    ranges_.erase(range);
    return Done{};
}

Result<Physical> CheckedSource::create(std::uint64_t bytes) {
    if (!traits_.hasVirtualMemory) return refused("create", kNoVirtualMemory);
    if (const Objection objection = objectionToSize(bytes)) return refused("create", objection);
    MANJU_TRY(const Handle handle, driverCreate(bytes));
    const Physical memory{++lastPhysical_};
    pieces_.emplace(memory, Piece{bytes, handle, false});
    createdBytes_ += bytes;
    return memory;
}

CheckedSource::Objection CheckedSource::objectionToMap(Address start, std::uint64_t bytes,
                                                       Physical memory) const {
    const auto piece = pieces_.find(memory);
    if (piece == pieces_.end()) return "no such memory";
    if (piece->second.bytes != bytes) return "memory is mapped whole or not at all";
    if (piece->second.mapped) return "memory is mapped already";
    if (start % traits_.granularity != 0 || !isReserved(start, bytes)) return "address";
    return isTaken(start, bytes) ? "address is taken" : nullptr;
}

Status CheckedSource::map(Address start, std::uint64_t bytes, Physical memory) {
    if (!traits_.hasVirtualMemory) return refused("map", kNoVirtualMemory);
    if (const Objection objection = objectionToMap(start, bytes, memory)) return refused("map", objection);
    Piece& piece = pieces_.at(memory);
    MANJU_CHECK(driverMap(start, bytes, piece.handle));
    piece.mapped = true;
    mappings_.emplace(start, Mapping{bytes, memory, false});
    return Done{};
}

std::map<Address, CheckedSource::Mapping>::iterator CheckedSource::endOfRun(Address start,
                                                                            std::uint64_t bytes) {
    const auto first = mappings_.find(start);
    auto last = first;
    std::uint64_t reached = 0;
    for (; last != mappings_.end() && last->first == start + reached && reached < bytes; ++last)
        reached += last->second.bytes;
    return reached == bytes ? last : first;
}

Status CheckedSource::allowAccess(Address start, std::uint64_t bytes) {
    if (!traits_.hasVirtualMemory) return refused("allowAccess", kNoVirtualMemory);
    const auto last = endOfRun(start, bytes);
    auto mapping = mappings_.find(start);
    if (mapping == last) return refused("allowAccess", "not mapped");
    MANJU_CHECK(driverAllowAccess(start, bytes));
    for (; mapping != last; ++mapping) mapping->second.accessible = true;
    return Done{};
}

Status CheckedSource::unmap(Address start, std::uint64_t bytes) {
    if (!traits_.hasVirtualMemory) return refused("unmap", kNoVirtualMemory);
    const auto mapping = mappings_.find(start);
    if (mapping == mappings_.end() || mapping->second.bytes != bytes)
        return refused("unmap", "no such mapping");
    MANJU_CHECK(driverUnmap(start, bytes));
    pieces_.at(mapping->second.memory).mapped = false;
    mappings_.erase(mapping);
    return Done{};
}

Status CheckedSource::release(Physical memory) {
    if (!traits_.hasVirtualMemory) return refused("release", kNoVirtualMemory);
    const auto piece = pieces_.find(memory);
    if (piece == pieces_.end()) return refused("release", "no such memory");
    if (piece->second.mapped) return refused("release", "memory is still mapped");
    MANJU_CHECK(driverRelease(piece->second.handle, piece->second.bytes));
    createdBytes_ -= piece->second.bytes;
    pieces_.erase(piece);
    return Done{};
}

Result<Address> CheckedSource::allocate(std::uint64_t bytes) {
    if (const Objection objection = objectionToSize(bytes)) return refused("allocate", objection);
    MANJU_TRY(const Address start, driverAllocate(bytes));
    allocations_.emplace(start, bytes);
    createdBytes_ += bytes;
    return start;
}

Status CheckedSource::deallocate(Address start) {
    const auto allocation = allocations_.find(start);
    if (allocation == allocations_.end()) return refused("deallocate", "no such address");
    MANJU_CHECK(driverDeallocate(start, allocation->second));
    createdBytes_ -= allocation->second;
    allocations_.erase(allocation);
    return Done{};
}

void CheckedSource::giveBackAll() {
    std::size_t lost = 0;
    const auto give = [&lost](const Status& given) {
        // When a card is gone the first refusal says it all.
        if (!given && lost++ == 0) log::error("gpu", given.error());
    };
    for (const auto& [start, mapping] : mappings_) give(driverUnmap(start, mapping.bytes));
    for (const auto& [memory, piece] : pieces_) give(driverRelease(piece.handle, piece.bytes));
    for (const auto& [start, bytes] : ranges_) give(driverFreeAddresses(start, bytes));
    for (const auto& [start, bytes] : allocations_) give(driverDeallocate(start, bytes));
    if (lost > 0) log::error("gpu", "not taken back by the driver: " + std::to_string(lost));
    mappings_.clear();
    pieces_.clear();
    ranges_.clear();
    allocations_.clear();
    createdBytes_ = 0;
}

bool CheckedSource::isAccessible(Address start, std::uint64_t bytes) const {
    const Address end = start + bytes;
    if (auto allocation = allocations_.upper_bound(start); allocation != allocations_.begin()) {
        --allocation;
        if (end <= allocation->first + allocation->second) return true;
    }
    auto mapping = mappings_.upper_bound(start);
    if (mapping != mappings_.begin()) --mapping;
    Address reached = start;
    for (; mapping != mappings_.end() && mapping->first <= reached && reached < end; ++mapping)
        if (mapping->second.accessible) reached = std::max(reached, mapping->first + mapping->second.bytes);
    return reached >= end;
}

}  // namespace manju::gpu
