// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/stream_numbers.h"

#include <gtest/gtest.h>

#include "core/gpu/errors.h"
#include "tests/core/tensor/memory/fake_card_pool.h"
#include "tests/support/result_matchers.h"

namespace manju::tensor {
namespace {

using manju::testing::FailsWith;

class StreamNumbersTest : public ::testing::Test {
protected:
    gpu::StreamId keep(gpu::cu::Stream stream) { return numbers_.keep(stream).value(); }

    testing::FakeCardPool card_;
    StreamNumbers numbers_{*card_.streams};
    std::vector<gpu::cu::Stream> foreign_;
    void SetUp() override {
        for (std::size_t i = 0; i < vram::kMostStreams; ++i) foreign_.push_back(fakecuda::openStream(0));
    }
};

TEST_F(StreamNumbersTest, AStreamHasOneNumber) {
    EXPECT_EQ(keep(nullptr), gpu::kDefaultStream);
    const gpu::StreamId number = keep(foreign_[0]);
    EXPECT_NE(number, gpu::kDefaultStream);
    EXPECT_NE(keep(foreign_[1]), number);
    EXPECT_EQ(keep(foreign_[0]), number);
    numbers_.letGo(number);
    numbers_.letGo(number);
    EXPECT_EQ(keep(foreign_[0]), number) << "nobody needed it in between";
}

TEST_F(StreamNumbersTest, TheNumberUnusedForLongestGoesToANewStream) {
    std::vector<gpu::StreamId> numbers;
    for (std::size_t i = 0; i + 1 < vram::kMostStreams; ++i) numbers.push_back(keep(foreign_[i]));
    EXPECT_THAT(numbers_.keep(foreign_.back()), FailsWith(gpu::kDriverRefused));
    (void)keep(foreign_[2]);
    for (const std::size_t i : {4, 2, 2, 5}) numbers_.letGo(numbers[i]);
    EXPECT_EQ(keep(foreign_.back()), numbers[4]);
    EXPECT_EQ(keep(foreign_[4]), numbers[5]) << "the one that lost its number has another";
}

TEST_F(StreamNumbersTest, NumbersOfStreamsThatWeOpenedAreForGood) {
    std::vector<gpu::StreamId> ours;
    for (std::size_t i = 1; i < vram::kMostStreams; ++i)
        ours.push_back(card_.streams->open(gpu::StreamPriority::Normal).value());
    for (const gpu::StreamId number : ours) {
        EXPECT_EQ(keep(card_.streams->handle(number).value()), number);
        numbers_.letGo(number);
    }
    EXPECT_THAT(numbers_.keep(foreign_[0]), FailsWith(gpu::kDriverRefused));
    const gpu::StreamId ninth = card_.streams->open(gpu::StreamPriority::Normal).value();
    EXPECT_THAT(numbers_.keep(card_.streams->handle(ninth).value()), FailsWith(gpu::kDriverRefused));
}

}  // namespace
}  // namespace manju::tensor
