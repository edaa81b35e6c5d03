// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstring>

#include "core/gpu/errors.h"
#include "tests/contract/gpu/rig.h"
#include "tests/support/result_matchers.h"

// What every MemorySource does, whatever is behind it.
namespace manju::gpu::test {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;

unsigned char* bytesAt(Address address) {
    return reinterpret_cast<unsigned char*>(address);  // NOLINT(performance-no-int-to-ptr)
}

class SourceContract : public ::testing::TestWithParam<RigKind> {
protected:
    std::uint64_t freeBytes() { return memory_.info().value().freeBytes; }
    Address reserved(std::uint64_t granules) {
        return memory_.reserve(granules * granule_, granule_).value();
    }
    Physical created(std::uint64_t granules) { return memory_.create(granules * granule_).value(); }
    /// One piece of new memory at the address, open for access.
    Physical filled(Address start, std::uint64_t granules) {
        const Physical memory = created(granules);
        EXPECT_THAT(memory_.map(start, granules * granule_, memory), Succeeds());
        EXPECT_THAT(memory_.allowAccess(start, granules * granule_), Succeeds());
        return memory;
    }

    std::unique_ptr<Rig> rig_ = GetParam().make();
    MemorySource& memory_ = rig_->memory();
    const std::uint64_t granule_ = memory_.traits().granularity;
};

class VirtualMemoryContract : public SourceContract {};
class VirtualContentsContract : public SourceContract {};
class PlainMemoryContract : public SourceContract {};
class PlainContentsContract : public SourceContract {};
class NoVirtualMemoryContract : public SourceContract {};

TEST_P(VirtualMemoryContract, SaysWhatTheCardIs) {
    EXPECT_TRUE(memory_.traits().hasVirtualMemory);
    EXPECT_EQ(memory_.traits().totalBytes, kCardBytes);
    EXPECT_FALSE(memory_.traits().device.empty());
    EXPECT_GT(granule_, 0U);
    EXPECT_EQ(memory_.info().value().totalBytes, kCardBytes);
    EXPECT_EQ(freeBytes(), kCardBytes);
}

TEST_P(VirtualMemoryContract, RangesAreAlignedAndApart) {
    const Address first = memory_.reserve(3 * granule_, granule_).value();
    const Address second = memory_.reserve(2 * granule_, 8 * granule_).value();
    EXPECT_NE(first, 0U);
    EXPECT_EQ(first % granule_, 0U);
    EXPECT_EQ(second % (8 * granule_), 0U);
    EXPECT_TRUE(second >= first + 3 * granule_ || first >= second + 2 * granule_);
    EXPECT_EQ(freeBytes(), kCardBytes) << "addresses are not memory";
}

TEST_P(VirtualMemoryContract, ARangeMayBeLargerThanTheCard) {
    const auto start = memory_.reserve(4 * kCardBytes, granule_);
    ASSERT_THAT(start, Succeeds());
    EXPECT_THAT(memory_.freeAddresses(*start, 4 * kCardBytes), Succeeds());
}

TEST_P(VirtualMemoryContract, RefusesOddSizesAndAlignments) {
    EXPECT_THAT(memory_.reserve(0, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.reserve(granule_ / 2, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.reserve(granule_, 0), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.reserve(granule_, granule_ / 2), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.reserve(granule_, 3 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.create(0), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.create(granule_ + 1), FailsWith(kDriverRefused));
    EXPECT_EQ(freeBytes(), kCardBytes);
}

TEST_P(VirtualMemoryContract, MapsMemoryOnceAndWhole) {
    const Address start = reserved(8);
    const Physical memory = filled(start, 2);
    EXPECT_THAT(memory_.map(start + 4 * granule_, 2 * granule_, memory), FailsWith(kDriverRefused))
        << "it is mapped already";
    const Physical other = created(2);
    EXPECT_THAT(memory_.map(start + 4 * granule_, granule_, other), FailsWith(kDriverRefused)) << "a part";
    EXPECT_THAT(memory_.map(start + 4 * granule_, 3 * granule_, other), FailsWith(kDriverRefused)) << "more";
    EXPECT_THAT(memory_.map(start + 4 * granule_, 2 * granule_, Physical{987654}), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.map(start + 4 * granule_, 2 * granule_, other), Succeeds());
}

TEST_P(VirtualMemoryContract, MapsOnlyWhereNothingIs) {
    const Address start = reserved(8);
    const Physical there = filled(start + 3 * granule_, 2);
    const Physical memory = created(2);
    for (const std::uint64_t at : {2, 3, 4})
        EXPECT_THAT(memory_.map(start + at * granule_, 2 * granule_, memory), FailsWith(kDriverRefused))
            << at;
    EXPECT_THAT(memory_.map(start + granule_ / 2, 2 * granule_, memory), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.map(start + 7 * granule_, 2 * granule_, memory), FailsWith(kDriverRefused))
        << "beyond the range";
    EXPECT_THAT(memory_.map(start - granule_, 2 * granule_, memory), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.map(granule_, 2 * granule_, memory), FailsWith(kDriverRefused)) << "no range";
    // All that was refused has changed nothing.
    EXPECT_THAT(memory_.map(start + granule_, 2 * granule_, memory), Succeeds());
    EXPECT_THAT(memory_.unmap(start + 3 * granule_, 2 * granule_), Succeeds());
    EXPECT_THAT(memory_.release(there), Succeeds());
}

TEST_P(VirtualMemoryContract, UnmapsWhatWasMappedAndNoPartOfIt) {
    const Address start = reserved(6);
    filled(start, 2);
    filled(start + 2 * granule_, 2);
    EXPECT_THAT(memory_.unmap(start, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start + granule_, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start, 4 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start + 4 * granule_, 2 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start, 2 * granule_), Succeeds());
    EXPECT_THAT(memory_.unmap(start, 2 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start + 2 * granule_, 2 * granule_), Succeeds());
}

TEST_P(VirtualMemoryContract, FreesRangesWholeAndEmpty) {
    const Address start = reserved(4);
    filled(start + 3 * granule_, 1);
    EXPECT_THAT(memory_.freeAddresses(start, 4 * granule_), FailsWith(kDriverRefused)) << "still mapped";
    EXPECT_THAT(memory_.unmap(start + 3 * granule_, granule_), Succeeds());
    EXPECT_THAT(memory_.freeAddresses(start, 2 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.freeAddresses(start + granule_, 3 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.freeAddresses(start, 4 * granule_), Succeeds());
    EXPECT_THAT(memory_.freeAddresses(start, 4 * granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.map(start, granule_, created(1)), FailsWith(kDriverRefused));
}

TEST_P(VirtualMemoryContract, ReleasesOnceAndUnmapped) {
    const Address start = reserved(1);
    const Physical memory = filled(start, 1);
    EXPECT_THAT(memory_.release(memory), FailsWith(kDriverRefused)) << "still mapped";
    EXPECT_EQ(freeBytes(), kCardBytes - granule_);
    EXPECT_THAT(memory_.unmap(start, granule_), Succeeds());
    EXPECT_THAT(memory_.release(memory), Succeeds());
    EXPECT_THAT(memory_.release(memory), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.map(start, granule_, memory), FailsWith(kDriverRefused));
    EXPECT_EQ(freeBytes(), kCardBytes);
}

TEST_P(VirtualMemoryContract, AllowsAccessWhereThereAreNoGaps) {
    const Address start = reserved(6);
    const Physical first = created(2);
    const Physical second = created(1);
    ASSERT_THAT(memory_.map(start, 2 * granule_, first), Succeeds());
    ASSERT_THAT(memory_.map(start + 3 * granule_, granule_, second), Succeeds());
    EXPECT_THAT(memory_.allowAccess(start, 4 * granule_), FailsWith(kDriverRefused)) << "a gap";
    EXPECT_THAT(memory_.allowAccess(start, 3 * granule_), FailsWith(kDriverRefused)) << "ends in a gap";
    EXPECT_THAT(memory_.allowAccess(start, granule_), FailsWith(kDriverRefused)) << "a part of a piece";
    EXPECT_THAT(memory_.allowAccess(start + 4 * granule_, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.allowAccess(start, 0), FailsWith(kDriverRefused));
    ASSERT_THAT(memory_.map(start + 2 * granule_, granule_, created(1)), Succeeds());
    EXPECT_THAT(memory_.allowAccess(start, 4 * granule_), Succeeds());
    EXPECT_THAT(memory_.allowAccess(start, 2 * granule_), Succeeds()) << "a second time";
}

TEST_P(VirtualMemoryContract, IsOutOfMemoryWhenTheCardIsFull) {
    const Physical most = memory_.create(kCardBytes - granule_).value();
    const auto refused = memory_.create(2 * granule_);
    ASSERT_THAT(refused, FailsWith(kOutOfMemory));
    EXPECT_EQ(refused.error().args().at("bytes"), std::to_string(2 * granule_));
    EXPECT_EQ(refused.error().args().at("device"), memory_.traits().device);
    const Physical last = created(1);
    EXPECT_EQ(freeBytes(), 0U);
    EXPECT_THAT(memory_.create(granule_), FailsWith(kOutOfMemory));
    EXPECT_THAT(memory_.release(most), Succeeds());
    EXPECT_THAT(memory_.release(last), Succeeds());
    EXPECT_THAT(memory_.create(kCardBytes), Succeeds());
}

TEST_P(VirtualMemoryContract, OtherProgramsTakeFromTheSameCard) {
    const Physical memory = created(4);
    rig_->setOthersBytes(kCardBytes - 6 * granule_);
    EXPECT_EQ(freeBytes(), 2 * granule_);
    EXPECT_THAT(memory_.create(3 * granule_), FailsWith(kOutOfMemory));
    EXPECT_THAT(memory_.create(2 * granule_), Succeeds());
    rig_->setOthersBytes(kCardBytes);  // more than there is
    EXPECT_EQ(freeBytes(), 0U);
    EXPECT_THAT(memory_.release(memory), Succeeds());
    rig_->setOthersBytes(0);
    EXPECT_THAT(memory_.create(kCardBytes - 2 * granule_), Succeeds());
}

INSTANTIATE_TEST_SUITE_P(, VirtualMemoryContract, ::testing::Values(kHost, kHostBookkeeping, kCuda),
                         ::testing::PrintToStringParamName());

TEST_P(VirtualContentsContract, ContentsMoveWithTheMemory) {
    const Address start = reserved(4);
    const Physical memory = filled(start, 2);
    std::memset(bytesAt(start), 0x5a, granule_);
    std::memset(bytesAt(start + granule_), 0xa5, granule_);
    ASSERT_THAT(memory_.unmap(start, 2 * granule_), Succeeds());
    const Address elsewhere = reserved(8);
    ASSERT_THAT(memory_.map(elsewhere + 5 * granule_, 2 * granule_, memory), Succeeds());
    ASSERT_THAT(memory_.allowAccess(elsewhere + 5 * granule_, 2 * granule_), Succeeds());
    EXPECT_EQ(*bytesAt(elsewhere + 5 * granule_), 0x5a);
    EXPECT_EQ(*bytesAt(elsewhere + 6 * granule_ - 1), 0x5a);
    EXPECT_EQ(*bytesAt(elsewhere + 6 * granule_), 0xa5);
    EXPECT_EQ(*bytesAt(elsewhere + 7 * granule_ - 1), 0xa5);
}

TEST_P(VirtualContentsContract, PiecesInAScatteredOrderAreOneRange) {
    const Address start = reserved(4);
    for (const std::uint64_t at : {2, 0, 3, 1})
        ASSERT_THAT(memory_.map(start + at * granule_, granule_, created(1)), Succeeds());
    ASSERT_THAT(memory_.allowAccess(start, 4 * granule_), Succeeds());
    constexpr std::uint64_t kStep = 4093;  // touches every page, at changing places
    for (std::uint64_t at = 0; at < 4 * granule_; at += kStep)
        bytesAt(start)[at] = static_cast<unsigned char>(at % 251);
    for (std::uint64_t at = 0; at < 4 * granule_; at += kStep)
        ASSERT_EQ(bytesAt(start)[at], static_cast<unsigned char>(at % 251)) << at;
}

TEST_P(VirtualContentsContract, TwoPiecesAtOneAddressKeepTheirOwnContents) {
    const Address start = reserved(1);
    const Physical first = filled(start, 1);
    *bytesAt(start) = 11;
    ASSERT_THAT(memory_.unmap(start, granule_), Succeeds());
    const Physical second = filled(start, 1);
    *bytesAt(start) = 22;
    ASSERT_THAT(memory_.unmap(start, granule_), Succeeds());
    ASSERT_THAT(memory_.map(start, granule_, first), Succeeds());
    ASSERT_THAT(memory_.allowAccess(start, granule_), Succeeds());
    EXPECT_EQ(*bytesAt(start), 11);
    ASSERT_THAT(memory_.unmap(start, granule_), Succeeds());
    ASSERT_THAT(memory_.map(start, granule_, second), Succeeds());
    ASSERT_THAT(memory_.allowAccess(start, granule_), Succeeds());
    EXPECT_EQ(*bytesAt(start), 22);
}

TEST_P(VirtualContentsContract, RefusedCallsLeaveContentsAlone) {
    const Address start = reserved(4);
    const Physical memory = filled(start, 2);
    *bytesAt(start) = 7;
    *bytesAt(start + granule_) = 8;
    EXPECT_THAT(memory_.map(start + granule_, granule_, created(1)), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.release(memory), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.freeAddresses(start, 4 * granule_), FailsWith(kDriverRefused));
    EXPECT_EQ(*bytesAt(start), 7);
    EXPECT_EQ(*bytesAt(start + granule_), 8);
}

INSTANTIATE_TEST_SUITE_P(, VirtualContentsContract, ::testing::Values(kHost, kCuda),
                         ::testing::PrintToStringParamName());

TEST_P(PlainMemoryContract, GivesAndTakesBack) {
    const auto first = memory_.allocate(3 * granule_);
    const auto second = memory_.allocate(granule_);
    ASSERT_THAT(first, Succeeds());
    ASSERT_THAT(second, Succeeds());
    EXPECT_NE(*first, 0U);
    EXPECT_TRUE(*second >= *first + 3 * granule_ || *first >= *second + granule_);
    EXPECT_EQ(freeBytes(), kCardBytes - 4 * granule_);
    EXPECT_THAT(memory_.deallocate(*first + granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.deallocate(*first), Succeeds());
    EXPECT_THAT(memory_.deallocate(*first), FailsWith(kDriverRefused));
    EXPECT_EQ(freeBytes(), kCardBytes - granule_);
    EXPECT_THAT(memory_.deallocate(*second), Succeeds());
    EXPECT_EQ(freeBytes(), kCardBytes);
}

TEST_P(PlainMemoryContract, RefusesOddSizes) {
    EXPECT_THAT(memory_.allocate(0), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.allocate(granule_ - 1), FailsWith(kDriverRefused));
    EXPECT_EQ(freeBytes(), kCardBytes);
}

TEST_P(PlainMemoryContract, IsOutOfMemoryWhenTheCardIsFull) {
    rig_->setOthersBytes(8 * granule_);
    const auto refused = memory_.allocate(kCardBytes);
    ASSERT_THAT(refused, FailsWith(kOutOfMemory));
    EXPECT_EQ(refused.error().args().at("bytes"), std::to_string(kCardBytes));
    const auto all = memory_.allocate(kCardBytes - 8 * granule_);
    ASSERT_THAT(all, Succeeds());
    EXPECT_THAT(memory_.allocate(granule_), FailsWith(kOutOfMemory));
    EXPECT_THAT(memory_.deallocate(*all), Succeeds());
    EXPECT_THAT(memory_.allocate(granule_), Succeeds());
}

INSTANTIATE_TEST_SUITE_P(, PlainMemoryContract,
                         ::testing::Values(kHost, kHostBookkeeping, kHostPlain, kCuda, kCudaPlain,
                                           kCudaClaimed),
                         ::testing::PrintToStringParamName());

TEST_P(PlainContentsContract, AllocationsKeepTheirOwnContents) {
    const Address first = memory_.allocate(granule_).value();
    const Address second = memory_.allocate(granule_).value();
    std::memset(bytesAt(first), 1, granule_);
    std::memset(bytesAt(second), 2, granule_);
    EXPECT_EQ(*bytesAt(first), 1);
    EXPECT_EQ(*bytesAt(first + granule_ - 1), 1);
    EXPECT_EQ(*bytesAt(second), 2);
}

INSTANTIATE_TEST_SUITE_P(, PlainContentsContract,
                         ::testing::Values(kHost, kHostPlain, kCuda, kCudaPlain, kCudaClaimed),
                         ::testing::PrintToStringParamName());

TEST_P(NoVirtualMemoryContract, SaysSoAndRefusesItsCalls) {
    EXPECT_FALSE(memory_.traits().hasVirtualMemory);
    EXPECT_GT(granule_, 0U);
    const Address start = memory_.allocate(granule_).value();
    EXPECT_THAT(memory_.reserve(granule_, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.create(granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.map(start, granule_, Physical{1}), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.allowAccess(start, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.unmap(start, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.release(Physical{1}), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.freeAddresses(start, granule_), FailsWith(kDriverRefused));
    EXPECT_THAT(memory_.deallocate(start), Succeeds());
}

INSTANTIATE_TEST_SUITE_P(, NoVirtualMemoryContract, ::testing::Values(kHostPlain, kCudaPlain, kCudaClaimed),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace manju::gpu::test
