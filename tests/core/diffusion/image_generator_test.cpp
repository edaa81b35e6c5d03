// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/image_generator.h"

#include <cmath>
#include <fstream>
#include <limits>

#include "core/base/errors.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/spec_check.h"
#include "core/gpu/host/host_memory.h"
#include "core/gpu/host/immediate_streams.h"
#include "core/tensor/errors.h"
#include "core/tensor/pool_memory.h"
#include "drawing.h"

namespace manju::diffusion {
namespace {

/// The job of the stored pictures.
ImageSpec storedSpec() {
    return referenceSpec(4);
}

Result<Picture> draw(ImageGenerator& model, const ImageSpec& spec) {
    return model.draw(spec, {}, {}, {});
}

class ImageGeneratorTest : public ::testing::Test {
protected:
    ImageGeneratorTest()
        : checkpoint_(openCheckpoint(tinyCheckpoint())),
          model_(loaded(checkpoint_)),
          stored_("pictures.safetensors") {}

    void expectStored(const Result<Picture>& got, const std::string& name) const {
        ASSERT_TRUE(got.ok()) << got.error().debugText();
        EXPECT_GE(equalShare(got.value().rgb, stored_.values<std::uint8_t>(name)), kEqualShare) << name;
    }

    weights::Checkpoint checkpoint_;
    ImageGenerator model_;
    Fixture stored_;
};

TEST_F(ImageGeneratorTest, DrawsThePicturesOfTheReference) {
    ImageSpec spec = storedSpec();
    const auto encoded = draw(model_, spec);
    expectStored(encoded, "encoded");
    EXPECT_EQ(encoded.value().facts.negative, "encoded");
    EXPECT_EQ(encoded.value().facts.spacing, "leading");
    EXPECT_EQ(encoded.value().facts.timesteps, (std::vector<double>{751, 501, 251, 1}));

    spec.sampler = "euler_trailing";
    expectStored(draw(model_, spec), "trailing");

    spec.sampler = "euler";
    spec.negative.reset();
    const auto zeros = draw(model_, spec);
    expectStored(zeros, "zeros");
    EXPECT_EQ(zeros.value().facts.negative, "zeros");
    // The four stored pictures are different pictures, so that a mix-up shows.
    EXPECT_LT(equalShare(encoded.value().rgb, zeros.value().rgb), 0.9);
}

TEST_F(ImageGeneratorTest, DrawsTheSameFromAFolder) {
    const TemporaryFolder folder;
    ASSERT_TRUE(testing::makeCheckpoint(tinyRecipe(folder.path(), true)).ok());
    const weights::Checkpoint checkpoint = openCheckpoint(folder.path());
    ImageGenerator fromFolder = loaded(checkpoint);
    const auto a = draw(model_, storedSpec());
    const auto b = draw(fromFolder, storedSpec());
    ASSERT_TRUE(a.ok());
    ASSERT_TRUE(b.ok());
    EXPECT_EQ(a.value().rgb, b.value().rgb);
}

TEST_F(ImageGeneratorTest, DrawsTheSameInMemoryOfThePool) {
    const Picture outside = draw(model_, storedSpec()).value();
    gpu::SimStreams rules;
    gpu::ImmediateStreams streams;
    const auto memory =
        gpu::HostMemory::create({.device = "test card", .totalBytes = std::uint64_t{1} << 30}, rules).value();
    const auto pool = vram::VramPool::open(*memory, streams).value();
    {
        const tensor::CpuTensorsInPool inPool(*pool);
        ImageGenerator model = loaded(checkpoint_);
        const Picture inside = draw(model, storedSpec()).value();
        EXPECT_EQ(inside.rgb, outside.rgb);
        EXPECT_GT(pool->stats().counters.allocations, 100u);
    }
    pool->validate();
    EXPECT_EQ(pool->stats().bands.requested, 0u);
}

TEST_F(ImageGeneratorTest, PredictsVelocityWithZeroTerminalSnr) {
    const TemporaryFolder folder;
    auto recipe = tinyRecipe(folder.path() / "v.safetensors");
    recipe.shape.prediction = weights::Prediction::V;
    recipe.shape.zeroTerminalSnr = true;
    ASSERT_TRUE(testing::makeCheckpoint(recipe).ok());
    const weights::Checkpoint checkpoint = openCheckpoint(recipe.out);
    ImageGenerator model = loaded(checkpoint);
    const auto got = draw(model, storedSpec());
    expectStored(got, "v_zero_snr");
    EXPECT_EQ(got.value().facts.prediction, "v");
    EXPECT_EQ(got.value().facts.spacing, "trailing");
}

TEST_F(ImageGeneratorTest, RepeatsAPictureExactlyAlsoWithoutRoomForEverything) {
    const auto first = draw(model_, storedSpec());
    ImageSpec other = storedSpec();
    other.prompt = "a cat";
    other.seed = 8;
    const auto between = draw(model_, other);
    const auto again = draw(model_, storedSpec());
    ImageGenerator narrow = loaded(checkpoint_, Bytes(1));
    const auto alone = draw(narrow, storedSpec());
    for (const auto* result : {&first, &between, &again, &alone}) ASSERT_TRUE(result->ok());
    EXPECT_EQ(first.value().rgb, again.value().rgb);
    EXPECT_EQ(first.value().rgb, alone.value().rgb);
    EXPECT_LT(equalShare(first.value().rgb, between.value().rgb), 0.9);
}

TEST_F(ImageGeneratorTest, StudioTreatsABlankNegativeAsAbsent) {
    ImageSpec spec = storedSpec();
    spec.bundle = "studio";
    spec.negative = "  ";
    const auto blank = draw(model_, spec);
    ASSERT_TRUE(blank.ok());
    EXPECT_EQ(blank.value().facts.negative, "zeros");
    expectStored(blank, "zeros");
    spec.bundle = "diffusers";
    EXPECT_EQ(draw(model_, spec).value().facts.negative, "encoded");
}

TEST_F(ImageGeneratorTest, AnAbsentAnEmptyAndAWrittenNegativeAreThreeThings) {
    const auto negativeOf = [&](const char* bundle, std::optional<std::string> negative) {
        ImageSpec spec = storedSpec();
        spec.bundle = bundle;
        spec.negative = std::move(negative);
        return draw(model_, spec).value().facts.negative;
    };
    EXPECT_EQ(negativeOf("diffusers", {}), "zeros");
    EXPECT_EQ(negativeOf("diffusers", ""), "encoded");
    EXPECT_EQ(negativeOf("a1111", {}), "zeros");
    EXPECT_EQ(negativeOf("a1111", ""), "zeros");
    EXPECT_EQ(negativeOf("comfy", {}), "encoded");
    EXPECT_EQ(negativeOf("comfy", ""), "encoded");
}

TEST_F(ImageGeneratorTest, DrawsLongPromptsInChunksAndSaysWhatItCannotRead) {
    ImageSpec spec = storedSpec();
    spec.bundle = "studio";
    for (int i = 0; i < 30; ++i) spec.prompt += ", silver lantern";
    const auto studio = draw(model_, spec);
    ASSERT_TRUE(studio.ok()) << studio.error().debugText();
    EXPECT_EQ(studio.value().facts.chunks, 2);
    EXPECT_EQ(studio.value().facts.cutPrompt, "");
    EXPECT_EQ(studio.value().facts.unreadable, "");
    // Guidance in one batch is the same as without the padding of the shorter side where that side is zeros.
    spec.prompt += ", 银发";
    EXPECT_EQ(draw(model_, spec).value().facts.unreadable, "银发");
    spec.bundle = "diffusers";
    const auto cut = draw(model_, spec);
    EXPECT_EQ(cut.value().facts.chunks, 1);
    EXPECT_NE(cut.value().facts.cutPrompt, "");
}

TEST_F(ImageGeneratorTest, TheSpecOverridesNoisePredictionAndLayer) {
    const auto base = draw(model_, storedSpec());
    ImageSpec spec = storedSpec();
    spec.noise = "nv_emul";
    const auto noise = draw(model_, spec);
    EXPECT_EQ(noise.value().facts.noise, "nv_emul");
    EXPECT_LT(equalShare(base.value().rgb, noise.value().rgb), 0.9);
    spec.bundle = "a1111";
    spec.noise.clear();
    EXPECT_EQ(draw(model_, spec).value().facts.noise, "nv_emul");

    spec = storedSpec();
    spec.clipSkip = 1;
    EXPECT_NE(draw(model_, spec).value().rgb, base.value().rgb);
    spec.clipSkip = 5;  // the tiny encoders have two layers
    EXPECT_TRUE(draw(model_, spec).error().is(kClipSkipInvalid));
    spec.bundle = "a1111";
    EXPECT_EQ(draw(model_, spec).error().args().at("most"), "3");

    spec = storedSpec();
    spec.prediction = "v_zero_snr";
    expectStored(draw(model_, spec), "v_zero_snr");
}

TEST_F(ImageGeneratorTest, DrawsWithoutGuidanceAtOne) {
    ImageSpec spec = storedSpec();
    spec.cfg = 1;
    const auto got = draw(model_, spec);
    ASSERT_TRUE(got.ok());
    EXPECT_EQ(got.value().facts.negative, "none");
    // Guidance just above 1 is the same mathematics in a batch of two.
    spec.cfg = std::nextafter(1.0, 2.0);
    const auto barely = draw(model_, spec);
    ASSERT_TRUE(barely.ok());
    EXPECT_GE(equalShare(got.value().rgb, barely.value().rgb), kEqualShare);
}

TEST_F(ImageGeneratorTest, KeepsOddLatentSides) {
    ImageSpec spec = storedSpec();
    spec.width = 104;
    spec.height = 72;
    const auto got = draw(model_, spec);
    ASSERT_TRUE(got.ok()) << got.error().debugText();
    EXPECT_EQ(got.value().rgb.size(), 104U * 72U * 3U);
}

TEST_F(ImageGeneratorTest, ReportsCutPrompts) {
    ImageSpec spec = storedSpec();
    for (int i = 0; i < 75; ++i) spec.prompt += " cat";
    const auto got = draw(model_, spec);
    ASSERT_TRUE(got.ok());
    EXPECT_EQ(got.value().facts.cutPrompt, "cat cat cat cat cat cat cat");
    EXPECT_TRUE(got.value().facts.cutNegative.empty());
}

TEST_F(ImageGeneratorTest, ReportsProgressInOrder) {
    std::vector<std::string> seen;
    const auto got = model_.draw(
        storedSpec(), {},
        [&](std::string_view stage, int index, int count) {
            seen.push_back(std::string(stage) + " " + std::to_string(index) + "/" + std::to_string(count));
        },
        {});
    ASSERT_TRUE(got.ok());
    EXPECT_EQ(seen, (std::vector<std::string>{"stage.text 0/0", "stage.model 0/0", "stage.sample 0/4",
                                              "stage.sample 1/4", "stage.sample 2/4", "stage.sample 3/4",
                                              "stage.sample 4/4", "stage.decode 0/0"}));
}

TEST_F(ImageGeneratorTest, CanBeStoppedBeforeEveryStage) {
    for (int after = 1; after <= 8; ++after) {
        std::stop_source source;
        int calls = 0;
        const auto got = model_.draw(
            storedSpec(), {},
            [&](std::string_view, int, int) {
                if (++calls == after) source.request_stop();
            },
            source.get_token());
        if (after == 8) {
            // The last report comes before the decoding, which is not interrupted.
            EXPECT_TRUE(got.ok());
            continue;
        }
        ASSERT_FALSE(got.ok());
        EXPECT_TRUE(got.error().is(kCancelled));
        EXPECT_EQ(calls, after);
    }
}

TEST_F(ImageGeneratorTest, NamesTheTensorOfADamagedModel) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "damaged.safetensors";
    std::filesystem::copy_file(tinyCheckpoint(), path);
    {
        const auto file = weights::SafetensorsFile::open(path);
        ASSERT_TRUE(file.ok());
        const auto* entry = file.value().find("model.diffusion_model.middle_block.1.norm.weight");
        ASSERT_NE(entry, nullptr);
        const auto fileBytes = std::filesystem::file_size(path);
        std::uint64_t dataBytes = 0;
        for (const auto& each : file.value().entries()) dataBytes = std::max(dataBytes, each.end);
        const float bad = std::numeric_limits<float>::quiet_NaN();
        std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(static_cast<std::streamoff>(fileBytes - dataBytes + entry->begin + 8));
        stream.write(reinterpret_cast<const char*>(&bad), sizeof bad);
    }
    const weights::Checkpoint checkpoint = openCheckpoint(path);
    ImageGenerator model = loaded(checkpoint);
    const auto got = draw(model, storedSpec());
    ASSERT_FALSE(got.ok());
    EXPECT_TRUE(got.error().is(tensor::kWeightNotFinite)) << got.error().debugText();
    EXPECT_EQ(got.error().args().at("file"), "damaged.safetensors");
    EXPECT_EQ(got.error().args().at("tensor"), "mid_block.attentions.0.norm.weight");
}

TEST(CheckSpec, NamesWhatIsWrong) {
    const auto with = [](auto change) {
        ImageSpec spec = storedSpec();
        change(spec);
        return checkSpec(spec);
    };
    EXPECT_TRUE(checkSpec(storedSpec()).ok());
    EXPECT_TRUE(with([](ImageSpec& s) { s.width = 100; }).error().is(kSizeInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.height = 56; }).error().is(kSizeInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.height = 4104; }).error().is(kSizeInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.steps = 0; }).error().is(kStepsInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.steps = 151; }).error().is(kStepsInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.cfg = 0.5; }).error().is(kGuidanceInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.cfg = std::numeric_limits<double>::quiet_NaN(); })
                    .error()
                    .is(kGuidanceInvalid));
    EXPECT_TRUE(with([](ImageSpec& s) { s.sampler = "dpm"; }).error().is(kSamplerUnknown));
    EXPECT_TRUE(with([](ImageSpec& s) { s.bundle = "other"; }).error().is(kBundleUnknown));
    EXPECT_TRUE(with([](ImageSpec& s) { s.noise = "gpu"; }).error().is(kNoiseUnknown));
    EXPECT_TRUE(with([](ImageSpec& s) { s.prediction = "x0"; }).error().is(kPredictionUnknown));
    EXPECT_TRUE(with([](ImageSpec& s) { s.clipSkip = 13; }).error().is(kClipSkipInvalid));
}

TEST(Load, RefusesAMissingVocabulary) {
    const weights::Checkpoint checkpoint = openCheckpoint(tinyCheckpoint());
    const TemporaryFolder folder;
    ImageGeneratorOptions options;
    options.resources = folder.path();
    const auto model = ImageGenerator::load(checkpoint, options);
    ASSERT_FALSE(model.ok());
    EXPECT_TRUE(model.error().is(kFileNotFound));
}

}  // namespace
}  // namespace manju::diffusion
