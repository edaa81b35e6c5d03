// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/vram/card.h"
#include "core/vram/types.h"

namespace manju::bench {

struct BlockRequest {
    std::uint64_t bytes = 0;
    std::uint32_t stream = 0;
    vram::Region region = vram::Region::Transient;
    std::uint32_t owner = 0;
};

struct Placement {
    std::uint64_t handle = 0;  ///< the allocator's own name for the block
    std::uint64_t address = 0;
    std::uint64_t granted = 0;
};

/// Sizes of requests of any stream that would be served.
struct Largest {
    std::uint64_t now = 0;           ///< without a wait
    std::uint64_t afterWaiting = 0;  ///< with all that the allocator does before it refuses
};

/// A way to share out one card, under test. What can be seen from outside (physical memory, calls of the
/// driver, live bytes, waits) is counted by Card, StreamOrder and Validator, not asked here.
/// Thread: one.
class Allocator {
public:
    Allocator() = default;
    Allocator(const Allocator&) = delete;
    Allocator& operator=(const Allocator&) = delete;
    virtual ~Allocator() = default;

    /// Nothing: refused, after all that the allocator could try.
    virtual std::optional<Placement> allocate(const BlockRequest& request) = 0;
    /// Work of the stream on the block was queued, the first time right after allocate().
    virtual void work(std::uint64_t handle, std::uint32_t stream) = 0;
    virtual void free(std::uint64_t handle) = 0;
    /// The host has waited for the stream, see Card::order.
    virtual void finishStream(std::uint32_t /*stream*/) {}
    /// Card::others changed.
    virtual void othersChanged() {}

    [[nodiscard]] virtual Largest largest() = 0;
    /// Memory that the allocator holds and nobody uses, though it could not give it back to the card.
    [[nodiscard]] virtual std::uint64_t strandedBytes() = 0;
    /// The pieces that memory for such a request is made of: those that hold nothing are free for any other
    /// request of the kind, if one does not insist on their addresses. 1: the allocator knows no pieces.
    [[nodiscard]] virtual std::uint64_t pieceBytes(std::uint64_t request) const = 0;
    /// What the allocator itself found wrong, or what its card did.
    [[nodiscard]] virtual std::vector<std::string> complaints() { return {}; }
};

/// The allocators compared. All but the pool are models: own re-implementations of documented rules.
enum class Kind : std::uint8_t { Pool, TorchPlain, TorchExpandable, Tlsf };
inline constexpr Kind kKinds[] = {Kind::Pool, Kind::TorchPlain, Kind::TorchExpandable, Kind::Tlsf};
/// For JSON and message ids: "pool", "torch_plain" ...
std::string_view idOf(Kind kind);
/// `card` outlives it; `owners` are the workload's.
std::unique_ptr<Allocator> makeAllocator(Kind kind, Card& card, const std::vector<std::string>& owners);

}  // namespace manju::bench
