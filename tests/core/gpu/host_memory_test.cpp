// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/host/host_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gpu/errors.h"
#include "tests/core/gpu/recorded_violations.h"
#include "tests/support/result_matchers.h"

// What the twin finds beyond what every source refuses.
namespace manju::gpu {
namespace {

using namespace std::chrono_literals;
using manju::testing::FailsWith;
using manju::testing::Succeeds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kGranule = 64 << 10;
const auto kInFlight = HasSubstr("unmapped while work in flight uses it");
const auto kUnmapped = HasSubstr("touches memory that is not mapped");

HostMemoryOptions options() {
    HostMemoryOptions made;
    made.totalBytes = 64 * kGranule;
    made.granularity = kGranule;
    return made;
}

class HostMemoryTest : public ::testing::Test {
protected:
    /// Pieces of one granule each, side by side, open for access.
    Address mapped(std::uint64_t granules) {
        const Address start = memory_->reserve(8 * kGranule, kGranule).value();
        for (std::uint64_t i = 0; i < granules; ++i)
            EXPECT_THAT(memory_->map(start + i * kGranule, kGranule, memory_->create(kGranule).value()),
                        Succeeds());
        EXPECT_THAT(memory_->allowAccess(start, granules * kGranule), Succeeds());
        return start;
    }
    void read(Address start, std::uint64_t bytes) {
        streams_.launch(kDefaultStream, {.reads = {{start, bytes}}, .writes = {}, .duration = 1ms});
    }
    void seeAll() { ASSERT_THAT(streams_.synchronize(streams_.record(kDefaultStream).value()), Succeeds()); }

