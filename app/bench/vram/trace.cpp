// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "app/bench/vram/errors.h"
#include "core/base/text.h"
#include "core/vram/tickets.h"

namespace manju::bench {
namespace {

constexpr std::string_view kColumns = "Thread,Time,Action,Pointer,Size,Stream,Device,Region,Owner";
constexpr std::string_view kRmmColumns = "Thread,Time,Action,Pointer,Size,Stream";
enum Column : std::size_t {
    Thread,
    Time,
    Verb,
    Pointer,
    Size,
    Stream,
    kRmmCells,
    Device = 6,
    Region,
    Owner,
    kCells
};
constexpr std::string_view kActions = "allocate, allocate failure, free, use, finish, others";
constexpr auto kRecordedRegion = static_cast<std::size_t>(vram::Region::Transient);
constexpr std::string_view kCard = "# card:", kRefused = "# expect refused:",
                           kPhysical = "# expect physical at most:";

std::vector<std::string_view> cellsOf(std::string_view line) {
    std::vector<std::string_view> cells;
    for (;;) {
        const std::size_t comma = line.find(',');
        cells.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return cells;
        line.remove_prefix(comma + 1);
    }
}

std::optional<std::uint64_t> numberOf(std::string_view text, int base = 10) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return number;
}

/// "10:25:58.123456" in nanoseconds.
std::optional<std::uint64_t> timeOfDay(std::string_view text) {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    if (text.size() < 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
    const auto hours = numberOf(text.substr(0, 2)), minutes = numberOf(text.substr(3, 2)),
               seconds = numberOf(text.substr(6, 2));
    if (!hours || !minutes || !seconds) return std::nullopt;
    std::string fraction(text.size() > 9 ? text.substr(9, 9) : "0");
    fraction.resize(9, '0');
    const auto nanoseconds = numberOf(fraction);
    if (!nanoseconds) return std::nullopt;
    return ((*hours * 60 + *minutes) * 60 + *seconds) * kSecond + *nanoseconds;
}

class TraceReader {
public:
    TraceReader(const std::string& file, std::uint64_t cardBytes) : file_(file) {
        workload_.name = file;
        workload_.cardBytes = cardBytes;
    }

    Result<Workload> read(std::string_view text) {
        while (!text.empty()) {
            ++line_;
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.empty()) continue;
            MANJU_CHECK(line.front() == '#' ? readComment(line) : readLine(line));
        }
        if (!headed_) return wrong(kTraceHeading, {{"columns", std::string(kColumns)}});
        if (const auto card = keys_.find(kCard); card != keys_.end() && workload_.cardBytes == 0)
            workload_.cardBytes = card->second;
        if (workload_.cardBytes == 0)
            return Error(kTraceKeyMissing, {{"file", file_}, {"key", std::string(kCard)}});
        if (const auto most = keys_.find(kPhysical); most != keys_.end())
            workload_.mostPhysical = most->second;
        const auto refused = keys_.find(kRefused);
        workload_.hasExpectations = refused != keys_.end();
        if (!workload_.hasExpectations) return std::move(workload_);
        const auto impossible =
            static_cast<std::uint64_t>(std::ranges::count(workload_.events, true, &Event::impossible));
        if (impossible != refused->second)
            return Error(kTraceExpectation, {{"file", file_},
                                             {"found", std::to_string(impossible)},
                                             {"wanted", std::to_string(refused->second)}});
        return std::move(workload_);
    }

private:
    struct Live {
        std::uint64_t block = 0, bytes = 0;
    };

    [[nodiscard]] Error wrong(ErrorCode code, MessageArgs args) const {
        args["file"] = file_;
        args["line"] = std::to_string(line_);
        return Error(code, std::move(args));
    }

    Status readComment(std::string_view line) {
        for (const std::string_view key : {kCard, kRefused, kPhysical}) {
            if (!line.starts_with(key)) continue;
            const std::string_view value = trimmed(line.substr(key.size()));
            const auto number = numberOf(value);
            if (!number)
                return wrong(kTraceNumber, {{"column", std::string(key)}, {"value", std::string(value)}});
            if (!keys_.emplace(key, *number).second)
                return wrong(kTraceKeyTwice, {{"key", std::string(key)}});
        }
        return Done{};
    }

    Status readLine(std::string_view line) {
        if (!headed_) {
            isRmm_ = line == kRmmColumns;
            if (line != kColumns && !isRmm_)
                return wrong(kTraceHeading, {{"columns", std::string(kColumns)}});
            headed_ = true;
            return Done{};
        }
        std::vector<std::string_view> cells = cellsOf(line);
        const std::size_t wanted = isRmm_ ? kRmmCells : kCells;
        if (cells.size() != wanted)
            return wrong(kTraceCells,
                         {{"found", std::to_string(cells.size())}, {"wanted", std::to_string(wanted)}});
        if (isRmm_) cells.insert(cells.end(), {"0", vram::kRegionNames[kRecordedRegion], "recorded"});
        MANJU_CHECK(number(cells, Thread, UINT64_MAX));
        MANJU_TRY(const std::uint64_t time, timeOf(cells));
        if (time < time_) return wrong(kTraceTime, {});
        time_ = time;
        MANJU_CHECK(number(cells, Device, 0));  // one card
        MANJU_TRY(const std::uint64_t bytes, number(cells, Size, std::uint64_t{1} << 48));
        MANJU_TRY(const std::uint64_t stream, streamOf(cells));
        Event event;
        event.time = time;
        event.bytes = bytes;
        event.stream = static_cast<std::uint32_t>(stream);
        return addEvent(cells, event);
    }

    Status addEvent(const std::vector<std::string_view>& cells, Event event) {
        const std::string_view action = cells[Verb];
        if (action == "allocate" || action == "allocate failure") return addAllocation(cells, event);
        if (action == "finish" || action == "others") {
            event.action = action == "finish" ? Action::Finish : Action::Others;
            if (event.action == Action::Finish) MANJU_CHECK(expectSize(event.bytes, 0));
            workload_.events.push_back(event);
            return Done{};
        }
        if (action != "free" && action != "use")
            return wrong(
                kTraceWord,
                {{"column", "Action"}, {"value", std::string(action)}, {"known", std::string(kActions)}});
        MANJU_TRY(const std::uint64_t pointer, pointerOf(cells));
        const auto live = live_.find(pointer);
        if (live == live_.end()) return wrong(kTraceNotLive, {{"pointer", std::string(cells[Pointer])}});
        event.action = action == "free" ? Action::Free : Action::Use;
        event.block = live->second.block;
        if (event.action == Action::Free || event.bytes != 0)
            MANJU_CHECK(expectSize(event.bytes, live->second.bytes));
        event.bytes = 0;
        if (event.action == Action::Free) live_.erase(live);
        workload_.events.push_back(event);
        return Done{};
    }

    Status addAllocation(const std::vector<std::string_view>& cells, Event event) {
        event.action = Action::Allocate;
        event.impossible = cells[Verb] == "allocate failure";
        if (event.bytes == 0) return wrong(kTraceNumber, {{"column", "Size"}, {"value", "0"}});
        const auto region = std::ranges::find(vram::kRegionNames, cells[Region]);
        if (region == vram::kRegionNames.end()) {
            std::string known;
            for (const std::string_view name : vram::kRegionNames)
                known += (known.empty() ? "" : ", ") + std::string(name);
            return wrong(kTraceWord,
                         {{"column", "Region"}, {"value", std::string(cells[Region])}, {"known", known}});
        }
        event.region = static_cast<vram::Region>(region - vram::kRegionNames.begin());
        const std::string owner(cells[Owner]);
        const auto known = std::ranges::find(workload_.owners, owner);
        event.owner = static_cast<std::uint32_t>(known - workload_.owners.begin());
        if (known == workload_.owners.end()) workload_.owners.push_back(owner);
        event.block = blocks_++;
        if (!event.impossible) {
            MANJU_TRY(const std::uint64_t pointer, pointerOf(cells));
            if (!live_.emplace(pointer, Live{event.block, event.bytes}).second)
                return wrong(kTraceLiveAlready, {{"pointer", std::string(cells[Pointer])}});
        }
        workload_.events.push_back(event);
        return Done{};
    }

    Status expectSize(std::uint64_t found, std::uint64_t wanted) const {
        if (found == wanted) return Done{};
        return wrong(kTraceSize, {{"value", std::to_string(found)}, {"wanted", std::to_string(wanted)}});
    }

    [[nodiscard]] Result<std::uint64_t> number(const std::vector<std::string_view>& cells, Column column,
                                               std::uint64_t most) const {
        const auto value = numberOf(cells[column]);
        if (value && *value <= most) return *value;
        return wrong(kTraceNumber, {{"column", std::string(cellsOf(kColumns)[column])},
                                    {"value", std::string(cells[column])}});
    }

    [[nodiscard]] Result<std::uint64_t> timeOf(const std::vector<std::string_view>& cells) const {
        if (!isRmm_) return number(cells, Time, UINT64_MAX);
        constexpr std::uint64_t kDay = std::uint64_t{86'400} * 1'000'000'000;
        // Lines of several threads may be a little out of order; far back it is the next day.
        if (const auto time = timeOfDay(cells[Time])) {
            const std::uint64_t today = time_ / kDay * kDay + *time;
            return today + kDay / 2 < time_ ? today + kDay : std::max(today, time_);
        }
        return wrong(kTraceNumber, {{"column", "Time"}, {"value", std::string(cells[Time])}});
    }

    /// Handles of RMM's streams are numbered as they come.
    Result<std::uint64_t> streamOf(const std::vector<std::string_view>& cells) {
        if (!isRmm_) return number(cells, Stream, vram::kMostStreams - 1);
        const auto known = std::ranges::find(streams_, cells[Stream]);
        const auto stream = static_cast<std::uint64_t>(known - streams_.begin());
        if (known == streams_.end()) streams_.emplace_back(cells[Stream]);
        if (stream < vram::kMostStreams) return stream;
        return wrong(kTraceNumber, {{"column", "Stream"}, {"value", std::string(cells[Stream])}});
    }

    [[nodiscard]] Result<std::uint64_t> pointerOf(const std::vector<std::string_view>& cells) const {
        const std::string_view text = cells[Pointer];
        const bool prefixed = text.starts_with("0x");
        const auto value = prefixed || isRmm_ ? numberOf(text.substr(prefixed ? 2 : 0), 16) : std::nullopt;
        if (value) return *value;
        return wrong(kTraceNumber, {{"column", "Pointer"}, {"value", std::string(text)}});
    }

    const std::string& file_;
    std::uint64_t line_ = 0, time_ = 0, blocks_ = 0;
    bool headed_ = false, isRmm_ = false;
    std::vector<std::string_view> streams_;
    std::map<std::string_view, std::uint64_t> keys_;
    std::map<std::uint64_t, Live> live_;
    Workload workload_;
};

}  // namespace

Result<Workload> readTrace(std::string_view text, const std::string& file, std::uint64_t cardBytes) {
    return TraceReader(file, cardBytes).read(text);
}

}  // namespace manju::bench
