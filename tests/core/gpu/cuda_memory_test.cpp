// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/gpu/errors.h"
#include "tests/core/gpu/fake_card.h"
#include "tests/support/fakecuda/fakecuda.h"
#include "tests/support/result_matchers.h"

// What the contract of memory sources does not ask about: the trial at the start, the driver's answers,
// threads.
namespace manju::gpu {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;

constexpr std::uint64_t kGranule = 2 << 20;
constexpr std::uint64_t kCardBytes = 32 * kGranule;

fakecuda::Card cardOf(std::uint64_t bytes, fakecuda::VirtualMemory virtualMemory) {
    return {.name = "Fake Card", .totalBytes = bytes, .virtualMemory = virtualMemory};
}

class CudaMemoryTest : public ::testing::Test {
protected:
    CudaMemoryTest() { fakecuda::reset({cardOf(kCardBytes, fakecuda::VirtualMemory::Works)}); }

    static void failCall(const std::string& call, cu::Code code, unsigned count = 1) {
        fakecuda::fail({.call = call, .first = 1, .count = count, .result = static_cast<int>(code)});
    }

    FakeCard card_;
};

TEST_F(CudaMemoryTest, TheTrialLeavesNothingBehind) {
    ASSERT_THAT(card_.open(), Succeeds());
    EXPECT_TRUE(card_.memory->traits().hasVirtualMemory);
    EXPECT_EQ(card_.memory->traits().granularity, kGranule);
    EXPECT_EQ(card_.memory->traits().device, "Fake Card");
    EXPECT_EQ(card_.memory->holdings(), Holdings());
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.contexts = 1}));
    EXPECT_EQ(fakecuda::calls("cuMemSetAccess"), 1U);
}

TEST_F(CudaMemoryTest, ACardThatSaysItHasNoVirtualMemoryIsNotTried) {
    fakecuda::reset({cardOf(kCardBytes, fakecuda::VirtualMemory::Absent)});
    ASSERT_THAT(card_.open(), Succeeds());
    EXPECT_FALSE(card_.memory->traits().hasVirtualMemory);
    EXPECT_EQ(fakecuda::calls("cuMemAddressReserve"), 0U);
}

TEST_F(CudaMemoryTest, ACardThatClaimsVirtualMemoryIsFoundOut) {
    fakecuda::reset({cardOf(kCardBytes, fakecuda::VirtualMemory::Claimed)});
    ASSERT_THAT(card_.open(), Succeeds());
    EXPECT_FALSE(card_.memory->traits().hasVirtualMemory);
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.contexts = 1}));
}

TEST_F(CudaMemoryTest, OutOfMemoryOnACardWithRoomMeansNoVirtualMemory) {
    failCall("cuMemCreate", cu::Code::OutOfMemory);
    ASSERT_THAT(card_.open(), Succeeds());
    EXPECT_FALSE(card_.memory->traits().hasVirtualMemory);
}

TEST_F(CudaMemoryTest, AFullCardSaysNothingAboutVirtualMemory) {
    fakecuda::setOthersBytes(0, kCardBytes - kGranule / 2);
    EXPECT_THAT(card_.open(), FailsWith(kOutOfMemory));
    EXPECT_EQ(card_.memory, nullptr);
    fakecuda::setOthersBytes(0, 0);
    FakeCard later;
    ASSERT_THAT(later.open(), Succeeds());
    EXPECT_TRUE(later.memory->traits().hasVirtualMemory);
}

TEST_F(CudaMemoryTest, ACardThatIsGoneSaysNothingAboutVirtualMemory) {
    fakecuda::fail({.call = "cuCtxSetCurrent",
                    .first = 4,  // in the middle of the trial
                    .count = fakecuda::kForever,
                    .result = static_cast<int>(cu::Code::ContextIsDestroyed)});
    EXPECT_THAT(card_.open(), FailsWith(kDriverRefused));
    EXPECT_GT(fakecuda::calls("cuMemAddressReserve"), 0U);
    EXPECT_EQ(card_.memory, nullptr);
}

TEST_F(CudaMemoryTest, TheTrialIsRepeatedWhileMemoryIsBeingMoved) {
    failCall("cuMemSetAccess", cu::Code::NotReady, 2);
    ASSERT_THAT(card_.open(), Succeeds());
    EXPECT_TRUE(card_.memory->traits().hasVirtualMemory);
    EXPECT_EQ(fakecuda::calls("cuMemSetAccess"), 3U);
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.contexts = 1}));
}

TEST_F(CudaMemoryTest, TheTrialIsNotRepeatedForEver) {
    failCall("cuMemSetAccess", cu::Code::NotReady, fakecuda::kForever);
    EXPECT_THAT(card_.open(), FailsWith(kNotReady));
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.contexts = 1}));
}

