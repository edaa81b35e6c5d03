// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_transfers.h"

#include "core/base/log.h"
#include "core/gpu/errors.h"

namespace manju::gpu {

Result<std::unique_ptr<PinnedMemory>> PinnedMemory::allocate(const CudaContext& context, std::size_t words) {
    void* start = nullptr;
    MANJU_CHECK(context.call(context.calls().memHostAlloc, &start, words * sizeof(std::uint32_t), 0U));
    return std::unique_ptr<PinnedMemory>(
        new PinnedMemory(context, {static_cast<std::uint32_t*>(start), words}));
}

PinnedMemory::~PinnedMemory() {
    const Status given = context_.call(context_.calls().memFreeHost, static_cast<void*>(words_.data()));
    if (!given) log::error("gpu", given.error());
}

Result<cu::Stream> CudaTransfers::handle(StreamId stream, const char* call) const {
    if (const auto found = streams_.handle(stream)) return *found;
    return Error(kDriverRefused,
                 {{"device", context_.card().name}, {"call", call}, {"detail", "no such stream"}});
}

Status CudaTransfers::fill(StreamId stream, Address start, std::uint64_t bytes, std::uint32_t word) const {
    const auto& entry = context_.calls().memsetD32Async;
    MANJU_TRY(const cu::Stream queue, handle(stream, entry.name));
    return context_.call(entry, start, word, bytes / sizeof word, queue);
}

Status CudaTransfers::copyToHost(StreamId stream, Address from, std::span<std::uint32_t> to) const {
    const auto& entry = context_.calls().memcpyDtoHAsync;
    MANJU_TRY(const cu::Stream queue, handle(stream, entry.name));
    return context_.call(entry, static_cast<void*>(to.data()), from, to.size_bytes(), queue);
}

}  // namespace manju::gpu
