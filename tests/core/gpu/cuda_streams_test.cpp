// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/gpu/errors.h"
#include "tests/core/gpu/fake_card.h"
#include "tests/support/fakecuda/fakecuda.h"
#include "tests/support/result_matchers.h"

// What the contract of streams does not ask about: handles, priorities, kept events, cards, threads.
namespace manju::gpu {
namespace {

using namespace std::chrono_literals;
using manju::testing::FailsWith;
using manju::testing::Succeeds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const SimWork kTenMillis{.reads = {}, .writes = {}, .duration = 10ms};

class CudaStreamsTest : public ::testing::Test {
protected:
    static FakeCard opened() {
        fakecuda::reset();
        FakeCard card;
        EXPECT_THAT(card.open(), Succeeds());
        return card;
    }
    FakeCard card_ = opened();
    CudaStreams& streams_ = *card_.streams;
};

TEST_F(CudaStreamsTest, PrioritiesAreTheEndsOfTheCardsRange) {
    const StreamId normal = streams_.open(StreamPriority::Normal).value();
    const StreamId high = streams_.open(StreamPriority::High).value();
    EXPECT_EQ(fakecuda::priorityOf(0, streams_.handle(normal).value()), 0);
    EXPECT_EQ(fakecuda::priorityOf(0, streams_.handle(high).value()), -5);
}

TEST_F(CudaStreamsTest, HandlesAreTheDrivers) {
    EXPECT_EQ(streams_.handle(kDefaultStream), cu::Stream{});
    const StreamId stream = streams_.open(StreamPriority::Normal).value();
    EXPECT_NE(streams_.handle(stream).value(), nullptr);
    ASSERT_THAT(streams_.close(stream), Succeeds());
    EXPECT_EQ(streams_.handle(stream), std::nullopt);
    EXPECT_EQ(streams_.handle(StreamId{99}), std::nullopt);
}

TEST_F(CudaStreamsTest, EventsAreKeptAndUsedAgain) {
    for (int i = 0; i < 10; ++i) {
        const EventId first = streams_.record(kDefaultStream).value();
        const EventId second = streams_.record(kDefaultStream).value();
        streams_.discard(first);
        streams_.discard(second);
    }
    EXPECT_EQ(fakecuda::calls("cuEventCreate"), 2U);
    EXPECT_EQ(fakecuda::calls("cuEventDestroy_v2"), 0U);
}

TEST_F(CudaStreamsTest, AnEventDiscardedTwiceIsKeptOnce) {
    const EventId event = streams_.record(kDefaultStream).value();
    streams_.discard(event);
    streams_.discard(event);
    fakecuda::launch(0, nullptr, kTenMillis);
    const EventId late = streams_.record(kDefaultStream).value();
    const EventId early = streams_.record(streams_.open(StreamPriority::Normal).value()).value();
    EXPECT_FALSE(streams_.isDone(late).value());
    EXPECT_TRUE(streams_.isDone(early).value());
}

TEST_F(CudaStreamsTest, ClosesWhatIsOpenAtItsEnd) {
    (void)streams_.open(StreamPriority::Normal).value();
    (void)streams_.open(StreamPriority::High).value();
    streams_.discard(streams_.record(kDefaultStream).value());
    (void)streams_.record(kDefaultStream).value();
    (void)streams_.record(kDefaultStream).value();
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.streams = 2, .events = 2, .contexts = 1}));
    card_.streams.reset();
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.contexts = 1}));
}

