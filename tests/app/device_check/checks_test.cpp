// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The checks find what they are there to find: data that was lost, memory given too early, other answers.
#include <gmock/gmock.h>

#include "app/bench/vram/generators.h"
#include "app/device_check/device_check.h"
#include "app/device_check/part_of_card.h"
#include "tests/app/device_check/fake_card.h"

namespace manju::device_check {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using namespace std::chrono_literals;

const Deadline kLongEnough(10min);

/// Streams that a pool believes in and that do less than they should.
class FaultyStreams : public gpu::Streams {
public:
    explicit FaultyStreams(gpu::Streams& streams) : streams_(streams) {}
    Result<gpu::StreamId> open(gpu::StreamPriority priority) override { return streams_.open(priority); }
    Status close(gpu::StreamId stream) override { return streams_.close(stream); }
    Result<gpu::EventId> record(gpu::StreamId stream) override { return streams_.record(stream); }
    Result<bool> isDone(gpu::EventId event) override { return streams_.isDone(event); }
    Status synchronize(gpu::EventId event) override { return streams_.synchronize(event); }
    Status waitFor(gpu::StreamId stream, gpu::EventId event) override {
        return streams_.waitFor(stream, event);
    }
    void discard(gpu::EventId event) override { streams_.discard(event); }

private:
    gpu::Streams& streams_;
};

class NobodyWaits final : public FaultyStreams {
public:
    using FaultyStreams::FaultyStreams;
    Status waitFor(gpu::StreamId /*stream*/, gpu::EventId /*event*/) override { return Done{}; }
};

class AlwaysDone final : public FaultyStreams {
public:
    using FaultyStreams::FaultyStreams;
    Result<bool> isDone(gpu::EventId /*event*/) override { return true; }
};

Result<RemapOutcome> remap(FakeCard& card, gpu::Streams& poolStreams, std::uint64_t wanted) {
    PartOfCard part(*card.memory, 128 * kMiB);
    return checkRemaps(part, poolStreams, *card.streams, *card.work, wanted, kLongEnough);
}

TEST(RemapCheck, HoldsOnAPoolThatKeepsItsRules) {
    FakeCard card;
    const auto outcome = remap(card, *card.streams, 200);
    ASSERT_TRUE(outcome) << outcome.error().debugText();
    EXPECT_TRUE(outcome->held());
    EXPECT_GE(outcome->counters.remaps, 200U);
    EXPECT_LT(outcome->requests, 300U) << "nearly every request moves memory";
    EXPECT_GE(outcome->loadFills, 200U);
    EXPECT_GT(outcome->counters.hostWaits, 20U) << "or there was no load";
    EXPECT_GT(card.work->comparison().checks, 300U);
    EXPECT_EQ(card.work->comparison().mismatches, 0U) << card.work->comparison().first;
}

TEST(RemapCheck, FindsOneLostWord) {
    FakeCard card;
    fakecuda::loseWord(3);  // the first that follows those at the start
    ASSERT_TRUE(remap(card, *card.streams, 50));
    EXPECT_EQ(card.work->comparison().mismatches, 1U);
    EXPECT_THAT(card.work->comparison().first, HasSubstr("found"));
}

TEST(RemapCheck, FindsMemoryThatIsUsedAgainWithoutAWait) {
    FakeCard card;
    fakecuda::recordViolations();
    NobodyWaits streams(*card.streams);
    ASSERT_TRUE(remap(card, streams, 300));
    EXPECT_GT(card.work->comparison().mismatches, 0U);
    EXPECT_THAT(fakecuda::violations(), Not(IsEmpty())) << "or the data would have to be right";
}

TEST(RemapCheck, FindsMemoryThatIsGivenWhileAStreamIsStillToReadIt) {
    FakeCard card;
    fakecuda::recordViolations();
    AlwaysDone streams(*card.streams);
    (void)remap(card, streams, 60);
    (void)card.work->collectAll();
    EXPECT_GT(card.work->comparison().mismatches, 0U);
}

TEST(RemapCheck, EndsWhenItsTimeIsOver) {
    FakeCard card;
    PartOfCard part(*card.memory, 128 * kMiB);
    const auto outcome = checkRemaps(part, *card.streams, *card.streams, *card.work, 1000, Deadline(0s));
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->cutShort);
    EXPECT_FALSE(outcome->held());
}

TEST(PiecesCheck, ServesWhatNoPieceWouldHoldAndKeepsTheRest) {
    FakeCard card;
    const auto outcome = checkPieces(*card.memory, *card.context, *card.streams, 192 * kMiB, kLongEnough);
    ASSERT_TRUE(outcome) << outcome.error().debugText();
    EXPECT_TRUE(outcome->held()) << outcome->comparison.first;
    EXPECT_GT(outcome->asked, 2 * outcome->largestPiece);
    EXPECT_LT(outcome->factor, 0.01);
    EXPECT_GT(outcome->comparedBytes, outcome->bytes / 2);
}

TEST(PiecesCheck, FindsOneLostWord) {
    FakeCard card;
    fakecuda::loseWord(7);
    const auto outcome = checkPieces(*card.memory, *card.context, *card.streams, 192 * kMiB, kLongEnough);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->comparison.mismatches, 1U);
    EXPECT_FALSE(outcome->held());
}

Result<TwinOutcome> compare(FakeCard& card) {
    const bench::Workload day = scaledTo(bench::pictureDay(1, 1), 128 * kMiB);
    PartOfCard part(*card.memory, 80 * kMiB);
    return compareWithTwin(day, {part, *card.streams, *card.work}, optionsFor(0.005, part.traits()),
                           kLongEnough);
}

TEST(TwinCheck, HoldsWhereRequestsAreRefusedToo) {
    FakeCard card;
    const auto outcome = compare(card);
    ASSERT_TRUE(outcome) << outcome.error().debugText();
    EXPECT_TRUE(outcome->held());
    EXPECT_GT(outcome->refusals, 0U);
    EXPECT_LT(outcome->refusals, outcome->requests / 2);
    EXPECT_TRUE(card.work->collectAll());
    EXPECT_GT(card.work->comparison().checks, outcome->requests / 2);
    EXPECT_EQ(card.work->comparison().mismatches, 0U) << card.work->comparison().first;
}

TEST(TwinCheck, FindsACardThatAnswersOtherwise) {
    FakeCard card;
    fakecuda::fail({.call = "cuMemCreate",
                    .first = 20,
                    .count = fakecuda::kForever,
                    .result = static_cast<int>(gpu::cu::Code::OutOfMemory)});
    const auto outcome = compare(card);
    ASSERT_TRUE(outcome);
    EXPECT_GT(outcome->differences, 0U);
    EXPECT_FALSE(outcome->held());
}

TEST(TwinCheck, FindsOneLostWord) {
    FakeCard card;
    fakecuda::loseWord(300);
    ASSERT_TRUE(compare(card));
    ASSERT_TRUE(card.work->collectAll());
    EXPECT_GE(card.work->comparison().mismatches, 1U);
}

}  // namespace
}  // namespace manju::device_check
