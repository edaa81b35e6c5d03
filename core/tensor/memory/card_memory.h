// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unordered_map>

#include "core/tensor/memory/stream_numbers.h"
#include "core/vram/pool.h"

namespace manju::tensor {

/// Blocks of a card's pool by their addresses and the driver's handles of streams, as a library knows them.
/// Regions and owners are those of TensorsFor. Thread: any; no lock is held while the pool works.
class CardMemory {
public:
    /// All of the same card; the pool and the streams outlive the object.
    CardMemory(vram::VramPool& pool, gpu::CudaStreams& streams);
    /// Frees what is left; it must not be used after what is queued now.
    ~CardMemory();
    CardMemory(const CardMemory&) = delete;
    CardMemory& operator=(const CardMemory&) = delete;

    /// Null for no bytes. Fails with kOutOfVram, or with kDriverRefused if more streams than the pool knows
    /// use live blocks.
    Result<void*> allocate(std::size_t bytes, gpu::cu::Stream stream);
    /// Work of one more stream touches the block that begins there; before it is freed. Any other address is
    /// passed over: its owner knows who uses it. Fails as above, and then the stream must not touch it.
    Status alsoUsedBy(const void* start, gpu::cu::Stream stream);
    /// All work on the block is queued by now in its streams. False if none begins there.
    bool free(void* start);

private:
    struct Held {
        vram::BlockId block;
        std::uint32_t streams = 0;  ///< a bit for each
    };
    void release(const Held& held);

    vram::VramPool& pool_;
    StreamNumbers numbers_;
    vram::OwnerId nobody_;
    std::mutex mutex_;
    std::unordered_map<const void*, Held> blocks_;
};

}  // namespace manju::tensor