TEST_F(CudaStreamsTest, ARefusedQuestionIsNeitherDoneNorNotDone) {
    const EventId event = streams_.record(kDefaultStream).value();
    fakecuda::fail({.call = "cuEventQuery", .result = static_cast<int>(cu::Code::IllegalAddress)});
    const auto done = streams_.isDone(event);
    ASSERT_THAT(done, FailsWith(kDriverRefused));
    EXPECT_THAT(done.error().args().at("detail"), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
    EXPECT_EQ(done.error().args().at("call"), "cuEventQuery");
}

TEST_F(CudaStreamsTest, AFailedCloseLeavesTheStreamOpen) {
    const StreamId stream = streams_.open(StreamPriority::Normal).value();
    fakecuda::fail({.call = "cuStreamDestroy_v2"});
    ASSERT_THAT(streams_.close(stream), FailsWith(kDriverRefused));
    EXPECT_THAT(streams_.record(stream), Succeeds());
    EXPECT_THAT(streams_.close(stream), Succeeds());
}

TEST_F(CudaStreamsTest, WaitingCountsOnlyWhereTheCardIsLate) {
    fakecuda::launch(0, nullptr, kTenMillis);
    const EventId event = streams_.record(kDefaultStream).value();
    ASSERT_THAT(streams_.synchronize(event), Succeeds());
    ASSERT_THAT(streams_.synchronize(event), Succeeds());
    EXPECT_EQ(fakecuda::hostWaits(0), 1U);
}

// The rules of the simulated card hold behind the driver's calls too.
TEST_F(CudaStreamsTest, UnmappingInFlightIsFoundBehindTheDriver) {
    fakecuda::recordViolations();
    constexpr std::uint64_t kGranule = 2 << 20;
    const Address start = card_.memory->allocate(kGranule).value();
    fakecuda::launch(0, nullptr, {.reads = {{start, kGranule}}, .writes = {}, .duration = 1ms});
    fakecuda::advance(0, 1h);
    EXPECT_THAT(card_.memory->deallocate(start), Succeeds());
    EXPECT_THAT(fakecuda::violations(), ElementsAre(HasSubstr("unmapped while work in flight")));
}

TEST_F(CudaStreamsTest, SynchronizeMayRunBesideOtherCalls) {
    const EventId event = streams_.record(kDefaultStream).value();
    std::thread waiting([&] {
        for (int i = 0; i < 200; ++i) EXPECT_THAT(streams_.synchronize(event), Succeeds());
    });
    for (int i = 0; i < 200; ++i) {
        const auto stream = streams_.open(StreamPriority::Normal);
        ASSERT_THAT(stream, Succeeds());
        streams_.discard(streams_.record(*stream).value());
        ASSERT_THAT(streams_.close(*stream), Succeeds());
    }
    waiting.join();
}

TEST_F(CudaStreamsTest, AnAdoptedStreamHasOneNumberAndKeepsItsHandle) {
    const cu::Stream foreign = fakecuda::openStream(0);
    const StreamId number = streams_.adopt(foreign).value();
    EXPECT_EQ(streams_.adopt(foreign).value(), number);
    EXPECT_EQ(streams_.handle(number), foreign);
    const StreamId ours = streams_.open(StreamPriority::Normal).value();
    EXPECT_EQ(streams_.adopt(streams_.handle(ours).value()).value(), ours) << "a stream that is ours already";
    EXPECT_EQ(streams_.adopt(nullptr).value(), kDefaultStream);
}

TEST_F(CudaStreamsTest, HandlesThatNameNoStreamOfTheirOwn) {
    const auto special = [](std::uintptr_t handle) {
        return reinterpret_cast<cu::Stream>(handle);  // NOLINT(performance-no-int-to-ptr)
    };
    EXPECT_EQ(streams_.adopt(special(1)).value(), kDefaultStream);
    EXPECT_THAT(streams_.adopt(special(2)), FailsWith(kDriverRefused));
}

TEST_F(CudaStreamsTest, AnAdoptedStreamIsNeverDestroyed) {
    (void)streams_.adopt(fakecuda::openStream(0)).value();
    ASSERT_THAT(streams_.close(streams_.adopt(fakecuda::openStream(0)).value()), Succeeds());
    card_.streams.reset();
    EXPECT_EQ(fakecuda::calls("cuStreamDestroy_v2"), 0U);
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.streams = 2, .contexts = 1}));
}

TEST_F(CudaStreamsTest, TheNextHolderOfANumberComesAfterTheFormer) {
    const cu::Stream first = fakecuda::openStream(0), second = fakecuda::openStream(0);
    const StreamId number = streams_.adopt(first).value();
    fakecuda::launch(0, first, kTenMillis);
    ASSERT_THAT(streams_.close(number), Succeeds());
    fakecuda::closeStream(0, first);
    EXPECT_THAT(streams_.record(number), FailsWith(kDriverRefused));
    const StreamId ours = streams_.open(StreamPriority::Normal).value();
    EXPECT_NE(ours, number) << "only an adopted stream is given the number";
    ASSERT_EQ(streams_.adopt(second).value(), number);
    const EventId event = streams_.record(number).value();
    EXPECT_FALSE(streams_.isDone(event).value());
    fakecuda::advance(0, 10ms);
    EXPECT_TRUE(streams_.isDone(event).value());
}

TEST_F(CudaStreamsTest, AStreamThatReplacesAnotherComesAfterIt) {
    const cu::Stream first = fakecuda::openStream(0), second = fakecuda::openStream(0);
    const StreamId number = streams_.adopt(first).value();
    fakecuda::launch(0, first, kTenMillis);
    ASSERT_THAT(streams_.replace(number, second), Succeeds());
    EXPECT_EQ(streams_.handle(number), second);
    const EventId event = streams_.record(number).value();
    EXPECT_FALSE(streams_.isDone(event).value());
    fakecuda::advance(0, 10ms);
    EXPECT_TRUE(streams_.isDone(event).value());
    const StreamId back = streams_.adopt(first).value();
    EXPECT_NE(back, number);
    EXPECT_THAT(streams_.replace(number, first), FailsWith(kDriverRefused)) << "it has a number";
    EXPECT_THAT(streams_.replace(streams_.open(StreamPriority::Normal).value(), fakecuda::openStream(0)),
                FailsWith(kDriverRefused))
        << "ours to destroy";
}

