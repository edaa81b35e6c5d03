// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "core/base/json.h"
#include "core/vram/arena.h"
#include "core/vram/backing.h"
#include "core/vram/stream_progress.h"
#include "core/vram/trace.h"
#include "core/vram/types.h"

namespace manju::vram {

struct PoolOptions {
    std::uint64_t chunkBytes = 16 << 20;      ///< a power of two and multiple of the source's granularity
    std::uint64_t smallChunkBytes = 2 << 20;  ///< for requests of at most `smallMost`; as above
    std::uint64_t smallMost = 1 << 20;
    std::uint64_t alignment = 512;  ///< of blocks, a power of two
    std::uint64_t headroom = 0;     ///< bytes of the card that the pool never takes
};

/// Asked to give memory back so that a request of `bytes` may succeed; frees blocks and returns true, or
/// returns false if nothing may go. Called without the pool's lock.
using Evict = std::function<bool(std::uint64_t bytes)>;

/// One card's memory. Never copies, and refuses only what whole free chunks do not suffice for.
///
/// Reuse follows the streams: a block may be freed while its stream still works on it, and is given at once
/// to requests of the same stream, to others after a wait on the card. Memory moves to another address
/// only when the host has seen the end of all work on it.
///
/// Thread: any. No lock is held while waiting for the card.
class VramPool {
public:
    /// `source` and `streams` are of the same card and outlive the pool.
    static Result<std::unique_ptr<VramPool>> open(gpu::MemorySource& source, gpu::Streams& streams,
                                                  PoolOptions options = {});
    /// All blocks must have been freed. Waits for the streams.
    ~VramPool();

    /// Fails with kOutOfVram, or with an error of the driver.
    Result<Block> allocate(const Request& request);
    /// Work of one more stream touches the block; before it is freed.
    void alsoUsedBy(BlockId block, gpu::StreamId stream);
    /// All work on the block is queued by now in its streams. Never fails: what the driver refuses is tried
    /// again later.
    void free(BlockId block);

    /// The number of an owner's name; the same name has the same number.
    OwnerId owner(std::string_view name);
    /// A call that has begun may still run when this returns.
    void setEvict(Evict evict);
    /// Tells everything that happens from now on, first what other programs hold and the blocks that live
    /// already, as if they came now; none stops it.
    void setTrace(TraceSink sink);
    /// Bytes that only requests of Region::Oversize may use.
    void setReserve(std::uint64_t bytes);

    /// What is held beside the pool by now; replaces what was told before. It counts in the bands, the
    /// regions and the holdings as if granted, not as other programs'. To be told before `refresh`: what came
    /// since then counts as others' until the next one.
    void setBeside(Beside beside);

    /// Gives idle chunks back to the card until at most `keep` bytes of them are left. Does not wait.
    Status trim(std::uint64_t keep = 0);
    /// Housekeeping while the card idles: gives chunks back to the card that nobody needed since this last
    /// returned false. At most `mostCalls` (>= 2) calls of the driver; true if there is more to do. Does not
    /// wait.
    Result<bool> tidy(std::uint32_t mostCalls);
    /// Takes note of other programs' memory; a driver call, so at most every other second or so.
    Status refresh();

    [[nodiscard]] Stats stats();
    /// Who holds what, the largest first.
    [[nodiscard]] std::vector<Holding> holdings();
    /// Everything above and each span, for support; the form is that of dump.schema.json. The parts may be
    /// of slightly different moments.
    [[nodiscard]] Json dump();
    /// Ends the program unless all its sums and maps agree. For tests.
    void validate();

private:
    struct Held {
        std::uint64_t requested = 0;
        OwnerId owner{};
        Region region{};
        std::uint32_t streams = 0;  ///< a bit for each
    };
    struct Owner {
        std::string name;
        std::uint64_t bytes = 0, blocks = 0;
    };
    enum class Step { Granted, Short };
    using Lock = std::unique_lock<std::mutex>;

    VramPool(gpu::MemorySource& source, gpu::Streams& streams, PoolOptions options);
    [[nodiscard]] Arena& arenaOf(const Request& request);
    [[nodiscard]] std::optional<Block> grant(Arena& arena, SpanIndex span, const Request& request);
    [[nodiscard]] std::optional<Block> fromFree(Arena& arena, const Request& request);
    Result<std::optional<Block>> fromOtherStreams(Arena& arena, const Request& request);
    Result<std::optional<Block>> fromChunks(Arena& arena, const Request& request);
    bool lookAtStreams();
    [[nodiscard]] std::optional<Block> fromSettled(Arena& arena, const Request& request);
    void settleAll();
    Result<bool> waitForOldest(Lock& lock);
    [[nodiscard]] Error refusal(const Arena& arena, const Request& request);
    [[nodiscard]] std::uint64_t rounded(std::uint64_t bytes) const;
    [[nodiscard]] bool keepsReserve(const Arena& arena, SpanIndex span, const Request& request) const;
    [[nodiscard]] std::uint64_t reserveFor(const Request& request) const;
    [[nodiscard]] std::uint64_t largestOf(bool afterWaiting, std::uint64_t reserve) const;
    void tell(const TraceEvent& event);
    void tellLive(const Span& span);
    [[nodiscard]] Json windowsOf(const Arena& arena) const;
    void tellOthers();

    PoolOptions options_;
    gpu::Streams& streams_;
    mutable std::mutex mutex_;
    StreamProgress progress_;
    Backing backing_;
    std::deque<Arena> arenas_;  ///< by region, the large ones first, then the small
    std::vector<Held> held_;
    std::vector<std::uint32_t> heldUnused_;
    std::vector<Owner> owners_;
    std::map<std::string, OwnerId, std::less<>> ownerIds_;
    Evict evict_;
    TraceSink trace_;
    std::uint64_t toldOthers_ = 0;
    Beside beside_;
    std::uint64_t reserve_ = 0;
    std::uint64_t changes_ = 0;  ///< times that memory became free or ready
    std::uint64_t requested_ = 0;
    std::array<std::uint64_t, kRegions> grantedByRegion_{};
    Counters counters_;
};

}  // namespace manju::vram
