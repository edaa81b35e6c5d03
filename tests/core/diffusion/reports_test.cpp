// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/TensorOperators.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include <fstream>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/diffusion/conditioning.h"
#include "core/diffusion/residency.h"
#include "core/tensor/convert.h"
#include "drawing.h"
#include "tensors.h"

// What users of other programs reported, shown with a whole checkpoint.
namespace manju::diffusion {
namespace {

using weights::Component;

/// Tensors of a single file, to be overwritten where they lie.
class FilePatch {
public:
    explicit FilePatch(std::filesystem::path path) : path_(std::move(path)) {}

    /// Elements [first, first + count) of an F32 tensor.
    [[nodiscard]] std::vector<float> read(const std::string& name, std::size_t first,
                                          std::size_t count) const {
        const auto file = weights::SafetensorsFile::open(path_).value();
        std::vector<float> values(count);
        std::memcpy(values.data(), file.bytes(*file.find(name)).data() + first * sizeof(float),
                    count * sizeof(float));
        return values;
    }
    void write(const std::string& name, std::size_t first, const std::vector<float>& values) const {
        std::uint64_t dataBytes = 0;
        std::uint64_t begin = 0;
        {
            const auto file = weights::SafetensorsFile::open(path_).value();
            for (const auto& entry : file.entries()) dataBytes = std::max(dataBytes, entry.end);
            begin = file.find(name)->begin;
        }
        const std::uint64_t start = std::filesystem::file_size(path_) - dataBytes + begin;
        std::fstream stream(path_, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(static_cast<std::streamoff>(start + first * sizeof(float)));
        stream.write(reinterpret_cast<const char*>(values.data()),
                     static_cast<std::streamsize>(values.size() * sizeof(float)));
        ASSERT_TRUE(stream.good());
    }

private:
    std::filesystem::path path_;
};

class ReportsTest : public ::testing::Test {
protected:
    std::filesystem::path made(const std::string& name,
                               const std::function<void(testing::CheckpointRecipe&)>& change) {
        auto recipe = tinyRecipe(folder_.path() / name);
        change(recipe);
        EXPECT_TRUE(testing::makeCheckpoint(recipe).ok());
        return recipe.out;
    }
    static Picture drawn(const std::filesystem::path& file, const ImageSpec& spec) {
        const weights::Checkpoint checkpoint = openCheckpoint(file);
        ImageGenerator model = loaded(checkpoint);
        auto picture = model.draw(spec, {}, {}, {});
        EXPECT_TRUE(picture.ok()) << picture.error().debugText();
        return std::move(picture).value();
    }
    static EncodedText encoded(const std::filesystem::path& file, std::size_t encoder,
                               const std::vector<std::int64_t>& ids) {
        const weights::Checkpoint checkpoint = openCheckpoint(file);
        ParameterReader reader(checkpoint, encoder == 0 ? Component::TextEncoder1 : Component::TextEncoder2);
        const TextEncoder model(reader, checkpoint.shape().text.at(encoder));
        EXPECT_TRUE(reader.status().ok());
        prompt::TokenChunk chunk = prompt::emptyChunk(encoder);
        chunk.ids.fill(0);
        std::copy(ids.begin(), ids.end(), chunk.ids.begin());
        EncodedText text = model.encode(std::span(&chunk, 1), 0);
        text.hidden = text.hidden.clone();
        return text;
    }

