// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/host/sim_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/gpu/recorded_violations.h"

namespace manju::gpu {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr AddressSpan kSpan{0x10000, 0x1000};
constexpr AddressSpan kItsEnd{0x10fff, 0x10};
constexpr AddressSpan kBehind{0x11000, 0x1000};
const auto kUnordered = HasSubstr("without an order");

SimWork reading(AddressSpan span) {
    return {.reads = {span}, .writes = {}, .duration = 1ms};
}
SimWork writing(AddressSpan span) {
    return {.reads = {}, .writes = {span}, .duration = 1ms};
}

class SimStreamsTest : public ::testing::Test {
protected:
    RecordedViolations violations_;
    SimStreams streams_{violations_.handler()};
    StreamId first_ = streams_.open(StreamPriority::Normal).value();
    StreamId second_ = streams_.open(StreamPriority::Normal).value();
};

TEST_F(SimStreamsTest, TheOrderOfOneStreamIsEnough) {
    streams_.launch(first_, writing(kSpan));
    streams_.launch(first_, reading(kSpan));
    streams_.launch(first_, writing(kSpan));
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(SimStreamsTest, TwoStreamsMayReadButNotWriteWithoutAnOrder) {
    streams_.launch(first_, reading(kSpan));
    streams_.launch(second_, reading(kSpan));
    EXPECT_THAT(violations_.all(), IsEmpty());
    streams_.launch(second_, writing(kItsEnd));
    EXPECT_THAT(violations_.all(), ElementsAre(kUnordered));
}

TEST_F(SimStreamsTest, EachKindOfUnorderedOverlapIsFound) {
    for (const auto& [before, after] :
         {std::pair{writing(kSpan), writing(kItsEnd)}, std::pair{writing(kItsEnd), reading(kSpan)},
          std::pair{reading(kSpan), writing(kItsEnd)}}) {
        RecordedViolations violations;
        SimStreams streams(violations.handler());
        streams.launch(streams.open(StreamPriority::Normal).value(), before);
        streams.launch(kDefaultStream, after);
        EXPECT_THAT(violations.all(), ElementsAre(kUnordered));
    }
}

TEST_F(SimStreamsTest, SpansThatOnlyTouchDoNotOverlap) {
    streams_.launch(first_, writing(kSpan));
    streams_.launch(second_, writing(kBehind));
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(SimStreamsTest, EffectsHappenWhenTheClockPassesTheEndOfTheirWork) {
    std::string happened;
    const auto marking = [&](char mark, std::chrono::milliseconds duration) {
        return SimWork{
            .reads = {}, .writes = {}, .duration = duration, .effect = [&, mark] { happened += mark; }};
    };
    streams_.launch(first_, marking('c', 5ms));
    streams_.launch(second_, marking('a', 2ms));
    streams_.launch(second_, marking('b', 1ms));
    streams_.advance(1ms);
    EXPECT_EQ(happened, "");
    streams_.advance(2ms);
    EXPECT_EQ(happened, "ab");
    ASSERT_TRUE(streams_.synchronize(streams_.record(first_).value()).ok());
    EXPECT_EQ(happened, "abc");
    streams_.launch(second_, marking('d', 0ms));
    EXPECT_EQ(happened, "abcd") << "an event after it would be done already";
}

TEST_F(SimStreamsTest, WaitingForAnEventIsAnOrder) {
    streams_.launch(first_, writing(kSpan));
    const EventId event = streams_.record(first_).value();
    ASSERT_TRUE(streams_.waitFor(second_, event).ok());
    streams_.launch(second_, writing(kSpan));
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(SimStreamsTest, AnEventOrdersOnlyWhatWasBeforeIt) {
    const EventId event = streams_.record(first_).value();
    streams_.launch(first_, writing(kSpan));
    ASSERT_TRUE(streams_.waitFor(second_, event).ok());
    streams_.launch(second_, writing(kSpan));
    EXPECT_THAT(violations_.all(), ElementsAre(kUnordered));
}

TEST_F(SimStreamsTest, OrdersAddUpOverStreams) {
    const StreamId third = streams_.open(StreamPriority::High).value();
    streams_.launch(first_, writing(kSpan));
    ASSERT_TRUE(streams_.waitFor(second_, streams_.record(first_).value()).ok());
    streams_.launch(second_, writing(kBehind));
    ASSERT_TRUE(streams_.waitFor(third, streams_.record(second_).value()).ok());
    streams_.launch(third, writing(kSpan));
    streams_.launch(third, writing(kBehind));
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(SimStreamsTest, AnEventTheHostHasSeenOrdersEveryStream) {
    streams_.launch(first_, writing(kSpan));
    const EventId event = streams_.record(first_).value();
    ASSERT_TRUE(streams_.synchronize(event).ok());
    streams_.launch(second_, writing(kSpan));
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(SimStreamsTest, AskingInVainIsNoOrder) {
    streams_.launch(first_, writing(kSpan));
    const EventId event = streams_.record(first_).value();
    ASSERT_FALSE(streams_.isDone(event).value());
    streams_.launch(second_, writing(kSpan));
    EXPECT_THAT(violations_.all(), ElementsAre(kUnordered));
}

// A pool that relied on durations would be right on one card and wrong on the next.
TEST_F(SimStreamsTest, WorkThatEndedUnseenStillCounts) {
    streams_.launch(first_, writing(kSpan));
    const EventId event = streams_.record(first_).value();
    streams_.advance(1h);
    EXPECT_TRUE(streams_.isInUse(kItsEnd));
    EXPECT_FALSE(streams_.isInUse(kBehind));
    streams_.launch(second_, reading(kSpan));
    EXPECT_THAT(violations_.all(), ElementsAre(kUnordered));
    EXPECT_TRUE(streams_.isDone(event).value());
    EXPECT_TRUE(streams_.isInUse(kSpan)) << "the other stream's";
    ASSERT_TRUE(streams_.synchronize(streams_.record(second_).value()).ok());
    EXPECT_FALSE(streams_.isInUse(kSpan));
}

TEST_F(SimStreamsTest, SeeingOneEventIsSeeingWhatItWaitedFor) {
    streams_.launch(first_, writing(kSpan));
    ASSERT_TRUE(streams_.waitFor(second_, streams_.record(first_).value()).ok());
    ASSERT_TRUE(streams_.synchronize(streams_.record(second_).value()).ok());
    EXPECT_FALSE(streams_.isInUse(kSpan));
}

TEST_F(SimStreamsTest, TheClockMovesOnlyWhenToldAndWhenSomeoneWaits) {
    streams_.launch(first_, {.reads = {}, .writes = {}, .duration = 3ms});
    streams_.launch(first_, {.reads = {}, .writes = {}, .duration = 4ms});
    const EventId event = streams_.record(first_).value();
    EXPECT_EQ(streams_.now(), 0ns);
    EXPECT_EQ(streams_.hostWaits(), 0U);
    ASSERT_TRUE(streams_.synchronize(event).ok());
    EXPECT_EQ(streams_.now(), 7ms);
    EXPECT_EQ(streams_.hostWaits(), 1U);
    ASSERT_TRUE(streams_.synchronize(event).ok());
    EXPECT_EQ(streams_.hostWaits(), 1U) << "it had come";
    streams_.advance(2ms);
    streams_.launch(first_, {.reads = {}, .writes = {}, .duration = 1ms});
    ASSERT_TRUE(streams_.synchronize(streams_.record(first_).value()).ok());
    EXPECT_EQ(streams_.now(), 10ms) << "work starts when it is launched, at the earliest";
}

TEST_F(SimStreamsTest, EventsAreCountedAndDiscardedOnce) {
    const EventId event = streams_.record(first_).value();
    EXPECT_EQ(streams_.openEvents(), 1U);
    streams_.discard(event);
    EXPECT_EQ(streams_.openEvents(), 0U);
    EXPECT_THAT(violations_.all(), IsEmpty());
    streams_.discard(event);
    EXPECT_THAT(violations_.all(), ElementsAre(HasSubstr("discarded twice")));
}

TEST_F(SimStreamsTest, WorkForAClosedStreamIsAViolation) {
    ASSERT_TRUE(streams_.close(first_).ok());
    streams_.launch(first_, writing(kSpan));
    EXPECT_THAT(violations_.all(), ElementsAre(HasSubstr("not open")));
    EXPECT_FALSE(streams_.isInUse(kSpan));
}

TEST(SimStreamsDeathTest, WithoutAHandlerAViolationEndsTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            SimStreams streams;
            streams.discard(EventId{1});
        },
        "the simulated card found: an event was discarded twice");
}

}  // namespace
}  // namespace manju::gpu
