// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/vram_dump.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <vector>

#include "app/bench/table.h"
#include "app/cli/errors.h"
#include "core/base/os/file.h"
#include "core/base/units.h"

namespace manju::cli {

struct DumpSpan {
    std::uint64_t offset = 0, bytes = 0;
    std::string state;
};
struct DumpWindow {
    std::vector<DumpSpan> spans;
};
struct DumpArena {
    std::string region;
    std::uint64_t chunkBytes = 0;
    std::vector<DumpWindow> windows;
};
struct DumpHolder {
    std::string owner;
    std::uint64_t bytes = 0, blocks = 0;
};
/// The fields of dump.schema.json that are shown.
struct Dump {
    std::string device;
    std::uint64_t total = 0, spilled = 0, largestNow = 0, largestAfterWaiting = 0;
    double feltFragmentation = 0;
    std::map<std::string, std::uint64_t> bands;
    std::vector<DumpHolder> holders;
    std::vector<DumpArena> arenas;
};
MANJU_JSON_FIELDS(DumpSpan, offset, bytes, state)
MANJU_JSON_FIELDS(DumpWindow, spans)
MANJU_JSON_FIELDS(DumpArena, region, chunkBytes, windows)
MANJU_JSON_FIELDS(DumpHolder, owner, bytes, blocks)
MANJU_JSON_FIELDS(Dump, device, total, spilled, largestNow, largestAfterWaiting, feltFragmentation, bands,
                  holders, arenas)

namespace {

constexpr std::size_t kBar = 64;  // signs
constexpr std::array<const char*, 8> kBands{"requested",  "rounding",  "stranded", "pending",
                                            "idleMapped", "idleSpare", "unused",   "others"};

std::string bytesText(std::uint64_t bytes) {
    return Bytes(static_cast<std::int64_t>(bytes)).text();
}

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

char signOf(const std::string& state) {
    if (state == "live") return '#';
    if (state == "ready") return '.';
    return state == "hole" ? ' ' : '+';
}

/// What most of each equal part is, from the first byte with memory to the last.
std::string barOf(const DumpWindow& window) {
    const auto hasMemory = [](const DumpSpan& span) { return span.state != "hole"; };
    const auto first = std::ranges::find_if(window.spans, hasMemory);
    const auto last = std::find_if(window.spans.rbegin(), window.spans.rend(), hasMemory);
    if (first == window.spans.end()) return {};
    const double start = static_cast<double>(first->offset);
    const double part = (static_cast<double>(last->offset + last->bytes) - start) / kBar;
    std::string bar;
    for (std::size_t i = 0; i < kBar; ++i) {
        const double from = start + part * static_cast<double>(i), to = from + part;
        std::map<char, double> shares;
        for (const DumpSpan& span : window.spans) {
            const double begin = static_cast<double>(span.offset);
            const double overlap =
                std::min(to, begin + static_cast<double>(span.bytes)) - std::max(from, begin);
            if (overlap > 0) shares[signOf(span.state)] += overlap;
        }
        const auto most = std::ranges::max_element(shares, {}, &std::pair<const char, double>::second);
        bar += most == shares.end() ? ' ' : most->first;  // a file may have gaps
    }
    return bar;
}

}  // namespace

Result<Json> readVramDump(const std::string& file) {
    MANJU_TRY(const std::string text, os::readFile(file));
    MANJU_TRY(Json json, parseJson(text, file));
    if (!json.is_object() || json.value("format", Json()) != "manju-vram-dump" ||
        json.value("version", Json()) != 1)
        return Error(kNoVramDump, {{"file", file}});
    MANJU_CHECK(fromJson<Dump>(json, file));
    return json;
}

std::string vramDumpText(const Json& json, messages::Language language) {
    const auto say = [language](const std::string& id, const MessageArgs& args = {}) {
        return messages::text(language, "cli.vram." + id, args);
    };
    const Dump dump = json.get<Dump>();
    const auto total = static_cast<double>(std::max<std::uint64_t>(dump.total, 1));
    std::string text = say("card", {{"card", dump.device}, {"total", bytesText(dump.total)}}) + "\n";

    bench::Table bands({say("band"), say("bytes"), say("share")});
    for (const char* band : kBands) {
        const auto found = dump.bands.find(band);
        const std::uint64_t bytes = found == dump.bands.end() ? 0 : found->second;
        bands.add({say("band." + std::string(band)), bytesText(bytes),
                   percent(static_cast<double>(bytes) / total)});
    }
    text += bands.text();
    text += say("largest", {{"now", bytesText(dump.largestNow)},
                            {"waiting", bytesText(dump.largestAfterWaiting)},
                            {"felt", percent(dump.feltFragmentation)}}) +
            "\n";
    if (dump.spilled > 0) text += say("spilled", {{"bytes", bytesText(dump.spilled)}}) + "\n";

    bench::Table holders({say("holder"), say("bytes"), say("blocks")});
    for (const DumpHolder& holder : dump.holders)
        holders.add({holder.owner, bytesText(holder.bytes), std::to_string(holder.blocks)});
    text += "\n" + holders.text() + "\n" + say("bars") + "\n";
    for (const DumpArena& arena : dump.arenas)
        for (const DumpWindow& window : arena.windows)
            if (const std::string bar = barOf(window); !bar.empty())
                text += say("bar", {{"region", arena.region}, {"chunk", bytesText(arena.chunkBytes)}}) +
                        "\n  [" + bar + "]\n";
    return text;
}

}  // namespace manju::cli
