// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/vram/types.h"

namespace manju::vram {

enum class TraceAction : std::uint8_t {
    Allocate,
    AllocateFailure,
    Free,
    Use,     ///< one more stream works on the block
    Finish,  ///< the host waited for work of the stream
    Others,  ///< other programs hold so many bytes from now on
};

/// One event of a pool.
struct TraceEvent {
    TraceAction action{};
    gpu::Address address = 0;  ///< names the block until it is freed; 0 where there is none
    std::uint64_t bytes = 0;   ///< asked for
    gpu::StreamId stream{};
    Region region{};  ///< of requests
    std::string_view owner;
};

/// Called under the pool's lock, in order: short, and without a call of the pool.
using TraceSink = std::function<void(const TraceEvent&)>;

/// The columns of RMM's allocation log (rapidsai/rmm, logging_resource_adaptor) and three more.
inline constexpr std::string_view kTraceHeading =
    "Thread,Time,Action,Pointer,Size,Stream,Device,Region,Owner";

/// One line under that heading, without the line's end. Time in nanoseconds. Signs that a CSV line gives a
/// meaning to become '_' in the owner's name.
std::string traceLine(const TraceEvent& event, std::uint32_t thread, std::uint64_t nanoseconds,
                      std::uint32_t device);

}  // namespace manju::vram
