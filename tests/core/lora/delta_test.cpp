// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/delta.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/zeros.h>

#include <cmath>
#include <cstring>
#include <set>

#include "core/lora/errors.h"
#include "core/tensor/errors.h"
#include "core/tensor/guard.h"
#include "core/weights/errors.h"
#include "lora_fixture.h"

namespace manju::lora {
namespace {

using weights::Component;
using weights::Dtype;

/// The stored reference of one tensor at one strength.
struct Reference {
    std::string file;
    Component component = Component::Unet;
    std::string parameter;
    double strength = 1;
    std::vector<float> values;  ///< every `step`-th
};

std::vector<Reference> references() {
    const auto file = weights::SafetensorsFile::open(kFixtures / "expected.safetensors");
    EXPECT_TRUE(file.ok());
    std::vector<Reference> all;
    for (const weights::TensorEntry& entry : file->entries()) {
        const auto first = entry.name.find('/');
        const auto last = entry.name.rfind('/');
        const std::string full = entry.name.substr(first + 1, last - first - 1);
        const std::string folder = full.substr(0, full.find('.'));
        Reference reference{entry.name.substr(0, first),
                            Component::Unet,
                            full.substr(folder.size() + 1),
                            std::stod(entry.name.substr(last + 1)),
                            {}};
        for (const Component component : weights::kComponents)
            if (folderName(component) == folder) reference.component = component;
        const auto bytes = file->bytes(entry);
        reference.values.resize(bytes.size() / sizeof(float));
        std::memcpy(reference.values.data(), bytes.data(), bytes.size());
        all.push_back(std::move(reference));
    }
    return all;
}

class StoredFormat : public ::testing::TestWithParam<std::string> {};

/// Compares all tensors of the file at all stored strengths; returns how many there were.
int compareWithReference(const std::string& file) {
    int compared = 0;
    const weights::Checkpoint& checkpoint = tinyCheckpoint();
    for (const double strength : {1.0, 0.7}) {
        LoraMerger merger(checkpoint);
        for (const Component component :
             {Component::Unet, Component::TextEncoder1, Component::TextEncoder2}) {
            const tensor::LoadedComponent pristine = loadAll(checkpoint, component);
            tensor::LoadedComponent merged = loadAll(checkpoint, component);
            apply(merger, merged, {useOf(file, strength)});
            std::set<std::string> changed;
            for (const Reference& reference : references()) {
                if (reference.file != file || reference.component != component ||
                    reference.strength != strength)
                    continue;
                ++compared;
                changed.insert(reference.parameter);
                const at::Tensor difference = (merged.parameters.at(reference.parameter).to(at::kDouble) -
                                               pristine.parameters.at(reference.parameter).to(at::kDouble))
                                                  .contiguous();
                const auto count = static_cast<std::size_t>(difference.numel());
                const std::size_t step = std::max<std::size_t>(1, count / 400) | 1;
                EXPECT_EQ(reference.values.size(), (count + step - 1) / step);
                double largest = 0;
                double worst = 0;
                for (std::size_t i = 0; i < reference.values.size(); ++i) {
                    const double expected = reference.values[i];
                    largest = std::max(largest, std::abs(expected));
                    worst = std::max(worst, std::abs(difference.data_ptr<double>()[i * step] - expected));
                }
                // Of single precision in sums of a few hundred products, and of W + change.
                EXPECT_LT(worst, 1e-6 * (1 + largest))
                    << file << " " << reference.parameter << " " << strength;
            }
            for (const auto& [name, tensor] : merged.parameters)
                EXPECT_EQ(changed.contains(name), !tensor.equal(pristine.parameters.at(name)))
                    << file << " " << name;
        }
    }
    return compared;
}

TEST_P(StoredFormat, EqualsTheTrainersOwnCode) {
    EXPECT_GT(compareWithReference(GetParam()), 0);
}

std::vector<std::string> storedFiles() {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(kFixtures))
        if (file.path().stem() != "expected") names.insert(file.path().stem().string());
    return {names.begin(), names.end()};
}

INSTANTIATE_TEST_SUITE_P(Lora, StoredFormat, ::testing::ValuesIn(storedFiles()),
                         [](const auto& named) { return named.param; });

TEST(StoredFormats, EveryReferenceHasItsFile) {
    std::set<std::string> names;
    for (const Reference& reference : references()) names.insert(reference.file);
    const auto files = storedFiles();
    EXPECT_EQ(names, std::set<std::string>(files.begin(), files.end()));
}

/// A file with one part, and what it makes of a small weight.
class SmallDelta : public ::testing::Test {
protected:
    /// W + change, or the error.
    Result<at::Tensor> merged(const std::vector<Stored>& tensors, const at::Tensor& weight,
                              double strength = 1, const weights::Metadata& metadata = {}, int ranks = 0) {
        const auto file =
            weights::LoraFile::open(writeLora(folder_.path() / "l.safetensors", tensors, metadata));
        if (!file.ok()) return file.error();
        weights::LoraTarget::Module module;
        module.name = "x";
        module.weight = weight.sizes().vec();
        EXPECT_EQ(file->parts().size(), 1U);
        const weights::LoraPart& part = file->parts().front();
        EXPECT_TRUE(part.family.has_value());
        const auto conflict = shapeConflict(part, module);
        EXPECT_FALSE(conflict.has_value()) << conflict->tensor;
        return tensor::guarded([&]() -> Result<at::Tensor> {
            MANJU_TRY(const Delta delta, deltaOf(*file, {&module, &part}, weight, {strength, ranks}));
            return weight + delta.weight;
        });
    }
    static at::Tensor matrix(std::vector<float> values, std::int64_t rows) {
        return at::from_blob(values.data(), {rows, static_cast<std::int64_t>(values.size()) / rows},
                             at::kFloat)
            .clone();
    }
    static void expect(const Result<at::Tensor>& result, const std::vector<float>& values) {
        ASSERT_TRUE(result.ok()) << result.error().debugText();
        const at::Tensor dense = result->contiguous();
        ASSERT_EQ(dense.numel(), static_cast<std::int64_t>(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_NEAR(dense.data_ptr<float>()[i], values[i], 1e-6 * (1 + std::abs(values[i]))) << i;
    }
    static std::vector<Stored> pair(std::vector<float> up, std::vector<float> down, std::int64_t rank,
                                    std::optional<float> alpha = {}) {
        const auto rows = static_cast<std::int64_t>(up.size()) / rank;
        const auto columns = static_cast<std::int64_t>(down.size()) / rank;
        std::vector<Stored> tensors{{"lora_unet_x.lora_up.weight", {rows, rank}, std::move(up)},
                                    {"lora_unet_x.lora_down.weight", {rank, columns}, std::move(down)}};
        if (alpha) tensors.push_back({"lora_unet_x.alpha", {}, {*alpha}});
        return tensors;
    }

    TemporaryFolder folder_;
};

TEST_F(SmallDelta, ScaleIsAlphaOverRankTimesStrength) {
    expect(merged(pair({1, 2}, {3, 4}, 1, 0.5F), at::zeros({2, 2}), 0.8), {1.2F, 1.6F, 2.4F, 3.2F});
}

TEST_F(SmallDelta, AlphaZeroAndNoAlphaMeanOne) {
    expect(merged(pair({1, 2}, {3, 4}, 1, 0.0F), at::zeros({2, 2})), {3, 4, 6, 8});
    expect(merged(pair({1, 2}, {3, 4}, 1), at::zeros({2, 2})), {3, 4, 6, 8});
}

TEST_F(SmallDelta, StoredScaleWinsOverAlpha) {
    auto tensors = pair({1, 2}, {3, 4}, 1, 0.5F);
    tensors.push_back({"lora_unet_x.scale", {1}, {2}});
    expect(merged(tensors, at::zeros({2, 2})), {6, 8, 12, 16});
}

TEST_F(SmallDelta, FirstRanksOfADynamicLora) {
    // Two ranks; alpha / full rank stays.
    expect(merged(pair({1, 10, 2, 20}, {3, 4, 30, 40}, 2, 1.0F), at::zeros({2, 2}), 1, {}, 1),
           {1.5F, 2, 3, 4});
}

TEST_F(SmallDelta, MatricesFitPointwiseConvolutionsAndBack) {
    expect(merged(pair({1, 2}, {3, 4}, 1), at::zeros({2, 2, 1, 1})), {3, 4, 6, 8});
    std::vector<Stored> tensors{{"lora_unet_x.lora_up.weight", {2, 1, 1, 1}, {1, 2}},
                                {"lora_unet_x.lora_down.weight", {1, 2, 1, 1}, {3, 4}}};
    expect(merged(tensors, at::zeros({2, 2})), {3, 4, 6, 8});
}

TEST_F(SmallDelta, PatternsOfPeftNameModules) {
    const std::vector<Stored> tensors{{"unet.block.x.lora_B.weight", {2, 1}, {1, 2}},
                                      {"unet.block.x.lora_A.weight", {1, 2}, {3, 4}}};
    expect(merged(tensors, at::zeros({2, 2}), 1,
                  {{"lora_adapter_metadata",
                    R"({"unet.lora_alpha": 5, "unet.alpha_pattern": {"block.x": 2}})"}}),
           {6, 8, 12, 16});
    expect(
        merged(tensors, at::zeros({2, 2}), 1,
               {{"lora_adapter_metadata", R"({"unet.lora_alpha": 5, "unet.alpha_pattern": {"lock.x": 2}})"}}),
        {15, 20, 30, 40});
    expect(merged(tensors, at::zeros({2, 2}), 1, {{"lora_adapter_metadata", "no json"}}), {3, 4, 6, 8});
}

// leejet/stable-diffusion.cpp#263 (report 25).
TEST_F(SmallDelta, Report25ScalarAlphaWithoutDimensions) {
    for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {1}})
        for (const Dtype dtype : {Dtype::F16, Dtype::BF16, Dtype::F32}) {
            auto tensors = pair({1, 2}, {3, 4}, 1);
            tensors.push_back({"lora_unet_x.alpha", shape, {0.5F}, dtype});
            expect(merged(tensors, at::zeros({2, 2})), {1.5F, 2, 3, 4});
        }
}

// kohya-ss/sd-webui-additional-networks#49 (report 26).
TEST_F(SmallDelta, Report26TinyProductsOfHalfNumbersAreKept) {
    // 2^-10 * 2^-10: representable factors whose product is below what F16 holds beside other weights.
    const float factor = 1.0F / 1024;
    std::vector<Stored> tensors{{"lora_unet_x.lora_up.weight", {1, 1}, {factor}, Dtype::F16},
                                {"lora_unet_x.lora_down.weight", {1, 1}, {factor}, Dtype::F16}};
    const auto result = merged(tensors, at::zeros({1, 1}));
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->item<float>(), factor * factor);
}

