// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The models' rules on sequences worked out by hand.
#include <gtest/gtest.h>

#include "app/bench/vram/tlsf.h"
#include "app/bench/vram/torch_expandable.h"
#include "app/bench/vram/torch_plain.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;

template <class Model>
struct Bench {
    explicit Bench(std::uint64_t totalBytes) : card(totalBytes), model(card) {}

    std::optional<Placement> get(std::uint64_t bytes, std::uint32_t stream = 0) {
        const auto placement = model.allocate({bytes, stream, {}, 0});
        if (placement) work(*placement, stream);
        return placement;
    }
    void work(const Placement& placement, std::uint32_t stream) {
        card.order.queue(stream);
        model.work(placement.handle, stream);
    }
    void free(const std::optional<Placement>& placement) { model.free(placement->handle); }
    /// Whether the model would serve what it says it would, and no more.
    void expectLargest(std::uint64_t bytes) {
        EXPECT_EQ(model.largest().afterWaiting, bytes);
        EXPECT_FALSE(get(bytes + 1));
        const auto placement = get(bytes);
        ASSERT_TRUE(placement);
        free(placement);
    }

    Card card;
    Model model;
};

TEST(TorchPlainModel, SegmentsHaveTheDocumentedSizes) {
    Bench<TorchPlain> bench(4 * kGiB);
    const auto small = bench.get(1);
    EXPECT_EQ(small->granted, 512u);
    EXPECT_EQ(bench.card.physical(), 2 * kMiB);
    EXPECT_EQ(bench.get(kMiB)->address, small->address + 512) << "packed in the same small segment";
    EXPECT_TRUE(bench.get(kMiB));
    EXPECT_EQ(bench.card.physical(), 4 * kMiB);
    const auto middle = bench.get(kMiB + 1);
    EXPECT_EQ(middle->granted, kMiB + 512);
    EXPECT_EQ(bench.card.physical(), 24 * kMiB);
    EXPECT_EQ(bench.get(9 * kMiB)->address, middle->address + middle->granted);
    const auto large = bench.get(21 * kMiB + 1);
    EXPECT_EQ(large->granted, 22 * kMiB) << "a rest of at most 1 MiB is not split off";
    EXPECT_EQ(bench.get(20 * kMiB + 1)->granted, 20 * kMiB + 512);
    EXPECT_EQ(bench.card.physical(), (24 + 22 + 22) * kMiB);
}

TEST(TorchPlainModel, TakesTheSmallestBlockThatFitsOfItsOwnStream) {
    Bench<TorchPlain> bench(4 * kGiB);
    const auto wide = bench.get(200 * kMiB), narrow = bench.get(100 * kMiB);
    bench.free(wide);
    bench.free(narrow);
    EXPECT_EQ(bench.get(50 * kMiB)->address, narrow->address);
    EXPECT_EQ(bench.get(50 * kMiB)->address, narrow->address + 50 * kMiB) << "the rest of it";
    EXPECT_NE(bench.get(50 * kMiB, 1)->address, wide->address) << "another stream's";
    EXPECT_EQ(bench.card.physical(), 350 * kMiB);
}

TEST(TorchPlainModel, ABlockOfTwoStreamsIsReusedAfterBoth) {
    Bench<TorchPlain> bench(4 * kGiB);
    const auto shared = bench.get(100 * kMiB);
    bench.work(*shared, 1);
    bench.free(shared);
    EXPECT_NE(bench.get(100 * kMiB)->address, shared->address);
    bench.card.order.finish(1);
    EXPECT_EQ(bench.get(100 * kMiB)->address, shared->address);
}

TEST(TorchPlainModel, ASliverPinsItsSegment) {  // pytorch#35901
    Bench<TorchPlain> bench(12 * kGiB);
    const auto large = bench.get(11 * kGiB);
    bench.free(large);
    const auto sliver = bench.get(16'515'072);
    EXPECT_EQ(sliver->address, large->address);
    EXPECT_FALSE(bench.get(11 * kGiB));
    EXPECT_EQ(bench.model.strandedBytes(), 11 * kGiB - 16'515'072);
    bench.expectLargest(11 * kGiB - 16'515'072);
    bench.free(sliver);
    EXPECT_TRUE(bench.get(11 * kGiB));
}

