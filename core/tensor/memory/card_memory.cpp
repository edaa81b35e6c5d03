// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/card_memory.h"

#include <bit>

#include "core/tensor/memory/purpose.h"

namespace manju::tensor {
namespace {

std::uint32_t bitOf(gpu::StreamId stream) {
    return 1u << static_cast<std::uint32_t>(stream);
}

}  // namespace

CardMemory::CardMemory(vram::VramPool& pool, gpu::CudaStreams& streams)
    : pool_(pool), numbers_(streams), nobody_(pool.owner(kNobodysTensors)) {}

CardMemory::~CardMemory() {
    for (const auto& [start, held] : blocks_) release(held);
}

Result<void*> CardMemory::allocate(std::size_t bytes, gpu::cu::Stream stream) {
    if (bytes == 0) return static_cast<void*>(nullptr);
    MANJU_TRY(const gpu::StreamId number, numbers_.keep(stream));
    const auto block = pool_.allocate(requestHere(bytes, number, nobody_));
    if (!block) {
        numbers_.letGo(number);
        return block.error();
    }
    void* const start = reinterpret_cast<void*>(block->address);  // NOLINT(performance-no-int-to-ptr)
    const std::lock_guard lock(mutex_);
    blocks_.emplace(start, Held{block->id, bitOf(number)});
    return start;
}

Status CardMemory::alsoUsedBy(const void* start, gpu::cu::Stream stream) {
    {
        const std::lock_guard lock(mutex_);
        if (!blocks_.contains(start)) return Done{};
    }
    MANJU_TRY(const gpu::StreamId number, numbers_.keep(stream));
    std::unique_lock lock(mutex_);
    const auto found = blocks_.find(start);
    if (found == blocks_.end() || (found->second.streams & bitOf(number)) != 0) {
        numbers_.letGo(number);
        return Done{};
    }
    found->second.streams |= bitOf(number);
    const vram::BlockId block = found->second.block;
    lock.unlock();
    pool_.alsoUsedBy(block, number);
    return Done{};
}

bool CardMemory::free(void* start) {
    std::unique_lock lock(mutex_);
    const auto found = blocks_.extract(start);
    lock.unlock();
    if (!found) return false;
    release(found.mapped());
    return true;
}

void CardMemory::release(const Held& held) {
    pool_.free(held.block);
    for (std::uint32_t left = held.streams; left != 0; left &= left - 1)
        numbers_.letGo(gpu::StreamId(static_cast<std::uint32_t>(std::countr_zero(left))));
}

}  // namespace manju::tensor