// Comfy-Org/ComfyUI#6397, Comfy-Org/ComfyUI#1071 (report 30).
TEST_F(SmallDelta, Report30FactorsOfIa3) {
    const std::vector<Stored> tensors{{"lora_unet_x.weight", {1}, {0.5F}}, {"lora_unet_x.on_input", {}, {0}}};
    expect(merged(tensors, matrix({2}, 1)), {3});
}

TEST_F(SmallDelta, FactorsOfIa3OfTheWrongSideAreRefused) {
    const std::vector<Stored> tensors{{"lora_unet_x.weight", {2}, {1, 1}}, {"lora_unet_x.on_input", {}, {0}}};
    const auto result = merged(tensors, matrix({1, 2, 3, 4, 5, 6}, 3));
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().is(kLoraShape));
}

std::vector<Stored> withMagnitude(std::vector<Stored> tensors, const std::string& suffix,
                                  std::vector<std::int64_t> shape, std::vector<float> values) {
    tensors.push_back({"lora_unet_x." + suffix, std::move(shape), std::move(values)});
    return tensors;
}

// KohakuBlueleaf/LyCORIS#216, Comfy-Org/ComfyUI#15458 (report 32).
TEST_F(SmallDelta, Report32LengthsAreThoseOfTheMergedWeight) {
    const auto tensors = withMagnitude(pair({1}, {3, 4}, 1), "dora_scale", {1, 1}, {5});
    expect(merged(tensors, matrix({3, 4}, 1)), {3, 4});
}