    RecordedViolations violations_;
    SimStreams streams_{violations_.handler()};
    std::unique_ptr<HostMemory> memory_ =
        HostMemory::create(options(), streams_, violations_.handler()).value();
};

TEST_F(HostMemoryTest, UnmappingInFlightIsAViolation) {
    const Address start = mapped(3);
    read(start + kGranule, kGranule);
    EXPECT_THAT(memory_->unmap(start, kGranule), Succeeds());
    EXPECT_THAT(violations_.all(), IsEmpty()) << "the neighbour is not in use";
    EXPECT_THAT(memory_->unmap(start + kGranule, kGranule), Succeeds());
    EXPECT_THAT(violations_.all(), ElementsAre(kInFlight));
}

TEST_F(HostMemoryTest, WorkThatEndedByTheClockButWasNotSeenIsInFlight) {
    const Address start = mapped(2);
    read(start, kGranule);
    streams_.advance(1h);
    EXPECT_THAT(memory_->unmap(start, kGranule), Succeeds());
    EXPECT_THAT(violations_.all(), ElementsAre(kInFlight));
}

TEST_F(HostMemoryTest, AGpuSideWaitIsNotEnoughToUnmap) {
    const Address start = mapped(1);
    const StreamId other = streams_.open(StreamPriority::Normal).value();
    read(start, kGranule);
    ASSERT_THAT(streams_.waitFor(other, streams_.record(kDefaultStream).value()), Succeeds());
    EXPECT_THAT(memory_->unmap(start, kGranule), Succeeds());
    EXPECT_THAT(violations_.all(), ElementsAre(kInFlight));
}

TEST_F(HostMemoryTest, UnmappingAfterTheHostHasSeenTheEndIsFine) {
    const Address start = mapped(1);
    read(start, kGranule);
    seeAll();
    EXPECT_THAT(memory_->unmap(start, kGranule), Succeeds());
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(HostMemoryTest, DeallocatingInFlightIsAViolation) {
    const Address start = memory_->allocate(2 * kGranule).value();
    read(start + kGranule, 1);
    EXPECT_THAT(memory_->deallocate(start), Succeeds());
    EXPECT_THAT(violations_.all(), ElementsAre(kInFlight));
}

TEST_F(HostMemoryTest, WorkMayTouchWhatIsMappedAndOpen) {
    const Address start = mapped(3);
    read(start, 3 * kGranule);
    read(start + kGranule / 2, 2 * kGranule);
    const Address plain = memory_->allocate(2 * kGranule).value();
    read(plain, 2 * kGranule);
    EXPECT_THAT(violations_.all(), IsEmpty());
}

TEST_F(HostMemoryTest, WorkThatTouchesUnmappedMemoryIsAViolation) {
    const Address start = mapped(2);
    read(start + kGranule, kGranule + 1);
    EXPECT_THAT(violations_.all(), ElementsAre(kUnmapped)) << "one byte beyond";
    seeAll();
    ASSERT_THAT(memory_->unmap(start, kGranule), Succeeds());
    read(start, 1);
    EXPECT_THAT(violations_.all(), ElementsAre(kUnmapped, kUnmapped));
    read(start + kGranule - 1, 2);
    EXPECT_EQ(violations_.all().size(), 3U) << "the first byte";
}

TEST_F(HostMemoryTest, AGapInTheMiddleIsFound) {
    const Address start = mapped(3);
    ASSERT_THAT(memory_->unmap(start + kGranule, kGranule), Succeeds());
    read(start, 3 * kGranule);
    EXPECT_THAT(violations_.all(), ElementsAre(kUnmapped));
}

TEST_F(HostMemoryTest, MappedMemoryIsNotOpenBeforeAccessIsAllowed) {
    const Address start = memory_->reserve(kGranule, kGranule).value();
    const Physical memory = memory_->create(kGranule).value();
    ASSERT_THAT(memory_->map(start, kGranule, memory), Succeeds());
    read(start, 1);
    EXPECT_THAT(violations_.all(), ElementsAre(kUnmapped));
    ASSERT_THAT(memory_->allowAccess(start, kGranule), Succeeds());
    read(start, 1);
    EXPECT_EQ(violations_.all().size(), 1U);
    seeAll();
    // Access belongs to the mapping, not to the address.
    ASSERT_THAT(memory_->unmap(start, kGranule), Succeeds());
    ASSERT_THAT(memory_->map(start, kGranule, memory), Succeeds());
    read(start, 1);
    EXPECT_EQ(violations_.all().size(), 2U);
}

TEST_F(HostMemoryTest, CountsWhatItHolds) {
    const Address start = mapped(2);
    EXPECT_THAT(memory_->allocate(3 * kGranule), Succeeds());
    EXPECT_EQ(memory_->createdBytes(), 5 * kGranule);
    EXPECT_EQ(memory_->mappings(), 2U);
    EXPECT_EQ(memory_->holdings(), (Holdings{.ranges = 1, .pieces = 2, .mappings = 2, .allocations = 1}));
    ASSERT_THAT(memory_->unmap(start, kGranule), Succeeds());
    EXPECT_EQ(memory_->createdBytes(), 5 * kGranule) << "its memory is still held";
    EXPECT_EQ(memory_->mappings(), 1U);
}

TEST_F(HostMemoryTest, ReleasedMemoryIsUsedAgainAndEmpty) {
    const Address start = memory_->reserve(kGranule, kGranule).value();
    auto* const byte = reinterpret_cast<unsigned char*>(start);  // NOLINT(performance-no-int-to-ptr)
    for (int i = 0; i < 100; ++i) {
        const auto memory = memory_->create(kGranule);
        ASSERT_THAT(memory, Succeeds());
        ASSERT_THAT(memory_->map(start, kGranule, *memory), Succeeds());
        ASSERT_THAT(memory_->allowAccess(start, kGranule), Succeeds());
        EXPECT_EQ(*byte, 0);
        *byte = 1;
        ASSERT_THAT(memory_->unmap(start, kGranule), Succeeds());
        ASSERT_THAT(memory_->release(*memory), Succeeds());
    }
    EXPECT_EQ(memory_->info().value().freeBytes, options().totalBytes);
}

TEST_F(HostMemoryTest, AddressesRunOutAsMemoryDoes) {
    EXPECT_THAT(memory_->reserve(std::uint64_t{1} << 60, kGranule), FailsWith(kOutOfMemory));
    auto bookkeeping = options();
    bookkeeping.bookkeepingOnly = true;
    SimStreams streams;
    const auto memory = HostMemory::create(bookkeeping, streams).value();
    EXPECT_THAT(memory->reserve(std::uint64_t{1} << 63, kGranule), FailsWith(kOutOfMemory));
    EXPECT_THAT(memory->reserve(std::uint64_t{1} << 62, kGranule), Succeeds());
    EXPECT_THAT(memory->create(~kGranule + 1), FailsWith(kOutOfMemory)) << "sums do not run over";
}

TEST_F(HostMemoryTest, TheStreamsOutliveTheMemory) {
    memory_.reset();
    read(0x1000, 1);
    EXPECT_THAT(violations_.all(), IsEmpty()) << "nobody is left to say what is mapped";
}

TEST(HostMemoryDeathTest, WithoutAHandlerUnmappingInFlightEndsTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    SimStreams streams;
    const auto memory = HostMemory::create(options(), streams).value();
    const Address start = memory->allocate(kGranule).value();
    streams.launch(kDefaultStream, {.reads = {}, .writes = {{start, kGranule}}, .duration = 1ms});
    EXPECT_DEATH((void)memory->deallocate(start), "unmapped while work in flight uses it");
}

TEST(HostMemoryDeathTest, TouchingMappedMemoryBeforeAccessIsAllowedEndsTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    SimStreams streams;
    const auto memory = HostMemory::create(options(), streams).value();
    const Address start = memory->reserve(kGranule, kGranule).value();
    ASSERT_THAT(memory->map(start, kGranule, memory->create(kGranule).value()), Succeeds());
    auto* const byte = reinterpret_cast<volatile char*>(start);  // NOLINT(performance-no-int-to-ptr)
    EXPECT_DEATH(*byte = 1, "");
}

}  // namespace
}  // namespace manju::gpu
