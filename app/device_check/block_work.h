// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/streams.h"
#include "core/vram/types.h"

namespace manju::device_check {

/// The streams of a check, by their numbers in Streams: opened in this order, after the default one.
inline constexpr std::uint32_t kWorkStreams = 3, kLoadStreams = 2;
inline constexpr std::uint32_t kStreams = kWorkStreams + 1 + kLoadStreams;
constexpr gpu::StreamId workStream(std::uint64_t n) {
    return gpu::StreamId{static_cast<std::uint32_t>(1 + n % kWorkStreams)};
}
inline constexpr gpu::StreamId kCheckStream{kWorkStreams + 1};
constexpr gpu::StreamId loadStream(std::uint64_t n) {
    return gpu::StreamId{static_cast<std::uint32_t>(kWorkStreams + 2 + n % kLoadStreams)};
}

/// Opens them all. Precondition: none is open.
Status openStreams(gpu::Streams& streams);
/// Later work of `later` starts after what is queued in `earlier`.
Status order(gpu::Streams& streams, gpu::StreamId later, gpu::StreamId earlier);
/// The host waits for all that is queued in the streams of a check.
Status finishAll(gpu::Streams& streams);

/// What streams do with blocks. Calls queue the work and return. Thread: one.
class BlockWork {
public:
    BlockWork() = default;
    BlockWork(const BlockWork&) = delete;
    BlockWork& operator=(const BlockWork&) = delete;
    virtual ~BlockWork() = default;

    virtual Status fill(gpu::StreamId stream, const vram::Block& block, std::uint32_t word) = 0;
    /// Whether the block still holds that word when the stream comes to it.
    virtual Status check(gpu::StreamId stream, const vram::Block& block, std::uint32_t word) = 0;
};

/// A word for each number that hardly another number has.
constexpr std::uint32_t stampOf(std::uint64_t number) {
    number = (number + 1) * 0x9E3779B97F4A7C15;
    return static_cast<std::uint32_t>((number ^ (number >> 29)) >> 16);
}

}  // namespace manju::device_check