// Comfy-Org/ComfyUI#12938, Comfy-Org/ComfyUI#13011 (report 33).
TEST_F(SmallDelta, Report33OneDimensionalMagnitudesAreOfRows) {
    // A change of nothing, rows of length 5 and 10, brought to 1 and 2.
    const at::Tensor weight = matrix({3, 4, 6, 8}, 2);
    for (const char* suffix : {"dora_scale", "lora_magnitude_vector", "lora_magnitude_vector.weight"}) {
        const auto tensors = withMagnitude(pair({0, 0}, {0, 0}, 1), suffix, {2}, {1, 2});
        expect(merged(tensors, weight), {0.6F, 0.8F, 1.2F, 1.6F});
    }
    // By columns only if the shape says so: columns (3, 6) and (4, 8).
    const auto tensors = withMagnitude(pair({0, 0}, {0, 0}, 1), "dora_scale", {1, 2}, {1, 2});
    const float first = std::sqrt(45.0F);
    const float second = std::sqrt(80.0F);
    expect(merged(tensors, weight), {3 / first, 8 / second, 6 / first, 16 / second});
}

// KohakuBlueleaf/LyCORIS#196 (report 34).
TEST_F(SmallDelta, Report34StrengthMovesFromTheWeightToTheMergedOne) {
    const at::Tensor weight = matrix({3, 4}, 1);
    const auto tensors = withMagnitude(pair({1}, {5, 0}, 1), "dora_scale", {1, 1}, {10});
    const auto whole = merged(tensors, weight, 1);
    const auto half = merged(tensors, weight, 0.5);
    const auto none = merged(tensors, weight, 0);
    ASSERT_TRUE(whole.ok() && half.ok() && none.ok());
    EXPECT_TRUE(none->equal(weight));
    expect(half, {(whole->data_ptr<float>()[0] + 3) / 2, (whole->data_ptr<float>()[1] + 4) / 2});
}

