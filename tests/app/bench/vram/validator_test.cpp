// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/validator.h"

#include <gtest/gtest.h>

#include "app/bench/vram/replay.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;

/// Gives addresses one after the other, and breaks one rule.
class Careless final : public Allocator {
public:
    enum class Fault { None, Overlap, EarlyReuse, Askew, TooSmall, NoMemory, UnmapInFlight, Refusal };
    Careless(Card& card, Fault fault) : card_(card), fault_(fault) {
        start_ = next_ = card_.addresses(card_.total(), 2 * kMiB);
        EXPECT_TRUE(card_.take(card_.total()));
        card_.map(start_, card_.total());
    }

    std::optional<Placement> allocate(const BlockRequest& request) override {
        const std::uint64_t nth = ++requests_;
        if (fault_ == Fault::Refusal && nth == 2) return std::nullopt;
        if (nth == 3 && freed_ != 0) {  // correct for the stream that had it
            if (fault_ == Fault::UnmapInFlight) card_.unmap(freed_, kMiB);
            if (fault_ == Fault::UnmapInFlight) card_.map(freed_, kMiB);
            return Placement{nth, freed_, request.bytes};
        }
        Placement placement{nth, next_, request.bytes};
        next_ += request.bytes;
        if (nth == 2 && fault_ == Fault::Overlap) placement.address -= 512;
        if (nth == 2 && fault_ == Fault::Askew) placement.address += 8;
        if (nth == 2 && fault_ == Fault::TooSmall) placement.granted -= 512;
        if (nth == 2 && fault_ == Fault::NoMemory) placement.address = start_ + card_.total() - 512;
        addresses_.push_back(placement.address);
        return placement;
    }
    void work(std::uint64_t /*handle*/, std::uint32_t /*stream*/) override {}
    void free(std::uint64_t handle) override { freed_ = addresses_[handle - 1]; }
    Largest largest() override { return {}; }
    std::uint64_t strandedBytes() override { return 0; }
    [[nodiscard]] std::uint64_t pieceBytes(std::uint64_t /*request*/) const override { return 2 * kMiB; }

private:
    Card& card_;
    Fault fault_;
    std::uint64_t start_ = 0, next_ = 0, requests_ = 0, freed_ = 0;
    std::vector<std::uint64_t> addresses_;
};
using Fault = Careless::Fault;

/// Two blocks; the second is freed and then asked for again by `stream`.
Outcome play(Fault fault, std::uint32_t stream = 0, bool finish = false) {
    WorkloadWriter writer("two blocks", kGiB);
    writer.allocate(kMiB, vram::Region::Decode, "first");
    const std::uint64_t second = writer.allocate(kMiB, vram::Region::Decode, "second");
    writer.free(second);
    if (finish) writer.finish();
    writer.allocate(kMiB, vram::Region::Decode, "third", stream);
    Card card(kGiB);
    Careless allocator(card, fault);
    return replay(writer.take(), card, allocator);
}

bool contains(const Outcome& outcome, const std::string& sentence) {
    return std::ranges::find(outcome.violations, sentence) != outcome.violations.end();
}

TEST(Validator, FindsNothingWrongWithACarefulOne) {
    EXPECT_EQ(play(Fault::None).violations, std::vector<std::string>{});
    EXPECT_EQ(play(Fault::None, 1, true).violations, std::vector<std::string>{});
}

TEST(Validator, FindsWhatABlockMayNotBe) {
    EXPECT_TRUE(contains(play(Fault::Overlap), "block 1 overlaps another"));
    EXPECT_TRUE(contains(play(Fault::Askew), "block 1 lies askew"));
    EXPECT_TRUE(contains(play(Fault::TooSmall), "block 1 is smaller than asked for"));
    EXPECT_TRUE(contains(play(Fault::NoMemory), "block 1 has no memory"));
}

TEST(Validator, FindsMemoryThatAnotherStreamStillUses) {
    EXPECT_TRUE(contains(play(Fault::EarlyReuse, 1), "block 2 lies where another stream still works"));
}

TEST(Validator, FindsMemoryThatGoesInFlight) {
    const Outcome early = play(Fault::UnmapInFlight);
    EXPECT_EQ(early.unmapsInFlight, 1u);
    EXPECT_EQ(early.bytesCopied, 0u);
    EXPECT_EQ(play(Fault::UnmapInFlight, 0, true).unmapsInFlight, 0u);
}

TEST(Validator, CountsRefusalsByItsOwnBytes) {
    const Outcome outcome = play(Fault::Refusal);
    EXPECT_EQ(outcome.refusals, 1u);
    EXPECT_EQ(outcome.spurious, 1u);
    EXPECT_EQ(outcome.unexpected, 1u);

    Card card(4 * kMiB);
    Validator validator(card);
    const std::uint64_t start = card.addresses(4 * kMiB, 2 * kMiB);
    EXPECT_TRUE(card.take(4 * kMiB));
    card.map(start, 4 * kMiB);
    validator.placed(0, {0, start + kMiB, 2 * kMiB}, {2 * kMiB, 0, {}, 0}, 2 * kMiB);
    validator.refused({2 * kMiB, 0, {}, 0}, 2 * kMiB);
    EXPECT_EQ(validator.counts().bytesFree, 1u);
    EXPECT_EQ(validator.counts().spurious, 0u) << "no whole piece is free";
    validator.freed(0);
    validator.refused({4 * kMiB, 0, {}, 0}, 2 * kMiB);
    EXPECT_EQ(validator.counts().spurious, 1u);
    validator.refused({4 * kMiB + 1, 0, {}, 0}, 2 * kMiB);
    EXPECT_EQ(validator.counts().spurious, 1u);
}

TEST(Validator, CountsHeldBytesWhoseMemoryGoes) {
    Card card(kGiB);
    Validator validator(card);
    const std::uint64_t start = card.addresses(4 * kMiB, 2 * kMiB);
    card.map(start, 4 * kMiB);
    validator.placed(0, {0, start, 3 * kMiB}, {3 * kMiB, 0, {}, 0}, 2 * kMiB);
    card.unmap(start + 2 * kMiB, 2 * kMiB);
    EXPECT_EQ(validator.counts().movedLive, kMiB);
    EXPECT_EQ(validator.violations().size(), 1u);
}

}  // namespace
}  // namespace manju::bench
