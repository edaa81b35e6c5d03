// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/nvml.h"

#include <gtest/gtest.h>

#include "tests/support/fakecuda/fakecuda.h"

namespace manju::gpu {
namespace {

constexpr std::uint64_t kGiB = 1 << 30;

class HandClock final : public Clock {
public:
    [[nodiscard]] std::int64_t wallMillis() const override { return 0; }
    [[nodiscard]] std::int64_t steadyMillis() const override { return now; }
    std::int64_t now = 5000;
};

class NvmlTest : public ::testing::Test {
protected:
    NvmlTest() { fakecuda::reset({{"Card A", 24 * kGiB}, {"Card B", 8 * kGiB}}); }
    HandClock clock_;
};

TEST_F(NvmlTest, ReadsEachCardByItsBusId) {
    fakecuda::setOthersBytes(1, 3 * kGiB);
    fakecuda::setUtilisation(1, 87);
    Nvml nvml(clock_, MANJU_FAKECUDA);
    const auto first = nvml.read("0000:01:00.0");
    const auto second = nvml.read("0000:02:00.0");
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->totalBytes, 24 * kGiB);
    EXPECT_EQ(first->usedBytes, 0U);
    EXPECT_EQ(first->utilisationPercent, 0U);
    EXPECT_EQ(second->totalBytes, 8 * kGiB);
    EXPECT_EQ(second->usedBytes, 3 * kGiB);
    EXPECT_EQ(second->freeBytes, 5 * kGiB);
    EXPECT_EQ(second->utilisationPercent, 87U);
}

TEST_F(NvmlTest, AsksACardAtMostOnceASecond) {
    Nvml nvml(clock_, MANJU_FAKECUDA);
    ASSERT_TRUE(nvml.read("0000:01:00.0"));
    fakecuda::setUtilisation(0, 50);
    clock_.now += 999;
    EXPECT_EQ(nvml.read("0000:01:00.0")->utilisationPercent, 0U);
    EXPECT_EQ(fakecuda::calls("nvmlDeviceGetMemoryInfo"), 1U);
    ASSERT_TRUE(nvml.read("0000:02:00.0"));
    EXPECT_EQ(fakecuda::calls("nvmlDeviceGetMemoryInfo"), 2U) << "the other card";
    clock_.now += 1;
    EXPECT_EQ(nvml.read("0000:01:00.0")->utilisationPercent, 50U);
    EXPECT_EQ(fakecuda::calls("nvmlDeviceGetMemoryInfo"), 3U);
}

TEST_F(NvmlTest, ACardThatDoesNotAnswerIsNotAskedMoreOften) {
    fakecuda::fail({.call = "nvmlDeviceGetMemoryInfo", .first = 1, .count = 1, .result = 15});
    Nvml nvml(clock_, MANJU_FAKECUDA);
    EXPECT_FALSE(nvml.read("0000:01:00.0"));
    EXPECT_FALSE(nvml.read("0000:01:00.0"));
    EXPECT_EQ(fakecuda::calls("nvmlDeviceGetMemoryInfo"), 1U);
    clock_.now += 1000;
    EXPECT_TRUE(nvml.read("0000:01:00.0"));
    EXPECT_FALSE(nvml.read("0000:09:00.0")) << "no such card";
}

TEST_F(NvmlTest, UtilisationMayBeMissing) {
    fakecuda::fail({.call = "nvmlDeviceGetUtilizationRates", .first = 1, .count = 1, .result = 3});
    Nvml nvml(clock_, MANJU_FAKECUDA);
    const auto figures = nvml.read("0000:01:00.0");
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->totalBytes, 24 * kGiB);
    EXPECT_EQ(figures->utilisationPercent, std::nullopt);
}

TEST_F(NvmlTest, WithoutTheLibraryThereAreNoFigures) {
    Nvml absent(clock_, "libno-such-nvml.so.1");
    EXPECT_FALSE(absent.read("0000:01:00.0"));
    Nvml another(clock_, "libm.so.6");
    EXPECT_FALSE(another.read("0000:01:00.0"));
}

TEST_F(NvmlTest, ALibraryThatDoesNotStartIsNotUsed) {
    fakecuda::fail({.call = "nvmlInit_v2", .first = 1, .count = 1, .result = 9});
    {
        Nvml nvml(clock_, MANJU_FAKECUDA);
        EXPECT_FALSE(nvml.read("0000:01:00.0"));
    }
    EXPECT_EQ(fakecuda::calls("nvmlShutdown"), 0U);
}

TEST_F(NvmlTest, IsShutDownAtItsEnd) {
    {
        const Nvml nvml(clock_, MANJU_FAKECUDA);
        EXPECT_EQ(fakecuda::leftovers().nvml, 1U);
    }
    EXPECT_EQ(fakecuda::leftovers().nvml, 0U);
}

}  // namespace
}  // namespace manju::gpu
