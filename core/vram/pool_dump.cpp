// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/pool.h"

namespace manju::vram {
namespace {

Json bandsOf(const Bands& bands) {
    return {{"requested", bands.requested}, {"rounding", bands.rounding},     {"stranded", bands.stranded},
            {"pending", bands.pending},     {"idleMapped", bands.idleMapped}, {"idleSpare", bands.idleSpare},
            {"unused", bands.unused},       {"others", bands.others}};
}

Json countersOf(const Counters& counters) {
    return {{"allocations", counters.allocations},
            {"frees", counters.frees},
            {"hits", counters.hits},
            {"streamWaits", counters.streamWaits},
            {"remaps", counters.remaps},
            {"chunksMoved", counters.chunksMoved},
            {"chunksCreated", counters.chunksCreated},
            {"chunksReleased", counters.chunksReleased},
            {"hostWaits", counters.hostWaits},
            {"evictions", counters.evictions},
            {"notReadyRetries", counters.notReadyRetries},
            {"rollbacks", counters.rollbacks},
            {"refusals", counters.refusals},
            {"spuriousRefusals", counters.spuriousRefusals}};
}

std::string stateOf(const Span& span) {
    switch (span.state) {
        case SpanState::Hole:
            return "hole";
        case SpanState::Live:
            return "live";
        case SpanState::Free:
            break;
    }
    if (span.keeper == kReady) return "ready";
    return span.keeper == kMixed ? "pending" : "pending on stream " + std::to_string(span.keeper);
}

}  // namespace

Json VramPool::windowsOf(const Arena& arena) const {
    Json windows = Json::array();
    for (std::uint32_t number = 0; number < arena.windows().size(); ++number) {
        const Arena::Window& window = arena.windows()[number];
        if (window.bytes == 0) continue;
        Json spans = Json::array();
        for (SpanIndex index = arena.spans().windows()[number]; index != kNoSpan;
             index = arena.spans()[index].after) {
            const Span& span = arena.spans()[index];
            Json entry = {
                {"offset", span.start - window.start}, {"bytes", span.bytes}, {"state", stateOf(span)}};
            if (span.state == SpanState::Live) {
                const Held& held = held_[span.tag];
                entry["owner"] = owners_[static_cast<std::size_t>(held.owner)].name;
                entry["requested"] = held.requested;
            }
            spans.push_back(std::move(entry));
        }
        windows.push_back({{"address", window.start}, {"bytes", window.bytes}, {"spans", std::move(spans)}});
    }
    return windows;
}

Json VramPool::dump() {
    const Stats figures = stats();
    const std::vector<Holding> held = holdings();
    const std::unique_lock lock(mutex_);
    Json holders = Json::array();
    for (const Holding& holding : held)
        holders.push_back({{"owner", holding.owner}, {"bytes", holding.bytes}, {"blocks", holding.blocks}});
    Json arenas = Json::array();
    for (const Arena& arena : arenas_) {
        Json windows = windowsOf(arena);
        if (windows.empty()) continue;
        arenas.push_back({{"region", kRegionNames[arena.number() % kRegions]},
                          {"chunkBytes", arena.store().chunkBytes()},
                          {"windows", std::move(windows)}});
    }
    return {{"format", "manju-vram-dump"},
            {"version", 1},
            {"device", backing_.device()},
            {"total", figures.total},
            {"bands", bandsOf(figures.bands)},
            {"counters", countersOf(figures.counters)},
            {"largestNow", figures.largestNow},
            {"largestAfterWaiting", figures.largestAfterWaiting},
            {"spilled", figures.spilled},
            {"feltFragmentation", figures.feltFragmentation()},
            {"internalFragmentation", figures.internalFragmentation()},
            {"holders", std::move(holders)},
            {"arenas", std::move(arenas)}};
}

}  // namespace manju::vram
