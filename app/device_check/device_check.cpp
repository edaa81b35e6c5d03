// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/device_check.h"

#include <algorithm>
#include <array>

#include "app/bench/vram/generators.h"
#include "app/device_check/errors.h"
#include "app/device_check/part_of_card.h"
#include "core/gpu/cuda/open_card.h"

namespace manju::device_check {
namespace {

constexpr std::uint64_t kSeed = 2026, kMostRemapRoom = std::uint64_t{4} << 30;

/// When a part has to be over, as a share of the whole time; what one leaves over is the next one's.
constexpr double endOf(Part part) {
    constexpr std::array kEnds{0.15, 0.3, 0.42, 0.5, 0.8, 1.0};
    return kEnds[static_cast<std::size_t>(part)];
}

std::string libraryOf(const Options& options, const char* usual) {
    return options.library.empty() ? usual : options.library;
}

Result<Facts> factsOf(const gpu::OpenCard& card, const Options& options) {
    Facts facts;
    facts.library = libraryOf(options, gpu::kCudaLibrary);
    facts.card = card.context->card();
    facts.driverVersion = card.driver->version();
    facts.granularity = card.memory->traits().granularity;
    if (!card.memory->traits().hasVirtualMemory)
        return Error(kNoVirtualMemory, {{"device", facts.card.name}});
    MANJU_TRY(facts.memory, card.memory->info());
    gpu::Nvml nvml(systemClock(), libraryOf(options, gpu::kNvmlLibrary));
    facts.nvml = nvml.read(facts.card.pciBusId);
    std::uint64_t room = facts.memory.freeBytes - std::min(facts.memory.freeBytes, kLeftFree);
    if (options.memoryMiB > 0) room = std::min(room, std::uint64_t{options.memoryMiB} << 20);
    facts.room = room / facts.granularity * facts.granularity;
    if (facts.room < kLeastRoom)
        return Error(kTooLittleFree, {{"device", facts.card.name},
                                      {"free", std::to_string(facts.memory.freeBytes >> 20)},
                                      {"needed", std::to_string((kLeastRoom + kLeftFree) >> 20)}});
    return facts;
}

class Run {
public:
    Run(const Options& options, gpu::OpenCard& card, Facts facts)
        : options_(options),
          card_(card),
          deadline_(std::chrono::minutes(options.minutes)),
          day_(bench::pictureDay(kSeed, options.pictures)) {
        found_.facts = std::move(facts);
    }

    Findings all(const Listener& listener) {
        if (listener.facts) listener.facts(found_.facts);
        for (const Part part : kParts) {
            const Deadline end = deadline_.at(endOf(part));
            const Status done = deadline_.hasPassed() ? Status(Done{}) : run(part, end);
            if (!done) found_.failures.push_back({part, done.error()});
            if (done && !isComplete(part)) found_.cutShort.push_back(part);
            found_.seconds = deadline_.seconds();
            if (listener.part) listener.part(part, found_);
        }
        return std::move(found_);
    }

private:
    Status run(Part part, const Deadline& end) {
        switch (part) {
            case Part::Api: {
                const auto costs =
                    measureApi(*card_.memory, *card_.streams, room(), options_.repetitions, end);
                return keep(costs, found_.api);
            }
            case Part::Pieces:
                return keep(checkPieces(*card_.memory, *card_.context, *card_.streams, room(), end),
                            found_.pieces);
            case Part::Trace:
                return compare(1, 1, end, found_.trace, found_.traceData);
            case Part::Tight:
                return compare(1, 2, end, found_.tight, found_.tightData);
            case Part::Remaps:
                return remap(end);
            case Part::ChunkSizes:
                return compareSizes(end);
        }
        return Done{};
    }

    /// What may be used now: others may have taken memory since the start.
    std::uint64_t room() {
        const auto now = card_.memory->info();
        if (!now) return found_.facts.room;  // the next call will say what the matter is
        const std::uint64_t left = now->freeBytes - std::min(now->freeBytes, kLeftFree);
        return std::min(found_.facts.room, left) / found_.facts.granularity * found_.facts.granularity;
    }

    [[nodiscard]] static double factorOf(std::uint64_t bytes, const bench::Workload& workload) {
        return static_cast<double>(bytes) / static_cast<double>(workload.cardBytes);
    }

