// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The pool over the CUDA back end, whose driver is the fake one.
#include <cstring>

#include "tests/core/vram/cuda_card.h"

namespace manju::vram {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;
constexpr std::uint64_t kGiB = 1 << 30;

/// The machine's only card.
struct CudaCardPool : testing::CudaCard {
    explicit CudaCardPool(fakecuda::Card card) : CudaCard(started(std::move(card))) {}

private:
    static int started(fakecuda::Card card) {
        fakecuda::reset({std::move(card)});
        return 0;
    }
};

void stamp(const Block& block, std::uint64_t value) {
    std::memcpy(reinterpret_cast<void*>(block.address), &value, 8);  // NOLINT(performance-no-int-to-ptr)
}

std::uint64_t stampOf(const Block& block) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(block.address),
                8);  // NOLINT(performance-no-int-to-ptr)
    return value;
}

TEST(PoolOnCuda, GivesALargeRequestFromPiecesThatAreFarApart) {
    CudaCardPool card({});
    std::vector<Block> kept, freed;
    for (int i = 0; i < 5; ++i) {
        freed.push_back(card.get(i == 0 ? 2 * kGiB : 3 * kGiB / 2));
        kept.push_back(card.get(3200 * kMiB, Region::Resident));
        stamp(kept.back(), 100 + static_cast<std::uint64_t>(i));
    }
    for (const Block& block : freed) card.pool->free(block.id);
    const Block large = card.get(6 * kGiB);
    stamp(large, 7);
    for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(stampOf(kept[i]), 100 + i);
    EXPECT_EQ(stampOf(large), 7u);
    card.pool->validate();
    card.pool->free(large.id);
    for (const Block& block : kept) card.pool->free(block.id);
}

TEST(PoolOnCuda, ADriverThatIsNotReadyIsAskedAgain) {
    CudaCardPool card({});
    fakecuda::fail(
        {.call = "cuMemSetAccess", .count = 3, .result = static_cast<int>(gpu::cu::Code::NotReady)});
    const Block block = card.get(100 * kMiB);
    stamp(block, 5);
    EXPECT_EQ(card.pool->stats().counters.notReadyRetries, 3u);
    EXPECT_EQ(card.pool->stats().counters.rollbacks, 3u);
    card.pool->validate();
    card.pool->free(block.id);
}

TEST(PoolOnCuda, ACardWithoutVirtualMemoryIsUsedInWholePieces) {
    CudaCardPool card({.totalBytes = kGiB, .virtualMemory = fakecuda::VirtualMemory::Claimed});
    const Block first = card.get(300 * kMiB), second = card.get(300 * kMiB);
    card.pool->free(first.id);
    card.pool->free(second.id);
    const Block large = card.get(900 * kMiB);
    card.pool->validate();
    card.pool->free(large.id);
}

}  // namespace
}  // namespace manju::vram
