// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/gpu/fake_card.h"
#include "tests/support/fakecuda/fakecuda.h"
#include "tests/support/result_matchers.h"

// Whichever call of the driver fails in the course of a program, nothing is left behind at its end.
namespace manju::gpu {
namespace {

using manju::testing::Succeeds;
using namespace std::chrono_literals;

constexpr std::uint64_t kGranule = 2 << 20;

/// Two pieces in one range, and one of them moved to the other's place.
Status moveMemory(CudaMemory& memory) {
    MANJU_TRY(const Address start, memory.reserve(4 * kGranule, 2 * kGranule));
    MANJU_TRY(const Physical first, memory.create(2 * kGranule));
    MANJU_TRY(const Physical second, memory.create(kGranule));
    MANJU_CHECK(memory.map(start, 2 * kGranule, first));
    MANJU_CHECK(memory.map(start + 2 * kGranule, kGranule, second));
    MANJU_CHECK(memory.allowAccess(start, 3 * kGranule));
    MANJU_CHECK(memory.unmap(start, 2 * kGranule));
    MANJU_CHECK(memory.release(first));
    MANJU_CHECK(memory.unmap(start + 2 * kGranule, kGranule));
    MANJU_CHECK(memory.map(start, kGranule, second));
    MANJU_CHECK(memory.allowAccess(start, kGranule));
    MANJU_CHECK(memory.unmap(start, kGranule));
    MANJU_CHECK(memory.release(second));
    return memory.freeAddresses(start, 4 * kGranule);
}

Status useStreams(CudaStreams& streams) {
    MANJU_TRY(const StreamId first, streams.open(StreamPriority::Normal));
    MANJU_TRY(const StreamId second, streams.open(StreamPriority::High));
    fakecuda::launch(0, streams.handle(first).value(), {.reads = {}, .writes = {}, .duration = 1ms});
    MANJU_TRY(const EventId event, streams.record(first));
    MANJU_CHECK(streams.waitFor(second, event));
    MANJU_TRY(const EventId after, streams.record(second));
    MANJU_TRY([[maybe_unused]] const bool done, streams.isDone(event));
    MANJU_CHECK(streams.synchronize(after));
    streams.discard(event);
    MANJU_TRY([[maybe_unused]] const EventId kept, streams.record(second));
    MANJU_CHECK(streams.close(first));
    return streams.close(second);
}

Status runProgram(FakeCard& card) {
    MANJU_CHECK(card.open());
    if (card.memory->traits().hasVirtualMemory) MANJU_CHECK(moveMemory(*card.memory));
    MANJU_TRY(const Address plain, card.memory->allocate(3 * kGranule));
    MANJU_CHECK(useStreams(*card.streams));
    MANJU_TRY([[maybe_unused]] const MemoryInfo info, card.memory->info());
    return card.memory->deallocate(plain);
}

/// How many calls a program without faults makes before it closes.
unsigned callsOfTheProgram() {
    fakecuda::reset();
    FakeCard card;
    EXPECT_THAT(runProgram(card), Succeeds());
    EXPECT_TRUE(card.memory->traits().hasVirtualMemory);
    return fakecuda::calls();
}

class EveryCall : public ::testing::TestWithParam<cu::Code> {};

TEST_P(EveryCall, MayFailAndNothingIsLeftBehind) {
    const unsigned count = callsOfTheProgram();
    ASSERT_GT(count, 60U);
    for (unsigned call = 1; call <= count; ++call) {
        fakecuda::reset();
        fakecuda::fail({.first = call, .result = static_cast<int>(GetParam())});
        {
            FakeCard card;
            const Status status = runProgram(card);
            ASSERT_EQ(fakecuda::failedCalls().size(), 1U) << call;
            SCOPED_TRACE("call " + std::to_string(call) + " " + fakecuda::failedCalls().front());
            // An unknown error is always told, unless the trial is what met it.
            if (GetParam() == cu::Code::Unknown) {
                EXPECT_TRUE(!status || !card.memory->traits().hasVirtualMemory);
            }
        }
        EXPECT_EQ(fakecuda::leftovers(), fakecuda::Leftovers())
            << "call " << call << " " << fakecuda::failedCalls().front();
    }
}

INSTANTIATE_TEST_SUITE_P(, EveryCall,
                         ::testing::Values(cu::Code::Unknown, cu::Code::OutOfMemory, cu::Code::NotReady),
                         [](const auto& tested) {
                             return "answer" + std::to_string(static_cast<int>(tested.param));
                         });

// From some call on the card is gone: what the driver refuses to take back is its own, and nothing hangs or
// aborts.
TEST(ACardThatFails, EndsEveryProgram) {
    const unsigned count = callsOfTheProgram();
    for (unsigned call = 1; call <= count; ++call) {
        fakecuda::reset();
        fakecuda::fail({.first = call,
                        .count = fakecuda::kForever,
                        .result = static_cast<int>(cu::Code::IllegalAddress)});
        FakeCard card;
        EXPECT_FALSE(runProgram(card).ok()) << call;
    }
}

}  // namespace
}  // namespace manju::gpu