TEST_F(CudaStreamsTest, NumbersBelowALimitRunOut) {
    std::vector<StreamId> numbers;
    for (int i = 0; i < 3; ++i) numbers.push_back(streams_.adopt(fakecuda::openStream(0), 4).value());
    EXPECT_THAT(streams_.adopt(fakecuda::openStream(0), 4), FailsWith(kDriverRefused));
    const StreamId high = streams_.open(StreamPriority::Normal).value();
    EXPECT_THAT(streams_.adopt(streams_.handle(high).value(), 4), FailsWith(kDriverRefused));
    ASSERT_THAT(streams_.close(numbers[1]), Succeeds());
    EXPECT_EQ(streams_.adopt(fakecuda::openStream(0), 4).value(), numbers[1]);
}

TEST_F(CudaStreamsTest, ARefusedChangeOfHandsChangesNothing) {
    const cu::Stream first = fakecuda::openStream(0), second = fakecuda::openStream(0);
    const StreamId number = streams_.adopt(first).value();
    for (const char* call : {"cuEventRecord", "cuStreamWaitEvent"}) {
        fakecuda::fail({.call = call});
        EXPECT_THAT(streams_.replace(number, second), FailsWith(kDriverRefused));
        EXPECT_EQ(streams_.handle(number), first);
    }
    fakecuda::launch(0, first, kTenMillis);
    ASSERT_THAT(streams_.close(number), Succeeds());
    fakecuda::fail({.call = "cuStreamWaitEvent"});
    EXPECT_THAT(streams_.adopt(second), FailsWith(kDriverRefused));
    ASSERT_EQ(streams_.adopt(second).value(), number) << "and the order is not forgotten";
    EXPECT_FALSE(streams_.isDone(streams_.record(number).value()).value());
    card_.streams.reset();
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.streams = 2, .contexts = 1}));
}

TEST_F(CudaStreamsTest, NumbersChangeHandsBesideOtherCalls) {
    const std::array foreign{fakecuda::openStream(0), fakecuda::openStream(0)};
    const StreamId number = streams_.adopt(foreign[0]).value();
    std::thread recording([&] {
        for (int i = 0; i < 200; ++i) streams_.discard(streams_.record(number).value());
    });
    for (std::size_t i = 1; i <= 200; ++i) {
        EXPECT_THAT(streams_.replace(number, foreign[i % 2]), Succeeds());
    }
    recording.join();
}

TEST(CudaStreamsOfTwoCards, EqualHandlesAreDifferentStreams) {
    fakecuda::reset({{.name = "Card A"}, {.name = "Card B"}});
    const auto driver = CudaDriver::open(MANJU_FAKECUDA).value();
    const auto contextA = CudaContext::retain(*driver, 0).value();
    const auto contextB = CudaContext::retain(*driver, 1).value();
    const auto a = CudaStreams::make(*contextA).value();
    const auto b = CudaStreams::make(*contextB).value();
    const StreamId onA = a->open(StreamPriority::Normal).value();
    const StreamId onB = b->open(StreamPriority::Normal).value();
    ASSERT_EQ(a->handle(onA), b->handle(onB)) << "or this test shows nothing";
    fakecuda::launch(1, b->handle(onB).value(), kTenMillis);
    fakecuda::launch(1, nullptr, kTenMillis);
    for (const auto& [streamA, streamB] : {std::pair{onA, onB}, std::pair{kDefaultStream, kDefaultStream}}) {
        const EventId ofA = a->record(streamA).value();
        const EventId ofB = b->record(streamB).value();
        EXPECT_TRUE(a->isDone(ofA).value());
        EXPECT_FALSE(b->isDone(ofB).value());
        EXPECT_THAT(a->waitFor(streamA, ofA), Succeeds());
    }
    // Card B is current on this thread, and card A's stream is closed all the same.
    ASSERT_THAT(b->record(onB), Succeeds());
    ASSERT_THAT(a->close(onA), Succeeds());
    EXPECT_THAT(b->record(onB), Succeeds());
    EXPECT_THAT(a->record(onA), FailsWith(kDriverRefused));
}

}  // namespace
}  // namespace manju::gpu
