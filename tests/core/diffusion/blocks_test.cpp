// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/group_norm.h>
#include <ATen/ops/silu.h>
#include <c10/core/InferenceMode.h>

#include <limits>

#include "core/base/errors.h"
#include "core/diffusion/conditioning.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/group_norm.h"
#include "core/diffusion/pixels.h"
#include "core/diffusion/residency.h"
#include "core/diffusion/sampler.h"
#include "core/diffusion/text_encoder.h"
#include "core/diffusion/transformer.h"
#include "core/diffusion/unet.h"
#include "core/diffusion/vae_decoder.h"
#include "fixture.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

using weights::Component;

constexpr double kTolerance = 1e-4;
constexpr std::int64_t kAmple = std::numeric_limits<std::int64_t>::max();

class BlocksTest : public ::testing::Test {
protected:
    BlocksTest() : fixture_("blocks.safetensors"), checkpoint_(openCheckpoint(tinyCheckpoint())) {}

    [[nodiscard]] at::Tensor expected(const std::string& name) const { return stored(fixture_, name); }

    c10::InferenceMode inference_;
    Fixture fixture_;
    weights::Checkpoint checkpoint_;
};

TEST_F(BlocksTest, TextEncodersAgree) {
    const auto tokenizer = prompt::ClipTokenizer::load(kResources / "clip").value();
    const prompt::TokenizedPrompt text =
        prompt::tokenize(tokenizer, "an astronaut riding a horse on mars", prompt::PromptRules{});
    ParameterReader first(checkpoint_, Component::TextEncoder1);
    const TextEncoder encoder1(first, checkpoint_.shape().text[0]);
    ASSERT_TRUE(first.status().ok());
    const EncodedText text1 = encoder1.encode(text.chunks[0], 0);
    EXPECT_LT(difference(text1.hidden, expected("text1.hidden")), kTolerance);
    EXPECT_FALSE(text1.pooled.defined());

    ParameterReader second(checkpoint_, Component::TextEncoder2);
    const TextEncoder encoder2(second, checkpoint_.shape().text[1]);
    ASSERT_TRUE(second.status().ok());
    const EncodedText text2 = encoder2.encode(text.chunks[1], 0);
    EXPECT_LT(difference(text2.hidden, expected("text2.hidden")), kTolerance);
    EXPECT_LT(difference(text2.pooled, expected("text2.pooled")), kTolerance);
}

TEST_F(BlocksTest, TimeEmbeddingAgrees) {
    const auto& shape = checkpoint_.shape().unet;
    ParameterReader reader(checkpoint_, Component::Unet);
    const Linear in(reader, "time_embedding.linear_1", 64, 256);
    const Linear out(reader, "time_embedding.linear_2", 256, 256);
    const at::Tensor step = at::full({2}, 481.25, at::kFloat);
    const at::Tensor got = out(at::silu(in(sinusoid(step, shape.blockChannels[0]))));
    EXPECT_LT(difference(got, expected("time_embedding")), kTolerance);
}

TEST_F(BlocksTest, ResnetAgrees) {
    ParameterReader reader(checkpoint_, Component::Unet);
    const ResnetBlock block(reader, "down_blocks.1.resnets.0", {64, 128, 32, 1e-5, 256});
    ASSERT_TRUE(reader.status().ok());
    const at::Tensor input = expected("resnet.input").contiguous(at::MemoryFormat::ChannelsLast);
    const at::Tensor got = block(input, at::silu(expected("resnet.time")));
    EXPECT_LT(difference(got, expected("resnet.output")), kTolerance);
}

TEST_F(BlocksTest, TransformerAgrees) {
    ParameterReader reader(checkpoint_, Component::Unet);
    const SpatialTransformer transformer(reader, "down_blocks.1.attentions.0", {128, 2, 192, 1, 32});
    ASSERT_TRUE(reader.status().ok());
    std::vector<TextKeys> keys;
    transformer.appendTextKeys(expected("unet.context"), keys);
    ASSERT_EQ(keys.size(), 1U);
    std::size_t next = 0;
    const at::Tensor input = expected("transformer.input").contiguous(at::MemoryFormat::ChannelsLast);
    EXPECT_LT(difference(transformer(input, keys, next, kAmple), expected("transformer.output")), kTolerance);
    EXPECT_EQ(next, 1U);
}

