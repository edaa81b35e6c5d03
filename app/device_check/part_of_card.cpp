// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/part_of_card.h"

#include <algorithm>
#include <chrono>

#include "core/gpu/errors.h"

namespace manju::device_check {
namespace {

/// The real card is looked at whenever so much was taken of it.
constexpr std::uint64_t kLookEvery = std::uint64_t{256} << 20;

gpu::SourceTraits traitsOfPart(const gpu::MemorySource& card, std::uint64_t bytes) {
    gpu::SourceTraits traits = card.traits();
    traits.totalBytes = bytes;
    return traits;
}

}  // namespace

PartOfCard::PartOfCard(gpu::MemorySource& card, std::uint64_t bytes)
    : card_(card), traits_(traitsOfPart(card, bytes)) {}

template <class Call>
auto PartOfCard::timed(Call&& call) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    auto result = call();
    const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start);
    ++spent_.calls;
    spent_.nanoseconds += static_cast<std::uint64_t>(time.count());
    return result;
}

Result<gpu::MemoryInfo> PartOfCard::info() {
    return gpu::MemoryInfo{traits_.totalBytes, traits_.totalBytes - held_};
}

Status PartOfCard::makeRoom(std::uint64_t bytes) {
    const Error full(gpu::kOutOfMemory, {{"device", traits_.device}, {"bytes", std::to_string(bytes)}});
    if (bytes > traits_.totalBytes - held_) return full;
    if (bytes > mayTake_) {
        MANJU_TRY(const gpu::MemoryInfo now, card_.info());
        const std::uint64_t room = now.freeBytes - std::min(now.freeBytes, kLeftFree);
        if (bytes > room) {
            ++takenByOthers_;
            return full;
        }
        mayTake_ = std::min(room, std::max(kLookEvery, bytes));
    }
    mayTake_ -= bytes;
    return Done{};
}

Result<gpu::Physical> PartOfCard::create(std::uint64_t bytes) {
    MANJU_CHECK(makeRoom(bytes));
    auto memory = timed([&] { return card_.create(bytes); });
    if (!memory) {
        if (memory.error().is(gpu::kOutOfMemory)) ++takenByOthers_;
        return memory;
    }
    pieces_.emplace(*memory, bytes);
    held_ += bytes;
    return memory;
}

Status PartOfCard::release(gpu::Physical memory) {
    MANJU_CHECK(timed([&] { return card_.release(memory); }));
    held_ -= pieces_.extract(memory).mapped();
    return Done{};
}

Result<gpu::Address> PartOfCard::reserve(std::uint64_t bytes, std::uint64_t alignment) {
    return timed([&] { return card_.reserve(bytes, alignment); });
}

Status PartOfCard::freeAddresses(gpu::Address start, std::uint64_t bytes) {
    return timed([&] { return card_.freeAddresses(start, bytes); });
}

Status PartOfCard::map(gpu::Address start, std::uint64_t bytes, gpu::Physical memory) {
    return timed([&] { return card_.map(start, bytes, memory); });
}

Status PartOfCard::allowAccess(gpu::Address start, std::uint64_t bytes) {
    return timed([&] { return card_.allowAccess(start, bytes); });
}

Status PartOfCard::unmap(gpu::Address start, std::uint64_t bytes) {
    return timed([&] { return card_.unmap(start, bytes); });
}

// A pool over a card with virtual memory does not ask for these.
Result<gpu::Address> PartOfCard::allocate(std::uint64_t /*bytes*/) {
    return Error(gpu::kDriverRefused,
                 {{"device", traits_.device}, {"call", "allocate"}, {"detail", "not part of the check"}});
}

Status PartOfCard::deallocate(gpu::Address /*start*/) {
    return Error(gpu::kDriverRefused,
                 {{"device", traits_.device}, {"call", "deallocate"}, {"detail", "not part of the check"}});
}

}  // namespace manju::device_check
