// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_transfers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gpu/errors.h"
#include "tests/core/gpu/fake_card.h"
#include "tests/support/fakecuda/fakecuda.h"
#include "tests/support/result_matchers.h"

namespace manju::gpu {
namespace {

using namespace std::chrono_literals;
using manju::testing::FailsWith;
using manju::testing::Succeeds;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kBytes = 2 << 20;

class CudaTransfersTest : public ::testing::Test {
protected:
    static FakeCard opened() {
        fakecuda::reset();
        FakeCard card;
        EXPECT_THAT(card.open(), Succeeds());
        return card;
    }
    void order(StreamId later, StreamId earlier) {
        const EventId event = streams_.record(earlier).value();
        ASSERT_THAT(streams_.waitFor(later, event), Succeeds());
        streams_.discard(event);
    }
    void waitFor(StreamId stream) {
        const EventId event = streams_.record(stream).value();
        ASSERT_THAT(streams_.synchronize(event), Succeeds());
        streams_.discard(event);
    }

    FakeCard card_ = opened();
    CudaStreams& streams_ = *card_.streams;
    CudaTransfers transfers_{*card_.context, streams_};
    StreamId first_ = streams_.open(StreamPriority::Normal).value();
    StreamId second_ = streams_.open(StreamPriority::Normal).value();
    Address memory_ = card_.memory->allocate(kBytes).value();
    std::unique_ptr<PinnedMemory> host_ = PinnedMemory::allocate(*card_.context, 16).value();
};

TEST_F(CudaTransfersTest, WhatWasFilledIsReadBackOnceItsEventIsDone) {
    ASSERT_THAT(transfers_.fill(first_, memory_, kBytes, 7), Succeeds());
    order(second_, first_);
    ASSERT_THAT(transfers_.copyToHost(second_, memory_ + kBytes - 64, host_->words()), Succeeds());
    EXPECT_THAT(host_->words(), Each(0U)) << "nothing has happened yet";
    waitFor(second_);
    EXPECT_THAT(host_->words(), Each(7U));
}

TEST_F(CudaTransfersTest, WorkHappensInTheOrderOfItsStream) {
    ASSERT_THAT(transfers_.fill(first_, memory_, kBytes, 1), Succeeds());
    ASSERT_THAT(transfers_.copyToHost(first_, memory_, host_->words().first(8)), Succeeds());
    ASSERT_THAT(transfers_.fill(first_, memory_, kBytes, 2), Succeeds());
    ASSERT_THAT(transfers_.copyToHost(first_, memory_, host_->words().last(8)), Succeeds());
    waitFor(first_);
    EXPECT_THAT(host_->words().first(8), Each(1U));
    EXPECT_THAT(host_->words().last(8), Each(2U));
}

// The fill of the second stream is done long before the first one's work comes to its copy.
TEST_F(CudaTransfersTest, WithoutAnOrderAnotherStreamOverwritesWhatIsStillToBeRead) {
    fakecuda::recordViolations();
    fakecuda::launch(0, streams_.handle(first_).value(), {.reads = {}, .writes = {}, .duration = 10ms});
    ASSERT_THAT(transfers_.fill(first_, memory_ + 64, kBytes - 64, 1), Succeeds());
    ASSERT_THAT(transfers_.copyToHost(first_, memory_, host_->words()), Succeeds());
    ASSERT_THAT(transfers_.fill(second_, memory_, 64, 2), Succeeds());
    waitFor(first_);
    EXPECT_THAT(host_->words(), Each(2U));
    EXPECT_THAT(fakecuda::violations(), ElementsAre(HasSubstr("without an order")));
}

TEST_F(CudaTransfersTest, AFillMayLoseAWord) {
    fakecuda::loseWord(2);
    for (const std::uint32_t word : {5U, 6U, 7U}) {
        ASSERT_THAT(transfers_.fill(first_, memory_, kBytes, word), Succeeds());
        ASSERT_THAT(transfers_.copyToHost(first_, memory_ + kBytes - 8, host_->words().first(2)), Succeeds());
        waitFor(first_);
        EXPECT_THAT(host_->words().first(2), ElementsAre(word, word == 6 ? 5U : word));
    }
}

TEST_F(CudaTransfersTest, WorkOnMemoryThatWentIsFoundWhenItHappens) {
    fakecuda::recordViolations();
    ASSERT_THAT(transfers_.fill(first_, memory_, kBytes, 7), Succeeds());
    ASSERT_THAT(card_.memory->deallocate(memory_), Succeeds());
    waitFor(first_);
    EXPECT_THAT(fakecuda::violations(),
                ElementsAre(HasSubstr("unmapped while work in flight"), HasSubstr("not mapped")));
}

TEST_F(CudaTransfersTest, RefusesStreamsThatAreNotOpenAndMemoryThatIsNotPinned) {
    std::array<std::uint32_t, 4> plain{};
    EXPECT_THAT(transfers_.fill(StreamId{99}, memory_, kBytes, 7), FailsWith(kDriverRefused));
    EXPECT_THAT(transfers_.copyToHost(StreamId{99}, memory_, host_->words()), FailsWith(kDriverRefused));
    EXPECT_THAT(transfers_.copyToHost(first_, memory_, plain), FailsWith(kDriverRefused));
}

TEST_F(CudaTransfersTest, PinnedMemoryIsGivenBack) {
    EXPECT_EQ(fakecuda::leftovers().pinned, 1U);
    host_.reset();
    EXPECT_EQ(fakecuda::leftovers().pinned, 0U);
    fakecuda::fail({.call = "cuMemHostAlloc", .result = static_cast<int>(cu::Code::OutOfMemory)});
    EXPECT_THAT(PinnedMemory::allocate(*card_.context, 16), FailsWith(kDriverRefused));
}

}  // namespace
}  // namespace manju::gpu
