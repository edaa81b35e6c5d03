// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/gpu/errors.h"
#include "tests/contract/gpu/rig.h"
#include "tests/support/result_matchers.h"

// What every Streams does, whatever is behind it.
namespace manju::gpu::test {
namespace {

using namespace std::chrono_literals;
using manju::testing::FailsWith;
using manju::testing::Succeeds;

class StreamsContract : public ::testing::TestWithParam<RigKind> {
protected:
    StreamId opened(StreamPriority priority = StreamPriority::Normal) {
        return streams_.open(priority).value();
    }
    EventId recorded(StreamId stream) { return streams_.record(stream).value(); }
    bool isDone(EventId event) { return streams_.isDone(event).value(); }
    void launch(StreamId stream, std::chrono::nanoseconds duration) {
        rig_->launch(stream, {.reads = {}, .writes = {}, .duration = duration});
    }

    std::unique_ptr<Rig> rig_ = GetParam().make();
    Streams& streams_ = rig_->streams();
};

TEST_P(StreamsContract, StreamsAreDistinct) {
    const StreamId normal = opened();
    const StreamId high = opened(StreamPriority::High);
    EXPECT_NE(normal, kDefaultStream);
    EXPECT_NE(high, kDefaultStream);
    EXPECT_NE(normal, high);
}

TEST_P(StreamsContract, AnEventOfAnIdleStreamIsDone) {
    EXPECT_TRUE(isDone(recorded(kDefaultStream)));
    EXPECT_TRUE(isDone(recorded(opened())));
}

TEST_P(StreamsContract, AnEventComesAfterTheWorkBeforeIt) {
    for (const StreamId stream : {kDefaultStream, opened()}) {
        launch(stream, 10ms);
        const EventId first = recorded(stream);
        launch(stream, 5ms);
        const EventId second = recorded(stream);
        EXPECT_FALSE(isDone(first));
        rig_->advance(9ms);
        EXPECT_FALSE(isDone(first));
        rig_->advance(1ms);
        EXPECT_TRUE(isDone(first));
        EXPECT_FALSE(isDone(second));
        rig_->advance(5ms);
        EXPECT_TRUE(isDone(second));
        EXPECT_TRUE(isDone(first)) << "it stays done";
    }
}

TEST_P(StreamsContract, StreamsRunBesideEachOther) {
    const StreamId slow = opened();
    const StreamId fast = opened();
    launch(slow, 10ms);
    launch(fast, 1ms);
    const EventId late = recorded(slow);
    const EventId early = recorded(fast);
    rig_->advance(1ms);
    EXPECT_TRUE(isDone(early));
    EXPECT_FALSE(isDone(late));
}

TEST_P(StreamsContract, TheDefaultStreamWaitsForNoOther) {
    launch(opened(), 10ms);
    EXPECT_TRUE(isDone(recorded(kDefaultStream)));
}

TEST_P(StreamsContract, AStreamThatWaitsRunsAfterTheEvent) {
    const StreamId first = opened();
    const StreamId second = opened();
    launch(first, 10ms);
    const EventId event = recorded(first);
    ASSERT_THAT(streams_.waitFor(second, event), Succeeds());
    EXPECT_FALSE(isDone(event)) << "nothing waits on the host";
    launch(second, 2ms);
    const EventId after = recorded(second);
    rig_->advance(10ms);
    EXPECT_TRUE(isDone(event));
    EXPECT_FALSE(isDone(after));
    rig_->advance(2ms);
    EXPECT_TRUE(isDone(after));
}

TEST_P(StreamsContract, SynchronizeReturnsAfterTheEvent) {
    const StreamId stream = opened();
    launch(stream, 10ms);
    const EventId event = recorded(stream);
    ASSERT_FALSE(isDone(event));
    ASSERT_THAT(streams_.synchronize(event), Succeeds());
    EXPECT_TRUE(isDone(event));
    ASSERT_THAT(streams_.synchronize(event), Succeeds()) << "a second time";
}

TEST_P(StreamsContract, WorkOfAClosedStreamRunsToItsEnd) {
    const StreamId stream = opened();
    launch(stream, 10ms);
    const EventId event = recorded(stream);
    ASSERT_THAT(streams_.close(stream), Succeeds());
    EXPECT_FALSE(isDone(event));
    rig_->advance(10ms);
    EXPECT_TRUE(isDone(event));
}

TEST_P(StreamsContract, DiscardedEventsAreUnknown) {
    const EventId event = recorded(kDefaultStream);
    streams_.discard(event);
    EXPECT_THAT(streams_.isDone(event), FailsWith(kDriverRefused));
    EXPECT_THAT(streams_.synchronize(event), FailsWith(kDriverRefused));
    EXPECT_THAT(streams_.waitFor(kDefaultStream, event), FailsWith(kDriverRefused));
    EXPECT_THAT(streams_.isDone(EventId{987654}), FailsWith(kDriverRefused));
}

TEST_P(StreamsContract, AnEventThatWaitsIsNotTheOneDiscardedBeforeIt) {
    const StreamId stream = opened();
    const EventId old = recorded(stream);
    streams_.discard(old);
    launch(stream, 10ms);
    const EventId event = recorded(stream);
    EXPECT_NE(event, old);
    EXPECT_FALSE(isDone(event));
    EXPECT_THAT(streams_.isDone(old), FailsWith(kDriverRefused));
}

TEST_P(StreamsContract, AStreamWaitsEvenIfTheEventIsDiscarded) {
    const StreamId first = opened();
    const StreamId second = opened();
    launch(first, 10ms);
    const EventId event = recorded(first);
    ASSERT_THAT(streams_.waitFor(second, event), Succeeds());
    streams_.discard(event);
    const EventId other = recorded(kDefaultStream);  // may be the same one, used again
    const EventId after = recorded(second);
    EXPECT_TRUE(isDone(other));
    EXPECT_FALSE(isDone(after));
    rig_->advance(10ms);
    EXPECT_TRUE(isDone(after));
}

TEST_P(StreamsContract, ClosedAndUnknownStreamsAreRefused) {
    const StreamId stream = opened();
    const EventId event = recorded(stream);
    ASSERT_THAT(streams_.close(stream), Succeeds());
    for (const StreamId wrong : {stream, StreamId{987654}}) {
        EXPECT_THAT(streams_.close(wrong), FailsWith(kDriverRefused));
        EXPECT_THAT(streams_.record(wrong), FailsWith(kDriverRefused));
        EXPECT_THAT(streams_.waitFor(wrong, event), FailsWith(kDriverRefused));
    }
    EXPECT_THAT(streams_.close(kDefaultStream), FailsWith(kDriverRefused));
    EXPECT_TRUE(isDone(recorded(kDefaultStream)));
    EXPECT_EQ(opened() == stream, GetParam().numbersAnew);
}

INSTANTIATE_TEST_SUITE_P(, StreamsContract, ::testing::Values(kHost, kCuda, kCudaAdopted),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace manju::gpu::test
