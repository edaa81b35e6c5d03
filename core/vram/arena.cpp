// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/arena.h"

#include <algorithm>
#include <map>

#include "core/vram/require.h"

namespace manju::vram {
/// Neighbouring spans that a request may lie across.
struct Arena::Run {
    const SpanMap& spans;
    std::uint64_t chunkBytes;
    std::uint32_t window;
    std::vector<SpanIndex> members;
    std::vector<std::uint64_t> holesBefore;  ///< chunks missing before each member; one more at the end

    void add(SpanIndex span) {
        if (members.empty()) holesBefore.assign(1, 0);
        members.push_back(span);
        holesBefore.push_back(holesBefore.back() +
                              (isHole(members.size() - 1) ? at(members.size() - 1).bytes / chunkBytes : 0));
    }
    [[nodiscard]] const Span& at(std::size_t i) const { return spans[members[i]]; }
    [[nodiscard]] bool isHole(std::size_t i) const { return at(i).state == SpanState::Hole; }
    [[nodiscard]] Address end() const { return at(members.size() - 1).start + at(members.size() - 1).bytes; }
    /// Chunks missing in [start, end), which begins in member i and ends in member j.
    [[nodiscard]] std::uint64_t missing(std::size_t i, Address start, std::size_t j, Address stop) const {
        const std::uint64_t before = holesBefore[i] + (isHole(i) ? (start - at(i).start) / chunkBytes : 0);
        const std::uint64_t until =
            holesBefore[j] + (isHole(j) ? (stop - at(j).start + chunkBytes - 1) / chunkBytes : 0);
        return until - before;
    }
};

std::uint32_t Arena::addWindow(Address start, std::uint64_t bytes) {
    spans_.addWindow(start, bytes);
    auto window = std::ranges::find(windows_, std::uint64_t{0}, &Window::bytes);
    if (window == windows_.end()) window = windows_.emplace(windows_.end());
    *window = {start, bytes, std::vector<ChunkIndex>(bytes / store_.chunkBytes(), kNoChunk), false};
    return static_cast<std::uint32_t>(window - windows_.begin());
}

void Arena::removeWindow(std::uint32_t window) {
    spans_.removeWindow(window);
    windows_[window] = {};
}

void Arena::bestOf(const Run& run, std::uint64_t bytes, std::optional<Placement>& best,
                   std::uint64_t& fewest) const {
    const auto consider = [&](std::size_t i, Address start, std::size_t j) {
        const std::uint64_t missing = run.missing(i, start, j, start + bytes);
        if (best && missing >= fewest) return;
        fewest = missing;
        best = Placement{run.window, start, bytes, {}};
    };
    // From the start of each member on; both ends only move forward.
    for (std::size_t i = 0, j = 0; i < run.members.size() && run.at(i).start + bytes <= run.end(); ++i) {
        while (run.at(j).start + run.at(j).bytes < run.at(i).start + bytes) ++j;
        consider(i, run.at(i).start, j);
    }
    // Up to the end of each free member, so that a hole before it is used no further than needed.
    const Address begin = run.at(0).start;
    for (std::size_t i = 0, j = 0; j < run.members.size(); ++j) {
        const Address stop = run.at(j).start + run.at(j).bytes;
        if (run.isHole(j) || stop < begin + bytes) continue;
        while (run.at(i).start + run.at(i).bytes <= stop - bytes) ++i;
        consider(i, stop - bytes, j);
    }
}

std::optional<Placement> Arena::plan(std::uint64_t bytes) const {
    std::optional<Placement> best;
    std::uint64_t fewest = 0;
    for (std::uint32_t window = 0; window < windows_.size(); ++window) {
        if (windows_[window].bytes == 0 || windows_[window].closed) continue;
        Run run{spans_, store_.chunkBytes(), window, {}, {}};
        for (SpanIndex index = spans_.windows()[window]; index != kNoSpan; index = spans_[index].after) {
            const Span& span = spans_[index];
            const bool usable =
                span.state == SpanState::Hole || (span.state == SpanState::Free && span.keeper == kReady);
            if (usable) run.add(index);
            if (run.members.empty() || (usable && span.after != kNoSpan)) continue;
            bestOf(run, bytes, best, fewest);
            run.members.clear();
        }
    }
    if (!best) return best;
    const Window& window = windows_[best->window];
    const std::uint64_t chunk = store_.chunkBytes();
    for (std::uint64_t slot = (best->start - window.start) / chunk;
         window.start + slot * chunk < best->start + bytes; ++slot)
        if (window.slots[slot] == kNoChunk) best->slots.push_back(window.start + slot * chunk);
    return best;
}

void Arena::place(std::uint32_t number, const std::vector<Address>& slots,
                  const std::vector<ChunkIndex>& chunks) {
    Window& window = windows_[number];
    const std::uint64_t chunk = store_.chunkBytes();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        window.slots[(slots[i] - window.start) / chunk] = chunks[i];
        store_.place(chunks[i], number_, number, slots[i]);
    }
    std::vector<SpanMap::Part> parts;  // runs of slots without gaps
    for (const Address slot : slots) {
        if (!parts.empty() && parts.back().start + parts.back().bytes == slot)
            parts.back().bytes += chunk;
        else
            parts.push_back({number, slot, chunk});
    }
    spans_.fill(parts);
}

