// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "app/bench/vram/workload.h"

/// Workloads from a seed: equal arguments give equal workloads on every machine.
namespace manju::bench {

/// The random benchmark of RMM (rapidsai/rmm, cpp/benchmarks/random_allocations): sizes evenly from 1 byte
/// to `mostBytes`, an allocation with 73 %, else a random block is freed, 16,000 MiB at most live; on a
/// card of 24 GiB.
Workload rmmRandom(std::uint64_t seed, std::uint32_t allocations, std::uint64_t mostBytes);

/// Buffers that are freed and asked for again a little larger in every step, as in llama.cpp#22107: three
/// of them, by a row of 2,048 half-precision numbers each time.
Workload growingSizes(std::uint32_t steps);

/// Rounds of an adversary on a full card: random sizes of 1 to 256 MiB until it is full, every second one
/// freed, then 50, 75 and 90 % of the free bytes at once, then bursts of oversize requests.
Workload adversary(std::uint64_t seed, std::uint32_t rounds);

/// Pictures of mixed sizes while other programs take 0 to 3 GB of the card, changing at random.
Workload otherPrograms(std::uint64_t seed, std::uint32_t pictures);

/// Hours of mixed pictures on a card of 24 GiB, see picture_day.cpp for what is asked and why.
Workload pictureDay(std::uint64_t seed, std::uint32_t pictures);

}  // namespace manju::bench
