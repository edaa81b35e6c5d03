// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/parameters.h"

#include <gtest/gtest.h>

#include "core/tensor/errors.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::tensor {
namespace {

using weights::Component;

class ParameterReaderTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        path_ = std::filesystem::path(::testing::TempDir()) /
                ("parameters_test." + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
                 "." + std::to_string(reinterpret_cast<std::uintptr_t>(&path_)) + ".safetensors");
        testing::CheckpointRecipe recipe;
        recipe.shape = testing::tinySdxlShape();
        recipe.seed = 1;
        recipe.out = path_;
        ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
    }
    static void TearDownTestSuite() { std::filesystem::remove(path_); }

    static weights::Checkpoint open() {
        auto checkpoint = weights::Checkpoint::open(path_);
        EXPECT_TRUE(checkpoint.ok()) << checkpoint.error().debugText();
        return std::move(checkpoint).value();
    }

    static std::filesystem::path path_;
};

std::filesystem::path ParameterReaderTest::path_;

TEST_F(ParameterReaderTest, ReadsTheValuesOfTheTensor) {
    const weights::Checkpoint checkpoint = open();
    ParameterReader reader(checkpoint, Component::Unet);
    const at::Tensor weight = reader.take("conv_in.weight", {64, 4, 3, 3});
    ASSERT_TRUE(reader.status().ok()) << reader.status().error().debugText();
    const testing::SyntheticTensor expected(Component::Unet, {"conv_in.weight", {64, 4, 3, 3}}, 1);
    for (std::int64_t i = 0; i < weight.numel(); ++i)
        ASSERT_EQ(weight.data_ptr<float>()[i], expected.at(static_cast<std::uint64_t>(i)));
}

TEST_F(ParameterReaderTest, AcceptsOtherPlacesOfSidesOfOne) {
    const weights::Checkpoint checkpoint = open();
    ParameterReader reader(checkpoint, Component::Vae);
    EXPECT_EQ(reader.take("post_quant_conv.weight", {4, 4}).dim(), 2);
    EXPECT_TRUE(reader.status().ok());
}

TEST_F(ParameterReaderTest, KeepsTheFirstFailure) {
    const weights::Checkpoint checkpoint = open();
    ParameterReader reader(checkpoint, Component::Unet);
    EXPECT_FALSE(reader.take("conv_in.weight", {4, 64, 3, 3}).defined());
    EXPECT_FALSE(reader.take("no.such.tensor", {1}).defined());
    ASSERT_FALSE(reader.status().ok());
    EXPECT_TRUE(reader.status().error().is(kWeightShape));
    EXPECT_EQ(reader.status().error().args().at("shape"), "64x4x3x3");
    EXPECT_EQ(reader.status().error().args().at("expected"), "4x64x3x3");
    EXPECT_TRUE(reader.has("conv_in.weight"));
    EXPECT_FALSE(reader.has("no.such.tensor"));
}

TEST_F(ParameterReaderTest, CountsAComponentsBytes) {
    const weights::Checkpoint checkpoint = open();
    const auto bytes = floatBytes(checkpoint, Component::TextEncoder1);
    ASSERT_TRUE(bytes.ok());
    std::int64_t expected = 0;
    for (const auto& tensor : weights::tensorsOf(Component::TextEncoder1, checkpoint.shape()))
        expected += weights::elementCount(tensor.shape) * 4;
    EXPECT_EQ(bytes.value(), Bytes(expected));
}

}  // namespace
}  // namespace manju::tensor
