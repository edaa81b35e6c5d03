// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/api_costs.h"

#include <algorithm>
#include <array>

#include "app/device_check/block_work.h"

namespace manju::device_check {
namespace {

constexpr std::array kCalls{"reserve", "create",         "map",        "access",   "access of a run", "unmap",
                            "release", "free addresses", "cuMemAlloc", "cuMemFree"};

class Stopwatch {
public:
    template <class Call>
    auto operator()(const std::string& call, Call&& run) {
        const auto start = Deadline::Clock::now();
        auto result = run();
        times_[call].push_back(static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Deadline::Clock::now() - start).count()));
        return result;
    }

    /// Nothing for a call that was not made.
    void tell(const std::string& call, std::uint64_t bytes, ApiCosts& costs) {
        std::vector<std::uint64_t>& times = times_[call];
        if (times.empty()) return;
        std::ranges::sort(times);
        const auto at = [&](double share) {
            return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
        };
        costs.costs.push_back({call, bytes, times.size(), at(0.5), at(0.99)});
    }

private:
    std::map<std::string, std::vector<std::uint64_t>> times_;
};

/// Pieces of one call "access of a run", at most.
constexpr std::uint64_t kMostAtOnce = 32;

/// Pieces of one size through all the calls, `count` at once.
Status timeRound(gpu::CudaMemory& memory, std::uint64_t bytes, std::uint64_t count, Stopwatch& timed) {
    const auto reserve = [&] { return memory.reserve(count * bytes, bytes); };
    for (std::uint64_t i = 1; i < count; ++i) {
        MANJU_TRY(const gpu::Address addresses, timed("reserve", reserve));
        MANJU_CHECK(timed("free addresses", [&] { return memory.freeAddresses(addresses, count * bytes); }));
    }
    MANJU_TRY(const gpu::Address start, timed("reserve", reserve));
    std::vector<gpu::Physical> pieces;
    for (std::uint64_t i = 0; i < count; ++i) {
        MANJU_TRY(const gpu::Physical piece, timed("create", [&] { return memory.create(bytes); }));
        pieces.push_back(piece);
    }
    const auto forEach = [&](const char* call, auto&& body) -> Status {
        for (std::uint64_t i = 0; i < count; ++i)
            MANJU_CHECK(timed(call, [&] { return body(start + i * bytes, i); }));
        return Done{};
    };
    const auto mapOne = [&](gpu::Address at, std::uint64_t i) { return memory.map(at, bytes, pieces[i]); };
    const auto unmapOne = [&](gpu::Address at, std::uint64_t) { return memory.unmap(at, bytes); };
    MANJU_CHECK(forEach("map", mapOne));
    MANJU_CHECK(
        forEach("access", [&](gpu::Address at, std::uint64_t) { return memory.allowAccess(at, bytes); }));
    MANJU_CHECK(forEach("unmap", unmapOne));
    for (std::uint64_t i = 0; i < count; ++i) MANJU_CHECK(mapOne(start + i * bytes, i));
    MANJU_CHECK(timed("access of a run", [&] { return memory.allowAccess(start, count * bytes); }));
    for (std::uint64_t i = 0; i < count; ++i) MANJU_CHECK(unmapOne(start + i * bytes, i));
    for (const gpu::Physical piece : pieces)
        MANJU_CHECK(timed("release", [&] { return memory.release(piece); }));
    return timed("free addresses", [&] { return memory.freeAddresses(start, count * bytes); });
}

Status timePlain(gpu::CudaMemory& memory, std::uint64_t bytes, std::uint64_t count, Stopwatch& timed) {
    std::vector<gpu::Address> blocks;
    for (std::uint64_t i = 0; i < count; ++i) {
        MANJU_TRY(const gpu::Address block, timed("cuMemAlloc", [&] { return memory.allocate(bytes); }));
        blocks.push_back(block);
    }
    for (const gpu::Address block : blocks)
        MANJU_CHECK(timed("cuMemFree", [&] { return memory.deallocate(block); }));
    return Done{};
}

Status timeStreams(gpu::CudaMemory& memory, gpu::Streams& streams, std::uint32_t repetitions,
                   Stopwatch& timed) {
    for (std::uint32_t i = 0; i < repetitions; ++i) {
        MANJU_TRY(const gpu::EventId event,
                  timed("event record", [&] { return streams.record(workStream(0)); }));
        const auto done = timed("event query", [&] { return streams.isDone(event); });
        const Status waited = timed("stream wait", [&] { return streams.waitFor(workStream(1), event); });
        streams.discard(event);
        MANJU_CHECK(done);
        MANJU_CHECK(waited);
        MANJU_CHECK(timed("memory info", [&] { return memory.info(); }));
    }
    return Done{};
}

}  // namespace

Result<ApiCosts> measureApi(gpu::CudaMemory& memory, gpu::Streams& streams, std::uint64_t room,
                            std::uint32_t repetitions, const Deadline& deadline) {
    ApiCosts costs;
    for (const std::uint64_t bytes : kChunkSizes) {
        if (bytes % memory.traits().granularity != 0) continue;
        const std::uint64_t count = std::min({room / bytes, std::uint64_t{repetitions}, kMostAtOnce});
        if (count == 0) continue;
        costs.runPieces = std::max(costs.runPieces, count);
        Stopwatch timed;
        for (std::uint64_t done = 0; done < repetitions && !costs.cutShort; done += count) {
            MANJU_CHECK(timeRound(memory, bytes, count, timed));
            MANJU_CHECK(timePlain(memory, bytes, count, timed));
            costs.cutShort = deadline.hasPassed();
        }
        for (const char* call : kCalls) timed.tell(call, bytes, costs);
    }
    Stopwatch timed;
    MANJU_CHECK(timeStreams(memory, streams, repetitions, timed));
    for (const char* call : {"event record", "event query", "stream wait", "memory info"})
        timed.tell(call, 0, costs);
    return costs;
}

}  // namespace manju::device_check
