// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/admission_day.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/bench/vram/random.h"
#include "core/sched/block_ledger.h"

namespace manju::bench {
namespace {

constexpr std::int64_t kHour = 3'600'000;  // milliseconds

// SDXL's weights in half precision, the VAE's in single (the numbers are those of picture_day.cpp); the
// driver's context; the cache of LoRAs at its limit; a cushion of a twentieth of the card.
constexpr std::uint64_t kWeights = 2 * (2'567'463'684 + 123'060'480 + 694'659'840) + 4 * 83'653'863;
constexpr std::uint64_t kContext = 600'000'000, kLoras = 2'400'000'000, kCushion = kAdmissionCardBytes / 20;
constexpr std::uint64_t kOversize = 12'000'000'000;

// The maps that picture_day.cpp has the UNet hold are 210 bytes a pixel at their most, for all pictures of a
// batch at once. The VAE decodes one after the other, in half precision with half of the bytes there, and
// larger pictures in tiles of the second pass's size. Finished pictures wait in half precision. With weights
// and context that is 11.8 GB at 1024x1024 and 15.7 GB at 1080x1920.
constexpr std::uint64_t kSamplePerPixel = 210, kDecodePerPixel = 3840, kFinishedPerPixel = 6;
constexpr std::uint64_t kTile = 1080 * 1920;

struct Kind {
    std::uint64_t pixels;
    std::uint64_t mostBatch;
    bool is4K;
};
constexpr std::array kOrdinary{Kind{1024 * 1024, 4, false}, Kind{832 * 1216, 4, false}};
constexpr std::array kLarge{Kind{1080 * 1920, 4, false}, Kind{3840 * 2160, 1, true}};
/// Each is as frequent as the others.
constexpr std::array<std::uint64_t, 10> kBatches{1, 1, 1, 1, 1, 1, 2, 4, 4, 4};

/// Of 1080x1920 a picture is sampled and decoded in 6.3 s, and written in 1.9 s whatever its size; a task's
/// prompt takes 0.3 s.
std::int64_t lengthOf(const Kind& kind, std::uint64_t batch) {
    return static_cast<std::int64_t>(300 + batch * (6300 * kind.pixels / kTile + 1900));
}

AdmissionTask taskOf(const Kind& kind, std::uint64_t batch, std::int64_t arrival) {
    batch = std::min(batch, kind.mostBatch);
    const std::uint64_t decode = std::min(kind.pixels, kTile) * kDecodePerPixel;
    const std::uint64_t peak =
        std::max(kind.pixels * batch * kSamplePerPixel, decode + kind.pixels * batch * kFinishedPerPixel);
    return {arrival, lengthOf(kind, batch), peak, kind.is4K || kWeights + kContext + peak > kOversize};
}

/// Blocks times milliseconds of a task, the mean of all that are drawn from `kinds`.
std::uint64_t meanCost(std::span<const Kind> kinds) {
    const sched::BlockLedger ledger;
    std::uint64_t sum = 0;
    for (const Kind& kind : kinds)
        for (const std::uint64_t batch : kBatches) {
            const AdmissionTask task = taskOf(kind, batch, 0);
            sum += ledger.blocksOf(task.peakBytes) * static_cast<std::uint64_t>(task.length);
        }
    return sum / (kinds.size() * kBatches.size());
}

}  // namespace

std::string_view idOf(DayKind kind) {
    return kind == DayKind::Steady ? "steady" : "bursts";
}

std::uint64_t bytesForTasks() {
    return kAdmissionCardBytes - kWeights - kContext - kLoras - kCushion;
}

/// By day tasks fill three quarters of all blocks, in the first eight hours half. In a quarter of the hours
/// 15 of 100 are large; in the others 5, or none.
std::vector<AdmissionTask> admissionDay(DayKind kind, std::uint64_t seed, std::int64_t hours) {
    constexpr std::int64_t kStep = 20;  // milliseconds, in which at most one task comes
    constexpr std::uint64_t kMillion = 1'000'000;
    const std::uint64_t blocks = bytesForTasks() / sched::BlockLedger::kBlockBytes * kAdmissionCards;
    const std::uint64_t ordinaryCost = meanCost(kOrdinary), largeCost = meanCost(kLarge);
    Random random(seed);
    std::vector<AdmissionTask> tasks;
    for (std::int64_t hour = 0; hour < hours; ++hour) {
        const std::uint64_t largePercent = random.chance(25) ? 15 : kind == DayKind::Steady ? 5 : 0;
        const std::uint64_t loadPercent = hour % 24 < 8 ? 50 : 75;
        const std::uint64_t cost = (100 - largePercent) * ordinaryCost + largePercent * largeCost;
        const std::uint64_t perMillionSteps = loadPercent * blocks * kStep * kMillion / cost;
        for (std::int64_t at = hour * kHour; at < (hour + 1) * kHour; at += kStep) {
            if (random.between(1, kMillion) > perMillionSteps) continue;
            const auto& kinds = random.chance(largePercent) ? kLarge : kOrdinary;
            const Kind& drawn = kinds[random.between(0, kinds.size() - 1)];
            tasks.push_back(taskOf(drawn, kBatches[random.between(0, kBatches.size() - 1)], at));
        }
    }
    return tasks;
}

}  // namespace manju::bench
