// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/residency.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/full.h>
#include <c10/core/InferenceMode.h>

#include "core/tensor/guard.h"
#include "lora_fixture.h"

namespace manju::lora {
namespace {

using weights::Component;

/// The real modules with a merger as their adapter.
class MergedModules : public ::testing::Test {
protected:
    MergedModules() {
        residency_.setAdapter([&](tensor::LoadedComponent& component) { return merger_.adapt(component); });
    }

    at::Tensor predict() {
        const c10::InferenceMode inference;
        const auto unet = residency_.unet();
        EXPECT_TRUE(unet.ok()) << unet.error().debugText();
        const auto& shape = checkpoint_.shape();
        const auto ramp = [](std::vector<std::int64_t> sizes) {
            at::Tensor values = at::full(sizes, 0.0F);
            for (std::int64_t i = 0; i < values.numel(); ++i)
                values.data_ptr<float>()[i] = static_cast<float>(i % 17) / 17.0F - 0.5F;
            return values;
        };
        const auto conditioning = (*unet)->prepare(ramp({1, 77, shape.unet.contextWidth}),
                                                   ramp({1, shape.text[1].projection}), ramp({1, 6}));
        return (**unet)(ramp({1, shape.unet.inChannels, 8, 8}), 500, conditioning).clone();
    }
    at::Tensor predictWith(const std::vector<LoraUse>& set) {
        const Status selected = merger_.select(set);
        EXPECT_TRUE(selected.ok()) << selected.error().debugText();
        return predict();
    }

    const weights::Checkpoint& checkpoint_ = tinyCheckpoint();
    LoraMerger merger_{checkpoint_};
    diffusion::Residency residency_{checkpoint_, gigabytes(1), megabytes(64)};
};

TEST_F(MergedModules, PredictionsFollowTheSetAndComeBack) {
    const at::Tensor without = predictWith({});
    const std::vector<LoraUse> set{useOf("kohya"), useOf("full"), useOf("norm"), useOf("peft_dora")};
    const at::Tensor with = predictWith(set);
    EXPECT_GT((with - without).abs().max().item<double>(), 1e-3);
    EXPECT_TRUE(predictWith({}).equal(without));
    EXPECT_TRUE(predictWith(set).equal(with));
    residency_.release();
    EXPECT_TRUE(predict().equal(with));
}

TEST_F(MergedModules, EveryTensorOfAModuleThatALoraCanChangeIsKnown) {
    std::map<Component, std::size_t> known;
    residency_.setAdapter([&](tensor::LoadedComponent& component) -> Status {
        known[component.component] = component.parameters.size();
        for (const auto& [name, tensor] : component.parameters) EXPECT_TRUE(tensor.defined()) << name;
        return Done{};
    });
    const c10::InferenceMode inference;
    ASSERT_TRUE(residency_.unet().ok());
    ASSERT_TRUE(residency_.textEncoder(1).ok());
    EXPECT_EQ(known[Component::Unet], checkpoint_.names(Component::Unet).size());
    EXPECT_EQ(known[Component::TextEncoder2], checkpoint_.names(Component::TextEncoder2).size());
}

TEST_F(MergedModules, WithoutAnAdapterTheWeightsAreTheCheckpointsOwn) {
    const at::Tensor without = predictWith({});
    const at::Tensor with = predictWith({useOf("kohya")});
    ASSERT_FALSE(with.equal(without));
    residency_.setAdapter({});
    EXPECT_TRUE(predict().equal(without));
}

}  // namespace
}  // namespace manju::lora