TEST_F(BlocksTest, UnetAgreesAlsoWithSlicedAttention) {
    // One byte forces slices of a single query.
    for (const std::int64_t limit : {kAmple, std::int64_t{1}}) {
        ParameterReader reader(checkpoint_, Component::Unet);
        const Unet unet(reader, checkpoint_.shape().unet, limit);
        ASSERT_TRUE(reader.status().ok());
        const UnetConditioning conditioning =
            unet.prepare(expected("unet.context"), expected("unet.pooled"), expected("unet.time_ids"));
        EXPECT_LT(difference(conditioning.sizeAndStyle, expected("add_embedding")), kTolerance);
        const at::Tensor got = unet(expected("unet.latent"), 481.25, conditioning);
        EXPECT_LT(difference(got, expected("unet.output")), kTolerance);
    }
}

/// Distilled models: transformers of unequal depth, one resnet in the middle; the same from either layout.
TEST_F(BlocksTest, ADistilledUnetAgreesFromAFolderAndFromASingleFile) {
    const Fixture fixture("distilled.safetensors");
    const auto value = [&](const std::string& name) { return stored(fixture, name); };
    const TemporaryFolder folder;
    for (const char* name : {"folder", "single.safetensors"}) {
        testing::CheckpointRecipe recipe = tinyRecipe(folder.path() / name);
        recipe.shape = testing::distilledSdxlShape();
        recipe.folder = name == std::string_view("folder");
        ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
        const weights::Checkpoint checkpoint = openCheckpoint(recipe.out);
        ASSERT_EQ(checkpoint.shape().unet, recipe.shape.unet);
        ParameterReader reader(checkpoint, Component::Unet);
        const Unet unet(reader, checkpoint.shape().unet, kAmple);
        ASSERT_TRUE(reader.status().ok());
        const UnetConditioning conditioning =
            unet.prepare(value("context"), value("pooled"), value("time_ids"));
        EXPECT_LT(difference(unet(value("latent"), 481.25, conditioning), value("output")), kTolerance);
    }
}

TEST_F(BlocksTest, VaeDecoderAgreesAlsoWithSlicedAttention) {
    for (const std::int64_t limit : {kAmple, std::int64_t{1}}) {
        ParameterReader reader(checkpoint_, Component::Vae);
        const VaeDecoder decoder(reader, checkpoint_.shape().vae, limit);
        ASSERT_TRUE(reader.status().ok());
        EXPECT_LT(difference(decoder(expected("vae.latent")), expected("vae.output")), kTolerance);
    }
}

TEST_F(BlocksTest, ResidencyDropsWhatDoesNotFit) {
    const auto bytes = [&](Component component) {
        return tensor::floatBytes(checkpoint_, component).value();
    };
    const auto same = [](const auto& a, const auto& b) { return a.ok() && b.ok() && a.value() == b.value(); };
    // Room for the encoders, or for the UNet and the VAE, but not for everything.
    Residency residency(checkpoint_, bytes(Component::TextEncoder1) + bytes(Component::TextEncoder2),
                        megabytes(1));
    const auto encoder1 = residency.textEncoder(0);
    const auto encoder2 = residency.textEncoder(1);
    EXPECT_TRUE(same(encoder1, residency.textEncoder(0)));
    EXPECT_TRUE(same(encoder2, residency.textEncoder(1)));
    const auto unet = residency.unet();
    ASSERT_TRUE(unet.ok());
    ASSERT_TRUE(residency.vaeDecoder().ok());
    EXPECT_TRUE(same(unet, residency.unet()));
    residency.release();
    // A component larger than the limit still loads, alone.
    Residency narrow(checkpoint_, Bytes(1), megabytes(1));
    EXPECT_TRUE(narrow.unet().ok());
    EXPECT_TRUE(narrow.vaeDecoder().ok());
}