    Status compare(std::uint64_t share, std::uint64_t of, const Deadline& end,
                   std::optional<TwinOutcome>& outcome, Comparison& data) {
        const std::uint64_t bytes = std::min(room(), day_.cardBytes);
        const double factor = factorOf(bytes, day_);
        MANJU_TRY(const auto work, CardWork::make(*card_.context, *card_.streams));
        PartOfCard part(*card_.memory,
                        bytes * share / of / found_.facts.granularity * found_.facts.granularity);
        auto compared = compareWithTwin(scaledTo(day_, bytes), {part, *card_.streams, *work},
                                        optionsFor(factor, part.traits()), end);
        if (compared) compared->factor = factor;
        const Status collected = work->collectAll();
        data = work->comparison();
        MANJU_CHECK(keep(compared, outcome));
        return collected;
    }

    Status remap(const Deadline& end) {
        const std::uint64_t bytes = std::min(room(), kMostRemapRoom);
        MANJU_TRY(const auto work, CardWork::make(*card_.context, *card_.streams));
        PartOfCard part(*card_.memory, bytes);
        const auto outcome = checkRemaps(part, *card_.streams, *card_.streams, *work, options_.remaps, end);
        const Status collected = work->collectAll();
        found_.remapData = work->comparison();
        MANJU_CHECK(keep(outcome, found_.remaps));
        return collected;
    }

    Status compareSizes(const Deadline& end) {
        const std::uint64_t bytes = std::min(room(), day_.cardBytes);
        MANJU_TRY(const auto work, CardWork::make(*card_.context, *card_.streams));
        const auto sizes = compareChunkSizes(scaledTo(day_, bytes), factorOf(bytes, day_), *card_.memory,
                                             *card_.streams, *work, end);
        const Status collected = work->collectAll();
        found_.chunkData = work->comparison();
        MANJU_CHECK(keep(sizes, found_.chunkSizes));
        return collected;
    }

    template <class T>
    static Status keep(const Result<T>& outcome, std::optional<T>& kept) {
        if (!outcome) return outcome.error();
        kept = *outcome;
        return Done{};
    }

    [[nodiscard]] bool isComplete(Part part) const {
        switch (part) {
            case Part::Api:
                return found_.api && !found_.api->cutShort;
            case Part::Pieces:
                return found_.pieces && !found_.pieces->cutShort;
            case Part::Trace:
                return found_.trace && !found_.trace->cutShort;
            case Part::Tight:
                return found_.tight && !found_.tight->cutShort;
            case Part::Remaps:
                return found_.remaps && !found_.remaps->cutShort;
            case Part::ChunkSizes:
                return found_.chunkSizes &&
                       std::ranges::none_of(*found_.chunkSizes, &ChunkSizeOutcome::cutShort);
        }
        return false;
    }

    const Options& options_;
    gpu::OpenCard& card_;
    Deadline deadline_;
    bench::Workload day_;
    Findings found_;
};

}  // namespace

std::string_view idOf(Part part) {
    constexpr std::array<std::string_view, 6> kIds{"api",   "pieces", "trace",
                                                   "tight", "remaps", "chunk_sizes"};
    return kIds[static_cast<std::size_t>(part)];
}

bool Findings::held() const {
    const bool sizes = !chunkSizes || std::ranges::all_of(*chunkSizes, [](const ChunkSizeOutcome& size) {
        return size.spurious == 0;
    });
    return failures.empty() && pieces && pieces->held() && trace && trace->held() && tight && tight->held() &&
           remaps && remaps->held() && sizes && traceData.mismatches == 0 && tightData.mismatches == 0 &&
           remapData.mismatches == 0 && chunkData.mismatches == 0 && traceData.checks > 0 &&
           tightData.checks > 0 && remapData.checks > 0;
}

Result<Findings> checkDevice(const Options& options, const Listener& listener) {
    gpu::OpenCard card;
    MANJU_CHECK(card.open(libraryOf(options, gpu::kCudaLibrary), static_cast<int>(options.device)));
    MANJU_CHECK(openStreams(*card.streams));
    MANJU_TRY(Facts facts, factsOf(card, options));
    return Run(options, card, std::move(facts)).all(listener);
}

}  // namespace manju::device_check