std::uint64_t Arena::emptyBytesUnder(const Placement& placement, bool afterWaiting) const {
    const Window& window = windows_[placement.window];
    const std::uint64_t chunk = store_.chunkBytes();
    std::uint64_t bytes = 0;
    for (std::uint64_t slot = (placement.start - window.start) / chunk;
         window.start + slot * chunk < placement.start + placement.bytes; ++slot)
        if (window.slots[slot] != kNoChunk && store_[window.slots[slot]].liveBytes == 0 &&
            (afterWaiting || store_.isIdle(window.slots[slot])))
            bytes += chunk;
    return bytes;
}

SpanIndex Arena::claim(const Placement& placement) const {
    SpanIndex index = spans_.windows()[placement.window];
    while (spans_[index].start + spans_[index].bytes <= placement.start) index = spans_[index].after;
    const Span& span = spans_[index];
    require(span.state == SpanState::Free && span.keeper == kReady && span.bytes >= placement.bytes,
            "a place has no memory");
    return index;
}

void Arena::displace(std::vector<ChunkIndex> chunks) {
    std::ranges::sort(chunks, {}, [this](ChunkIndex chunk) {
        return std::pair(store_[chunk].window, store_[chunk].address);
    });
    std::vector<SpanMap::Part> parts;
    for (const ChunkIndex chunk : chunks) {
        const auto [window, address] = std::pair(store_[chunk].window, store_[chunk].address);
        parts.push_back({window, address, store_.chunkBytes()});
        windows_[window].slots[(address - windows_[window].start) / store_.chunkBytes()] = kNoChunk;
        store_.displace(chunk);
    }
    spans_.punch(parts);
}

/// Adds so many bytes for each byte of the span to the chunks under it.
void Arena::change(const Span& span, std::int64_t live, std::int64_t busy) {
    const Window& window = windows_[span.window];
    const int log = store_.chunkLog();
    const std::uint64_t end = span.start + span.bytes - window.start;
    for (std::uint64_t from = span.start - window.start, slot = from >> log; from < end; ++slot) {
        const std::uint64_t to = std::min(end, (slot + 1) << log);
        const auto bytes = static_cast<std::int64_t>(to - from);
        store_.change(window.slots[slot], live * bytes, busy * bytes);
        from = to;
    }
}

SpanIndex Arena::take(SpanIndex span, std::uint64_t bytes, std::uint64_t tag) {
    const bool ready = spans_[span].keeper == kReady;
    const SpanIndex taken = spans_.take(span, bytes, tag);
    change(spans_[taken], 1, ready ? 0 : -1);
    return taken;
}

Keeper Arena::keeperOf(const Tickets& tickets, const Tickets& done) {
    Keeper keeper = kReady;
    for (std::size_t stream = 0; stream < kMostStreams; ++stream) {
        if (tickets.at[stream] <= done.at[stream]) continue;
        if (keeper != kReady) return kMixed;
        keeper = static_cast<Keeper>(stream);
    }
    return keeper;
}

void Arena::give(SpanIndex span, Keeper keeper, const Tickets& tickets) {
    change(spans_[span], -1, 1);
    spans_.give(span, keeper, tickets);
}

std::size_t Arena::settle(Keeper stream, const Tickets& done, std::size_t most) {
    std::size_t settled = 0;
    for (SpanIndex span = spans_.oldest(stream);
         span != kNoSpan && settled < most && spans_.ticketsOf(span).at[stream] <= done.at[stream];
         span = spans_.oldest(stream), ++settled) {
        change(spans_[span], 0, -1);
        spans_.regard(span, kReady, {});
    }
    return settled;
}

/// They have no order among each other.
void Arena::settleMixed(const Tickets& done) {
    for (SpanIndex span = spans_.oldest(kMixed), next; span != kNoSpan; span = next) {
        next = spans_[span].newer;  // stays apart: only spans of the new keeper merge with this one
        const Keeper keeper = keeperOf(spans_.ticketsOf(span), done);
        if (keeper == kMixed) continue;
        if (keeper == kReady) change(spans_[span], 0, -1);
        spans_.regard(span, keeper, Tickets(spans_.ticketsOf(span)));
    }
}

void Arena::validate() const {
    spans_.validate();
    std::map<ChunkIndex, std::pair<std::uint64_t, std::uint64_t>> held;
    for (std::uint32_t number = 0; number < windows_.size(); ++number) {
        const Window& window = windows_[number];
        if (window.bytes == 0) continue;
        for (std::size_t slot = 0; slot < window.slots.size(); ++slot) {
            const ChunkIndex chunk = window.slots[slot];
            if (chunk == kNoChunk) continue;
            require(store_[chunk].arena == number_ && store_[chunk].window == number &&
                        store_[chunk].address == window.start + slot * store_.chunkBytes(),
                    "a slot and its chunk differ");
            held[chunk] = {};
        }
        for (SpanIndex index = spans_.windows()[number]; index != kNoSpan; index = spans_[index].after) {
            const Span& span = spans_[index];
            for (Address address = span.start; address < span.start + span.bytes;) {
                const std::uint64_t slot = (address - window.start) / store_.chunkBytes();
                const Address end =
                    std::min(span.start + span.bytes, window.start + (slot + 1) * store_.chunkBytes());
                const ChunkIndex chunk = window.slots[slot];
                require((chunk == kNoChunk) == (span.state == SpanState::Hole),
                        "a hole with memory, or a span without");
                if (span.state == SpanState::Live) held[chunk].first += end - address;
                if (span.state == SpanState::Free && span.keeper != kReady)
                    held[chunk].second += end - address;
                address = end;
            }
        }
    }
    for (const auto& [chunk, bytes] : held)
        require(store_[chunk].liveBytes == bytes.first && store_[chunk].busyBytes == bytes.second,
                "a chunk's bytes are miscounted");
}

}  // namespace manju::vram
