// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/gpu/cuda/context.h"
#include "core/gpu/errors.h"
#include "tests/support/fakecuda/fakecuda.h"
#include "tests/support/result_matchers.h"

namespace manju::gpu {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string detailOf(const Result<std::unique_ptr<CudaDriver>>& driver) {
    return driver.error().args().at("detail");
}

fakecuda::Failure failing(const std::string& call, cu::Code code, unsigned first = 1) {
    return {.call = call, .first = first, .count = fakecuda::kForever, .result = static_cast<int>(code)};
}

class CudaDriverTest : public ::testing::Test {
protected:
    CudaDriverTest() { fakecuda::reset({{"Card A", 24ULL << 30}, {"Card B", 8ULL << 30}}); }
};

TEST_F(CudaDriverTest, ListsItsCards) {
    const auto driver = CudaDriver::open(MANJU_FAKECUDA);
    ASSERT_THAT(driver, Succeeds());
    EXPECT_EQ((*driver)->version(), 12040);
    const auto& cards = (*driver)->cards();
    ASSERT_EQ(cards.size(), 2U);
    EXPECT_EQ(cards[0].name, "Card A");
    EXPECT_EQ(cards[0].ordinal, 0);
    EXPECT_EQ(cards[0].totalBytes, 24ULL << 30);
    EXPECT_EQ(cards[0].computeMajor, 8);
    EXPECT_EQ(cards[0].computeMinor, 6);
    EXPECT_EQ(cards[0].pciBusId, "0000:01:00.0");
    EXPECT_EQ(cards[1].name, "Card B");
    EXPECT_EQ(cards[1].ordinal, 1);
    EXPECT_EQ(cards[1].totalBytes, 8ULL << 30);
    EXPECT_EQ(cards[1].pciBusId, "0000:02:00.0");
}

TEST_F(CudaDriverTest, AMachineWithoutTheLibraryIsNoCrash) {
    const auto driver = CudaDriver::open("libno-such-driver.so.1");
    ASSERT_THAT(driver, FailsWith(kNoDriver));
    EXPECT_THAT(detailOf(driver), HasSubstr("libno-such-driver.so.1"));
}

TEST_F(CudaDriverTest, ALibraryThatLacksACallIsTooOld) {
    const auto driver = CudaDriver::open("libm.so.6");
    ASSERT_THAT(driver, FailsWith(kNoDriver));
    EXPECT_THAT(detailOf(driver), AllOf(HasSubstr("libm.so.6"), HasSubstr("cuInit")));
}

TEST_F(CudaDriverTest, ADriverThatDoesNotStartSaysWhy) {
    fakecuda::fail(failing("cuInit", cu::Code::NoDevice));
    const auto driver = CudaDriver::open(MANJU_FAKECUDA);
    ASSERT_THAT(driver, FailsWith(kNoDriver));
    EXPECT_THAT(detailOf(driver), AllOf(HasSubstr("cuInit"), HasSubstr("CUDA_ERROR_NO_DEVICE"),
                                        HasSubstr("no CUDA-capable device is detected")));
}

TEST_F(CudaDriverTest, ADriverWithoutCardsIsNone) {
    fakecuda::reset({});
    const auto driver = CudaDriver::open(MANJU_FAKECUDA);
    ASSERT_THAT(driver, FailsWith(kNoDriver));
    EXPECT_THAT(detailOf(driver), HasSubstr("no card"));
}

TEST_F(CudaDriverTest, ACodeWithoutWordsIsANumber) {
    const auto driver = CudaDriver::open(MANJU_FAKECUDA);
    ASSERT_THAT(driver, Succeeds());
    EXPECT_EQ((*driver)->describe(static_cast<cu::Code>(4711)), "error 4711");
    EXPECT_EQ((*driver)->describe(cu::Code::OutOfMemory), "CUDA_ERROR_OUT_OF_MEMORY, out of memory");
}

class CudaContextTest : public CudaDriverTest {
protected:
    std::unique_ptr<CudaDriver> driver_ = CudaDriver::open(MANJU_FAKECUDA).value();
};

TEST_F(CudaContextTest, IsHeldUntilItGoes) {
    {
        const auto first = CudaContext::retain(*driver_, 0);
        const auto again = CudaContext::retain(*driver_, 0);
        const auto other = CudaContext::retain(*driver_, 1);
        ASSERT_THAT(first, Succeeds());
        ASSERT_THAT(again, Succeeds());
        ASSERT_THAT(other, Succeeds());
        EXPECT_EQ((*other)->card().name, "Card B");
        EXPECT_EQ(fakecuda::leftovers().contexts, 3U);
    }
    EXPECT_EQ(fakecuda::leftovers(), fakecuda::Leftovers());
}

TEST_F(CudaContextTest, ACardThatIsNotThereIsNamed) {
    for (const int wrong : {-1, 2}) {
        const auto context = CudaContext::retain(*driver_, wrong);
        ASSERT_THAT(context, FailsWith(kNoSuchDevice));
        EXPECT_EQ(context.error().args().at("device"), std::to_string(wrong));
    }
}

TEST_F(CudaContextTest, ARefusalNamesCardCallAndReason) {
    fakecuda::fail(failing("cuDevicePrimaryCtxRetain", cu::Code::Unknown));
    const auto context = CudaContext::retain(*driver_, 1);
    ASSERT_THAT(context, FailsWith(kDriverRefused));
    EXPECT_EQ(context.error().args().at("device"), "Card B");
    EXPECT_EQ(context.error().args().at("call"), "cuDevicePrimaryCtxRetain");
    EXPECT_EQ(context.error().args().at("detail"), "CUDA_ERROR_UNKNOWN, unknown error");
    EXPECT_EQ(fakecuda::leftovers(), fakecuda::Leftovers());
}

TEST_F(CudaContextTest, ABrokenContextIsTheAnswerToEveryCall) {
    const auto context = CudaContext::retain(*driver_, 0).value();
    std::size_t free = 0;
    std::size_t total = 0;
    EXPECT_THAT(context->call(context->calls().memGetInfo, &free, &total), Succeeds());
    fakecuda::fail(failing("cuCtxSetCurrent", cu::Code::ContextIsDestroyed));
    const unsigned before = fakecuda::calls("cuMemGetInfo_v2");
    for (int i = 0; i < 2; ++i) {
        const Status status = context->call(context->calls().memGetInfo, &free, &total);
        ASSERT_THAT(status, FailsWith(kDriverRefused));
        EXPECT_EQ(status.error().args().at("call"), "cuCtxSetCurrent");
        EXPECT_THAT(status.error().args().at("detail"), HasSubstr("CUDA_ERROR_CONTEXT_IS_DESTROYED"));
    }
    EXPECT_EQ(fakecuda::calls("cuMemGetInfo_v2"), before) << "it might reach another card's context";
}

}  // namespace
}  // namespace manju::gpu