TEST_F(SmallDelta, ARotationKeepsLengthsAndNothingAtStrengthZero) {
    const std::vector<Stored> tensors{{"lora_unet_x.oft_blocks", {1, 2, 2}, {0, 0.5F, 0, 0}},
                                      {"lora_unet_x.rescale", {2, 1}, {2, 2}}};
    const at::Tensor weight = matrix({3, 4, 6, 8}, 2);
    const auto turned = merged(tensors, weight);
    ASSERT_TRUE(turned.ok());
    EXPECT_NEAR(turned->norm().item<float>(), 2 * weight.norm().item<float>(), 1e-5);
    EXPECT_FALSE(turned->equal(weight * 2));
    const auto still = merged(tensors, weight, 0);
    ASSERT_TRUE(still.ok());
    EXPECT_TRUE(still->equal(weight));
}

TEST_F(SmallDelta, ValuesThatAreNoNumbersAreRefused) {
    const auto result = merged(pair({1, NAN}, {3, 4}, 1), at::zeros({2, 2}));
    ASSERT_FALSE(result.ok());
    EXPECT_TRUE(result.error().is(tensor::kWeightNotFinite));
    EXPECT_EQ(result.error().args().at("tensor"), "lora_unet_x.lora_up.weight");
    const auto alpha = merged(pair({1, 2}, {3, 4}, 1, NAN), at::zeros({2, 2}));
    ASSERT_FALSE(alpha.ok());
    EXPECT_TRUE(alpha.error().is(weights::kLoraNotFinite));
}

}  // namespace
}  // namespace manju::lora
