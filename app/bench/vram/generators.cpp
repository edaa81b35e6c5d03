// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/generators.h"

#include <array>
#include <vector>

#include "app/bench/vram/random.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;
constexpr std::uint64_t kCard = 24 * kGiB;
constexpr std::uint64_t kMillisecond = 1'000'000;

std::uint64_t takeOut(std::vector<std::uint64_t>& from, std::size_t index) {
    const std::uint64_t value = from[index];
    from[index] = from.back();
    from.pop_back();
    return value;
}

}  // namespace

Workload rmmRandom(std::uint64_t seed, std::uint32_t allocations, std::uint64_t mostBytes) {
    constexpr std::uint64_t kMostLive = 16'000 * kMiB;
    Random random(seed);
    WorkloadWriter writer("rmm_random_" + std::to_string(mostBytes / kMiB) + "MiB", kCard);
    std::vector<std::uint64_t> live;
    for (std::uint32_t made = 0; made < allocations || !live.empty(); writer.wait(kMillisecond)) {
        const std::uint64_t bytes = random.between(1, mostBytes);
        const bool wanted = made < allocations && (live.empty() || random.chance(73));
        if (wanted && writer.liveBytes() + bytes <= kMostLive) {
            live.push_back(writer.allocate(bytes, vram::Region::Transient, "random"));
            ++made;
        } else if (!live.empty()) {
            writer.free(takeOut(live, random.between(0, live.size() - 1)));
        }
        if (made % 64 == 63) writer.finish();
    }
    return writer.take();
}

Workload growingSizes(std::uint32_t steps) {
    constexpr std::uint64_t kRow = 2048 * 2;
    constexpr std::array<std::uint64_t, 3> kFirst{32 * kMiB, 100 * kMiB, 300 * kMiB};
    WorkloadWriter writer("growing_sizes", kCard);
    std::array<std::uint64_t, kFirst.size()> buffers{};
    for (std::uint32_t step = 0; step < steps; ++step) {
        for (std::size_t i = 0; i < kFirst.size(); ++i) {
            if (step > 0) writer.free(buffers[i]);
            buffers[i] = writer.allocate(kFirst[i] + step * (i + 1) * kRow, vram::Region::Sampling, "cache");
        }
        writer.finish();
        writer.wait(20 * kMillisecond);
    }
    return writer.take();
}

Workload adversary(std::uint64_t seed, std::uint32_t rounds) {
    Random random(seed);
    WorkloadWriter writer("adversary", kCard);
    for (std::uint32_t round = 0; round < rounds; ++round) {
        std::vector<std::uint64_t> kept, freed;
        for (bool keep = false;; keep = !keep) {
            const std::uint64_t bytes = random.between(kMiB, 256 * kMiB);
            // 512 MiB are left, so that no allocator is full before the sequence is.
            if (writer.liveBytes() + bytes > kCard - 512 * kMiB) break;
            (keep ? kept : freed).push_back(writer.allocate(bytes, vram::Region::Sampling, "fill"));
        }
        for (const std::uint64_t block : freed) writer.free(block);
        writer.finish();
        for (const std::uint64_t percent : {50, 75, 90}) {
            const std::uint64_t bytes = (kCard - writer.liveBytes()) / 100 * percent;
            writer.free(writer.allocate(bytes, vram::Region::Decode, "large"));
            writer.finish();
        }
        // By turns, so that the survivors of one round do not lie as those of the last.
        while (!kept.empty()) {
            if (random.chance(20) && kCard - writer.liveBytes() > 4 * kGiB) {
                const std::uint64_t burst = random.between(2 * kGiB, 4 * kGiB);
                writer.free(writer.allocate(burst, vram::Region::Oversize, "burst"));
            }
            writer.free(takeOut(kept, random.between(0, kept.size() - 1)));
            writer.wait(kMillisecond);
        }
        writer.finish();
    }
    return writer.take();
}

}  // namespace manju::bench