TEST(TorchPlainModel, GivesWholeSegmentsBackWhenTheCardIsFull) {
    Bench<TorchPlain> bench(kGiB);
    const auto first = bench.get(400 * kMiB), second = bench.get(400 * kMiB);
    bench.free(first);
    bench.free(second);
    EXPECT_EQ(bench.model.largest().now, 400 * kMiB);
    bench.expectLargest(kGiB);
    EXPECT_EQ(bench.card.order.hostWaits(), 1u) << "giving back waits for the card";
}

TEST(TorchExpandableModel, GrowsAtTheEndByPages) {
    Bench<TorchExpandable> bench(4 * kGiB);
    const auto first = bench.get(30 * kMiB);
    EXPECT_EQ(bench.card.physical(), 40 * kMiB);
    const std::uint64_t calls = bench.card.calls();
    EXPECT_EQ(calls, 2 * 2 + 1u) << "two pages made and mapped, access set once";
    EXPECT_EQ(bench.get(30 * kMiB)->address, first->address + 30 * kMiB) << "the rest grows";
    EXPECT_EQ(bench.card.physical(), 60 * kMiB);
    EXPECT_TRUE(bench.get(100));
    EXPECT_EQ(bench.card.physical(), 62 * kMiB);
}

TEST(TorchExpandableModel, UnmapsEmptyPagesAndCannotMoveTheOthers) {
    Bench<TorchExpandable> bench(400 * kMiB);
    const auto first = bench.get(200 * kMiB), sliver = bench.get(10 * kMiB);
    bench.free(first);
    // 200 MiB before the sliver are whole pages, its own page has 10 MiB more, 180 are unused. Behind it the
    // range has addresses for 240 MiB only, so another range of pages is begun.
    EXPECT_EQ(bench.model.strandedBytes(), 10 * kMiB);
    bench.expectLargest(380 * kMiB);
    EXPECT_EQ(bench.card.physical(), 20 * kMiB + 380 * kMiB);
    bench.free(sliver);
    bench.expectLargest(400 * kMiB);
}

TEST(TorchExpandableModel, ThePagesOfOneStreamServeAnotherOnlyWhenEmpty) {
    Bench<TorchExpandable> bench(400 * kMiB);
    std::vector<std::optional<Placement>> blocks;
    for (int i = 0; i < 20; ++i) blocks.push_back(bench.get(20 * kMiB - 512 * (i % 2)));
    for (int i = 0; i < 20; i += 2) bench.free(blocks[static_cast<std::size_t>(i)]);
    EXPECT_FALSE(bench.get(200 * kMiB, 1)) << "the blocks do not lie on pages' borders";
    EXPECT_TRUE(bench.get(20 * kMiB, 1)) << "but the first does";
}

TEST(TlsfModel, RoundsRequestsUpToAClassWhileSearching) {
    Bench<Tlsf> bench(kGiB);
    EXPECT_EQ(bench.card.physical(), kGiB);
    const auto first = bench.get(100 * kMiB);
    (void)bench.get(kMiB);
    bench.free(first);
    bench.card.order.finish(0);
    // 923 MiB are left at the end, in the class from 912 MiB (32 classes between 512 MiB and 1 GiB).
    bench.expectLargest(912 * kMiB);
}

TEST(TlsfModel, MergesByAddressOnceWorkHasEnded) {
    Bench<Tlsf> bench(kGiB);
    const auto first = bench.get(256 * kMiB), second = bench.get(256 * kMiB), third = bench.get(512 * kMiB);
    bench.free(first);
    bench.free(second);
    EXPECT_EQ(bench.model.largest().now, 0u);
    EXPECT_EQ(bench.model.largest().afterWaiting, 512 * kMiB);
    EXPECT_EQ(bench.get(512 * kMiB)->address, first->address);
    EXPECT_EQ(bench.card.order.hostWaits(), 1u);
    bench.free(third);
    EXPECT_FALSE(bench.get(513 * kMiB));
}

}  // namespace
}  // namespace manju::bench