TEST_F(CudaMemoryTest, TheDriversAnswersBecomeErrors) {
    ASSERT_THAT(card_.open(), Succeeds());
    CudaMemory& memory = *card_.memory;
    const Address start = memory.reserve(2 * kGranule, kGranule).value();
    const Physical piece = memory.create(kGranule).value();

    failCall("cuMemMap", cu::Code::OutOfMemory);
    const Status full = memory.map(start, kGranule, piece);
    ASSERT_THAT(full, FailsWith(kOutOfMemory));
    EXPECT_EQ(full.error().args().at("bytes"), std::to_string(kGranule));
    EXPECT_EQ(full.error().args().at("device"), "Fake Card");
    ASSERT_THAT(memory.map(start, kGranule, piece), Succeeds());

    failCall("cuMemSetAccess", cu::Code::NotReady, 2);
    for (int i = 0; i < 2; ++i) {
        const Status moving = memory.allowAccess(start, kGranule);
        ASSERT_THAT(moving, FailsWith(kNotReady));
        EXPECT_EQ(moving.error().args().at("call"), "cuMemSetAccess");
    }
    ASSERT_THAT(memory.allowAccess(start, kGranule), Succeeds());

    failCall("cuMemUnmap", cu::Code::IllegalAddress);
    const Status refused = memory.unmap(start, kGranule);
    ASSERT_THAT(refused, FailsWith(kDriverRefused));
    EXPECT_EQ(refused.error().args().at("call"), "cuMemUnmap");
    EXPECT_EQ(refused.error().args().at("detail"),
              "CUDA_ERROR_ILLEGAL_ADDRESS, an illegal memory access was encountered");
    EXPECT_THAT(memory.unmap(start, kGranule), Succeeds());
}

TEST_F(CudaMemoryTest, ARangeThatCouldBeMappedOnlyInPartStaysUsable) {
    ASSERT_THAT(card_.open(), Succeeds());
    CudaMemory& memory = *card_.memory;
    const Address start = memory.reserve(3 * kGranule, kGranule).value();
    std::vector<Physical> pieces;
    for (int i = 0; i < 3; ++i) pieces.push_back(memory.create(kGranule).value());
    fakecuda::fail({.call = "cuMemMap", .first = 2});
    EXPECT_THAT(memory.map(start, kGranule, pieces[0]), Succeeds());
    EXPECT_THAT(memory.map(start + kGranule, kGranule, pieces[1]), FailsWith(kDriverRefused));
    EXPECT_THAT(memory.allowAccess(start, 2 * kGranule), FailsWith(kDriverRefused)) << "a gap";
    EXPECT_THAT(memory.unmap(start + kGranule, kGranule), FailsWith(kDriverRefused)) << "it never was mapped";
    EXPECT_THAT(memory.unmap(start, kGranule), Succeeds());
    for (const Physical piece : pieces) EXPECT_THAT(memory.release(piece), Succeeds());
    EXPECT_THAT(memory.freeAddresses(start, 3 * kGranule), Succeeds());
}

// The real driver's answer to a second release is undefined.
TEST_F(CudaMemoryTest, WhatIsAgainstTheRulesDoesNotReachTheDriver) {
    ASSERT_THAT(card_.open(), Succeeds());
    CudaMemory& memory = *card_.memory;
    const Physical piece = memory.create(kGranule).value();
    ASSERT_THAT(memory.release(piece), Succeeds());
    const unsigned before = fakecuda::calls();
    EXPECT_THAT(memory.release(piece), FailsWith(kDriverRefused));
    EXPECT_THAT(memory.unmap(kGranule, kGranule), FailsWith(kDriverRefused));
    EXPECT_THAT(memory.deallocate(kGranule), FailsWith(kDriverRefused));
    EXPECT_EQ(fakecuda::calls(), before);
}

TEST_F(CudaMemoryTest, GivesEverythingBackAtItsEnd) {
    ASSERT_THAT(card_.open(), Succeeds());
    CudaMemory& memory = *card_.memory;
    const Address start = memory.reserve(4 * kGranule, kGranule).value();
    const Physical piece = memory.create(2 * kGranule).value();
    ASSERT_THAT(memory.map(start, 2 * kGranule, piece), Succeeds());
    ASSERT_THAT(memory.create(kGranule), Succeeds());
    ASSERT_THAT(memory.allocate(kGranule), Succeeds());
    EXPECT_EQ(
        fakecuda::leftovers(),
        (fakecuda::Leftovers{.ranges = 1, .pieces = 2, .mappings = 1, .allocations = 1, .contexts = 1}));
    card_.memory.reset();
    EXPECT_EQ(fakecuda::leftovers(), (fakecuda::Leftovers{.contexts = 1}));
}

TEST_F(CudaMemoryTest, AThreadThatHasNoContextGetsIt) {
    ASSERT_THAT(card_.open(), Succeeds());
    std::thread([&] {
        EXPECT_THAT(card_.memory->allocate(kGranule), Succeeds());
        EXPECT_THAT(card_.memory->reserve(kGranule, kGranule), Succeeds());
        EXPECT_THAT(card_.streams->record(kDefaultStream), Succeeds());
    }).join();
}

TEST_F(CudaMemoryTest, EachCardHasItsOwnMemory) {
    fakecuda::reset({cardOf(4 * kGranule, fakecuda::VirtualMemory::Works),
                     cardOf(8 * kGranule, fakecuda::VirtualMemory::Works)});
    const auto driver = CudaDriver::open(MANJU_FAKECUDA).value();
    const auto small = CudaContext::retain(*driver, 0).value();
    const auto large = CudaContext::retain(*driver, 1).value();
    const auto smallMemory = CudaMemory::open(*small).value();
    const auto largeMemory = CudaMemory::open(*large).value();
    EXPECT_THAT(smallMemory->create(4 * kGranule), Succeeds());
    EXPECT_THAT(smallMemory->create(kGranule), FailsWith(kOutOfMemory));
    EXPECT_THAT(largeMemory->create(4 * kGranule), Succeeds());
    EXPECT_EQ(smallMemory->info().value().freeBytes, 0U);
    EXPECT_EQ(largeMemory->info().value().freeBytes, 4 * kGranule);
    EXPECT_THAT(smallMemory->allocate(kGranule), FailsWith(kOutOfMemory));
    EXPECT_THAT(largeMemory->allocate(kGranule), Succeeds());
}

}  // namespace
}  // namespace manju::gpu
