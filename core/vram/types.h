// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu/memory_source.h"
#include "core/gpu/streams.h"

namespace manju::vram {

/// What memory is for, by how long it lives. Each region has addresses of its own over one set of chunks,
/// so that what dies together lies together.
enum class Region : std::uint8_t { Resident, Sampling, Decode, Transient, Oversize };
inline constexpr std::size_t kRegions = 5;
inline constexpr std::array<std::string_view, kRegions> kRegionNames{"resident", "sampling", "decode",
                                                                     "transient", "oversize"};

/// Whom memory is accounted to, e.g. "unet" or "lora mei.safetensors": a number from VramPool::owner.
enum class OwnerId : std::uint32_t {};

struct Request {
    std::uint64_t bytes = 0;  ///< > 0
    Region region = Region::Transient;
    gpu::StreamId stream{};  ///< whose work touches it first; below kMostStreams
    OwnerId owner{};
};

/// Names a live block; a block that was freed has another number.
struct BlockId {
    std::uint32_t arena = 0;
    std::uint32_t span = 0;
    std::uint32_t generation = 0;
    friend bool operator==(const BlockId&, const BlockId&) = default;
};

struct Block {
    BlockId id;
    gpu::Address address = 0;
    std::uint64_t granted = 0;  ///< bytes, at least those asked for
};

/// The card in bytes, in eight bands that add up to `total` (spec V12).
struct Bands {
    std::uint64_t requested = 0;   ///< what holders asked for
    std::uint64_t rounding = 0;    ///< granted beyond that
    std::uint64_t stranded = 0;    ///< free parts of chunks that hold something
    std::uint64_t pending = 0;     ///< freed, but a stream may still use it
    std::uint64_t idleMapped = 0;  ///< chunks that nobody uses, still mapped
    std::uint64_t idleSpare = 0;   ///< chunks that are mapped nowhere
    std::uint64_t unused = 0;      ///< memory the pool may take from the card
    std::uint64_t others = 0;      ///< other programs, contexts, and what the pool may not take
    [[nodiscard]] std::uint64_t sum() const {
        return requested + rounding + stranded + pending + idleMapped + idleSpare + unused + others;
    }
};

struct Counters {
    std::uint64_t allocations = 0, frees = 0;
    std::uint64_t hits = 0;         ///< served from memory that was mapped and free
    std::uint64_t streamWaits = 0;  ///< served after a wait queued in the stream
    std::uint64_t remaps = 0;       ///< requests that moved idle chunks to another address
    std::uint64_t chunksMoved = 0, chunksCreated = 0, chunksReleased = 0;
    std::uint64_t hostWaits = 0;
    std::uint64_t evictions = 0;        ///< times holders were asked to give memory back, and did
    std::uint64_t notReadyRetries = 0;  ///< of the driver's setting of access
    std::uint64_t rollbacks = 0;        ///< remaps that a driver call ended half-way
    std::uint64_t refusals = 0;
    std::uint64_t spuriousRefusals = 0;  ///< though whole free chunks would have done: always 0
};

struct Stats {
    std::uint64_t total = 0;
    Bands bands;
    Counters counters;
    std::array<std::uint64_t, kRegions> grantedByRegion{};
    std::uint64_t largestNow =
        0;  ///< a request of this size is served without a wait of the host, in the right region and stream
    std::uint64_t largestAfterWaiting = 0;  ///< and one of this size once streams have ended what is queued
    std::uint64_t largestOversize = 0;      ///< the same of Region::Oversize, which has the reserve too
    /// Bytes of the pool that the driver keeps outside the card, as far as its own figures show it: what the
    /// pool holds and what is free are more than the card.
    std::uint64_t spilled = 0;
    /// Share of all free memory that one request cannot have at once, 0 ... 1: 1 - largestNow / free.
    [[nodiscard]] double feltFragmentation() const;
    /// The same once streams have ended what is queued, and with the reserve.
    [[nodiscard]] double feltAfterWaiting() const;
    /// Rounding within what is granted, 0 ... 1.
    [[nodiscard]] double internalFragmentation() const;
};

struct Holding {
    std::string owner;
    std::uint64_t bytes = 0;  ///< granted
    std::uint64_t blocks = 0;
};

/// What another allocator in this process, such as libtorch's own, holds of the card.
struct Beside {
    std::string owner;
    Region region = Region::Transient;
    std::uint64_t requested = 0;  ///< of `held`, what its users have
    std::uint64_t held = 0;       ///< taken from the card
    std::uint64_t blocks = 0;
};

}  // namespace manju::vram