TEST(GroupNorm, AgreesWithDoublePrecisionForEveryLayout) {
    for (const auto& shape : std::vector<std::vector<std::int64_t>>{
             {2, 64, 21, 13}, {1, 32, 1, 1}, {1, 96, 40, 40}, {3, 32, 2, 5}, {1, 32, 72, 64}}) {
        // A mean far from zero, where a careless variance loses its digits.
        const at::Tensor x = noise(4, shape) * 0.5 + 3.0;
        const at::Tensor weight = noise(5, {shape[1]});
        const at::Tensor bias = noise(6, {shape[1]});
        const at::Tensor expected =
            at::group_norm(x.to(at::kDouble), 32, weight.to(at::kDouble), bias.to(at::kDouble), 1e-5)
                .to(at::kFloat);
        for (const at::Tensor& input : {x, x.contiguous(at::MemoryFormat::ChannelsLast)}) {
            const at::Tensor got = groupNorm(input, 32, weight, bias, 1e-5);
            EXPECT_LT(difference(got, expected), 2e-5);
            EXPECT_TRUE(got.is_contiguous(input.suggest_memory_format()));
        }
    }
}

TEST(Sinusoid, HasTheTabulatedValues) {
    const at::Tensor size = sinusoid(at::full({1}, 1024.0, at::kFloat), 256).squeeze(0);
    const auto at = [](const at::Tensor& row, std::int64_t i) { return row[i].item<double>(); };
    EXPECT_NEAR(at(size, 0), 0.98735362, 1e-5);
    EXPECT_NEAR(at(size, 1), -0.53761032, 2e-5);
    EXPECT_NEAR(at(size, 127), 0.99395172, 1e-5);
    EXPECT_NEAR(at(size, 128), -0.15853338, 1e-5);
    const at::Tensor step = sinusoid(at::full({1}, 999.0, at::kFloat), 320).squeeze(0);
    EXPECT_NEAR(at(step, 0), 0.99964985, 1e-5);
    EXPECT_NEAR(at(step, 1), 0.80268102, 2e-5);
    EXPECT_NEAR(at(step, 160), -0.02646075, 1e-5);
    const at::Tensor one = sinusoid(at::full({1}, 1.0, at::kFloat), 320).squeeze(0);
    EXPECT_NEAR(at(one, 319), 1.0592537e-4, 1e-8);
}

// huggingface/diffusers#5614: the height comes before the width (report 5).
TEST(TimeIds, PutHeightFirst) {
    const at::Tensor ids = timeIds(832, 1216);
    const std::vector<float> got(ids.data_ptr<float>(), ids.data_ptr<float>() + 6);
    EXPECT_EQ(got, (std::vector<float>{1216, 832, 0, 0, 1216, 832}));
}

TEST(ToPixels, RoundsHalvesToEvenAndClamps) {
    at::Tensor image = at::full({1, 3, 2, 2}, 2.0, at::kFloat);
    // (v / 2 + 0.5) * 255: exactly 0.5, 1.5 and 2.5 are not all representable; 127.5 is (v = 0).
    image[0][0][0][0] = 0.0;
    image[0][1][0][1] = -3.0;
    image[0][2][1][0] = -1.0 + 2.0 * 101.0 / 255.0;
    const auto pixels = toPixels(image, 1);
    ASSERT_TRUE(pixels.ok());
    EXPECT_EQ(pixels.value(),
              (std::vector<std::uint8_t>{128, 255, 255, 255, 0, 255, 255, 255, 101, 255, 255, 255}));
}

TEST(ToPixels, RefusesBrokenPictures) {
    at::Tensor image = noise(1, {1, 3, 8, 8});
    EXPECT_TRUE(toPixels(image, 1).ok());
    EXPECT_TRUE(toPixels(at::full({1, 3, 8, 8}, 0.25, at::kFloat), 7).error().is(kPictureFlat));
    EXPECT_TRUE(toPixels(at::full({1, 3, 8, 8}, -1.5, at::kFloat), 7).error().is(kPictureBlack));
    image[0][2][7][7] = std::numeric_limits<float>::quiet_NaN();
    const auto broken = toPixels(image, 7);
    ASSERT_FALSE(broken.ok());
    EXPECT_TRUE(broken.error().is(kPictureNotFinite));
    EXPECT_EQ(broken.error().args().at("seed"), "7");
}

TEST(Guided, ExtrapolatesFromTheUnconditioned) {
    const at::Tensor both = at::cat({at::full({1, 2}, 1.0, at::kFloat), at::full({1, 2}, 3.0, at::kFloat)});
    EXPECT_EQ(difference(guided(both, 5.0), at::full({1, 2}, 11.0, at::kFloat)), 0.0);
}

}  // namespace
}  // namespace manju::diffusion