    c10::InferenceMode inference_;
    TemporaryFolder folder_;
};

// huggingface/transformers#24650: the pooled state is that of the first end of text, also where words that
// were added to the vocabulary have larger ids than the end (report 4).
TEST_F(ReportsTest, ThePooledStateIsThatOfTheFirstEnd) {
    constexpr std::int64_t kWord = 320;
    constexpr std::int64_t kAdded = 49410;
    constexpr std::size_t kWidth = 128;
    const auto file =
        made("added.safetensors", [](auto& recipe) { recipe.shape.text[1].vocabulary = 49411; });
    const std::string embedding = "conditioner.embedders.1.model.token_embedding.weight";
    const FilePatch patch(file);
    patch.write(embedding, kAdded * kWidth, patch.read(embedding, kWord * kWidth, kWidth));
    // The added word means what another one means, so the two prompts are one.
    const EncodedText added = encoded(file, 1, {prompt::kBeginOfText, kAdded, prompt::kEndOfText});
    const EncodedText plain = encoded(file, 1, {prompt::kBeginOfText, kWord, prompt::kEndOfText});
    EXPECT_TRUE(at::equal(added.hidden, plain.hidden));
    EXPECT_TRUE(at::equal(added.pooled, plain.pooled));
    const EncodedText longer = encoded(file, 1, {prompt::kBeginOfText, kAdded, kWord, prompt::kEndOfText});
    EXPECT_GT(difference(added.pooled, longer.pooled), 1e-3);
}

// huggingface/diffusers#4372: a target size tells the model something and leaves the picture's size (report
// 6).
TEST_F(ReportsTest, ATargetSizeConditionsAndDoesNotResize) {
    const weights::Checkpoint checkpoint = openCheckpoint(tinyCheckpoint());
    ParameterReader reader(checkpoint, Component::Unet);
    const Unet unet(reader, checkpoint.shape().unet, 1 << 24);
    const auto& shape = checkpoint.shape().unet;
    const at::Tensor latent = noise(1, {1, 4, 16, 16});
    const at::Tensor context = noise(2, {1, prompt::kTextPositions, shape.contextWidth});
    const at::Tensor pooled = noise(3, {1, checkpoint.shape().text[1].projection});
    const auto predicted = [&](const at::Tensor& ids) {
        return unet(latent, 500, unet.prepare(context, pooled, ids)).clone();
    };
    const at::Tensor same = predicted(timeIds(1024, 1024));
    const at::Tensor smaller =
        predicted(at::tensor({1024.0F, 1024.0F, 0.0F, 0.0F, 512.0F, 512.0F}).unsqueeze(0));
    EXPECT_EQ(same.sizes(), latent.sizes());
    EXPECT_EQ(smaller.sizes(), latent.sizes());
    EXPECT_GT(difference(same, smaller), 1e-3);
}

double meanDifference(const Picture& a, const Picture& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(int{a.rgb[i]} - int{b.rgb.at(i)});
    return sum / static_cast<double>(a.rgb.size());
}

// huggingface/diffusers#11056: the type of the weights is no part of the noise; half-precision noise is a
// mode of its own (report 14).
TEST_F(ReportsTest, TheTypeOfTheWeightsDoesNotChangeTheNoise) {
    const auto file = made("half.safetensors", [](auto& recipe) { recipe.dtype = weights::Dtype::F16; });
    ImageSpec spec = referenceSpec(4);
    spec.noise = "cpu_f32";
    const Picture single = drawn(tinyCheckpoint(), spec);
    const Picture half = drawn(file, spec);
    spec.noise = "cpu_f16";
    const Picture otherNoise = drawn(file, spec);
    EXPECT_EQ(half.facts.noise, "cpu_f32");
    EXPECT_LT(meanDifference(single, half), 0.1 * meanDifference(half, otherNoise));
}

// huggingface/diffusers#9171, invoke-ai/InvokeAI#7601: the folder's scheduler file decides what the model
// predicts and where its training ends (report 17).
TEST_F(ReportsTest, TheSchedulerFileDecidesThePrediction) {
    const auto folder = made("v", [](auto& recipe) {
        recipe.folder = true;
        recipe.shape.prediction = weights::Prediction::V;
        recipe.shape.zeroTerminalSnr = true;
    });
    ImageSpec spec = referenceSpec(28);
    spec.width = spec.height = 64;
    const PictureFacts facts = drawn(folder, spec).facts;
    EXPECT_EQ(facts.prediction, "v");
    EXPECT_EQ(facts.spacing, "trailing");
    EXPECT_EQ(facts.timesteps.at(1), 963);
    EXPECT_NEAR(facts.sigmas.at(0), 4095.9999, 1e-3);
    EXPECT_NEAR(facts.sigmas.at(1), 57.8674, 1e-3);
}

// huggingface/diffusers#6068: a sampler has its own steps and takes none of the scheduler file, which was
// written for another one (report 42).
TEST_F(ReportsTest, ASamplerInheritsNothingFromTheSchedulerFile) {
    const auto folder = made("folder", [](auto& recipe) { recipe.folder = true; });
    const auto path = folder / "scheduler/scheduler_config.json";
    const Json config = parseJson(os::readFile(path).value(), path.string()).value();
    ASSERT_EQ(config.at("timestep_spacing"), "leading");
    ASSERT_EQ(config.at("steps_offset"), 1);
    ImageSpec spec = referenceSpec(20);
    spec.width = spec.height = 64;
    spec.cfg = 1;
    for (const auto& [sampler, first] :
         {std::pair("dpmpp_2m", 999), std::pair("unipc", 999), std::pair("dpmpp_2m_leading", 941)}) {
        spec.sampler = sampler;
        EXPECT_EQ(drawn(folder, spec).facts.timesteps.front(), first) << sampler;
    }
}

// AUTOMATIC1111/stable-diffusion-webui#12019, invoke-ai/InvokeAI#4083, invoke-ai/InvokeAI#4454,
// huggingface/candle#1060, vladmandic/sdnext#2193: the decoder's values leave the range of half precision, so
// it never computes in it (report 21).
TEST_F(ReportsTest, TheDecoderGoesBeyondHalfPrecision) {
    constexpr double kLargestHalf = 65504;
    const auto file = made("large.safetensors", [](auto&) {});
    const FilePatch patch(file);
    for (const auto& [name, count] : {std::pair("first_stage_model.decoder.conv_in.weight", 64U * 4 * 9),
                                      std::pair("first_stage_model.decoder.conv_in.bias", 64U)}) {
        auto values = patch.read(name, 0, count);
        for (float& value : values) value *= 1e6F;
        patch.write(name, 0, values);
    }
    const weights::Checkpoint checkpoint = openCheckpoint(file);
    ParameterReader reader(checkpoint, Component::Vae);
    const Conv in(reader, "decoder.conv_in", {4, 64});
    ASSERT_TRUE(reader.status().ok());
    EXPECT_GT(in(noise(1, {1, 4, 8, 8})).abs().max().item<double>(), kLargestHalf);
    EXPECT_EQ(drawn(file, referenceSpec(2)).rgb.size(), 96U * 64 * 3);
}

// AUTOMATIC1111/stable-diffusion-webui#6728: positions that a file stores, and that a merge may have spoilt,
// are not read (report 40).
TEST_F(ReportsTest, StoredPositionIdsAreNotRead) {
    const auto file = folder_.path() / "positions.safetensors";
    {
        const auto tiny = weights::SafetensorsFile::open(tinyCheckpoint()).value();
        std::vector<weights::TensorSpec> tensors{
            {"conditioner.embedders.0.transformer.text_model.embeddings.position_ids",
             weights::Dtype::F32,
             {1, 77}}};
        for (const auto& entry : tiny.entries()) tensors.push_back({entry.name, entry.dtype, entry.shape});
        const std::vector<float> spoilt(77, 40.5F);
        ASSERT_TRUE(weights::writeSafetensors(file, tensors, {}, [&](const auto& spec, const auto& sink) {
                        const auto* entry = tiny.find(spec.name);
                        return sink(entry ? tiny.bytes(*entry) : std::as_bytes(std::span(spoilt)));
                    }).ok());
    }
    const std::vector<std::int64_t> ids{prompt::kBeginOfText, 320, 2368, prompt::kEndOfText};
    EXPECT_TRUE(at::equal(encoded(file, 0, ids).hidden, encoded(tinyCheckpoint(), 0, ids).hidden));
}

// pytorch/pytorch#121958: the CPU has no convolution and no product in half precision, so no weight is handed
// to it in any such type, whatever the file's is (report 45).
TEST_F(ReportsTest, OnTheCpuEveryWeightIsSinglePrecision) {
    for (const weights::Dtype dtype : {weights::Dtype::F16, weights::Dtype::BF16}) {
        const auto file = made("small.safetensors", [&](auto& recipe) { recipe.dtype = dtype; });
        const weights::Checkpoint checkpoint = openCheckpoint(file);
        std::size_t seen = 0;
        Residency residency(checkpoint, gigabytes(1), megabytes(100));
        residency.setAdapter([&](tensor::LoadedComponent& component) -> Status {
            for (const auto& [name, tensor] : component.parameters) {
                EXPECT_EQ(tensor.scalar_type(), at::kFloat) << name;
                ++seen;
            }
            return Done{};
        });
        ASSERT_TRUE(residency.textEncoder(0).ok() && residency.textEncoder(1).ok() && residency.unet().ok());
        EXPECT_GT(seen, 500U);
        for (const std::string& name : checkpoint.names(Component::Vae)) {
            const auto view = checkpoint.tensor(Component::Vae, name).value();
            EXPECT_EQ(tensor::toFloatTensor(view, "small", name).value().scalar_type(), at::kFloat) << name;
        }
        ImageSpec spec = referenceSpec(1);
        spec.width = spec.height = 64;
        EXPECT_EQ(drawn(file, spec).facts.latents, "fp32");
    }
}

}  // namespace
}  // namespace manju::diffusion
