// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/prompt.h"

#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

constexpr double kTolerance = 1e-4;
constexpr std::int64_t kStoredRowStep = 7;

at::Tensor row(std::initializer_list<float> values) {
    return at::tensor(values).reshape({1, -1, 1});
}

TEST(Emphasis, FollowsTheThreeRules) {
    const at::Tensor z = row({2, 4});
    const at::Tensor weights = row({1, 1.5});
    const at::Tensor empty = row({1, 1});
    EXPECT_LT(difference(emphasised(z, weights, empty, Emphasis::ScaleKeepMean), row({1.5, 4.5})), 1e-6);
    EXPECT_LT(difference(emphasised(z, weights, empty, Emphasis::Scale), row({2, 6})), 1e-6);
    EXPECT_LT(difference(emphasised(z, weights, empty, Emphasis::FromEmpty), row({2, 5.5})), 1e-6);
}

class PromptTest : public ::testing::Test {
protected:
    PromptTest()
        : checkpoint_(openCheckpoint(tinyCheckpoint())),
          residency_(checkpoint_, megabytes(1000), megabytes(100)),
          encoder_(prompt::ClipTokenizer::load(kResources / "clip").value()) {}

    EncodedPrompt encode(const std::string& text, const Bundle& bundle, int skipped = 0) {
        auto encoded = encoder_.encode(text, {bundle, skipped, ""}, residency_);
        if (!encoded.ok()) std::abort();
        return *encoded;
    }
    EncodedPrompt encode(const std::string& text, std::string_view bundle) {
        return encode(text, *findBundle(bundle));
    }

    c10::InferenceMode inference_;
    weights::Checkpoint checkpoint_;
    Residency residency_;
    PromptEncoder encoder_;
};

TEST_F(PromptTest, WeightedAndLongPromptsAgreeWithTheReferences) {
    const std::filesystem::path folder = kFixtures.parent_path() / "prompts";
    const auto prompts = parseJson(os::readFile(folder / "encoded.json").value(), "encoded.json").value();
    Bundle noNorm = *findBundle("a1111");
    noNorm.name = "no_norm";
    noNorm.emphasis = Emphasis::Scale;
    const Fixture fixture("../prompts/encoded.safetensors");
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        for (const auto& [name, bundle, skipped] :
             {std::tuple("comfy", *findBundle("comfy"), 0), std::tuple("a1111", *findBundle("a1111"), 0),
              std::tuple("a1111_skip3", *findBundle("a1111"), 1), std::tuple("no_norm", noNorm, 0)}) {
            const EncodedPrompt got = encode(prompts[i], bundle, skipped);
            const std::string key = std::to_string(i) + "." + name;
            const at::Tensor rows = got.context.slice(1, 0, c10::nullopt, kStoredRowStep);
            EXPECT_LT(difference(rows, stored(fixture, key + ".context")), kTolerance) << key;
            EXPECT_LT(difference(got.pooled, stored(fixture, key + ".pooled")), kTolerance) << key;
        }
    }
}

TEST_F(PromptTest, BothSidesOfGuidanceGetEquallyLong) {
    std::string many;
    for (int i = 0; i < 60; ++i) many += "silver lantern, ";
    for (const std::string_view name : {"studio", "comfy", "a1111"}) {
        const Bundle& bundle = *findBundle(name);
        const at::Tensor longer = encode(many, name).context;
        const at::Tensor shorter = encode("a cat BREAK a dog", name).context;
        ASSERT_GT(longer.size(1), shorter.size(1)) << name;
        const auto both = encoder_.equallyLong(shorter, longer, {bundle, 0, ""}, residency_).value();
        EXPECT_EQ(both.first.size(1), both.second.size(1)) << name;
        EXPECT_LT(difference(both.first.narrow(1, 0, shorter.size(1)), shorter), 1e-7) << name;
        EXPECT_LT(difference(both.second.narrow(1, 0, longer.size(1)), longer), 1e-7) << name;
        const at::Tensor tail = both.first.narrow(1, shorter.size(1), 77);
        EXPECT_LT(difference(tail, name == "comfy" ? shorter.narrow(1, 0, 77) : encode("", name).context),
                  1e-7)
            << name;
    }
}

TEST_F(PromptTest, RemembersByBundleAndLayerToo) {
    const at::Tensor studio = encode("a (red:1.4) cat", "studio").context;
    const at::Tensor a1111 = encode("a (red:1.4) cat", "a1111").context;
    const at::Tensor skipped = encode("a (red:1.4) cat", *findBundle("studio"), 1).context;
    EXPECT_GT(difference(studio, a1111), 1e-3);
    EXPECT_GT(difference(studio, skipped), 1e-3);
    EXPECT_TRUE(encode("a (red:1.4) cat", "studio").context.is_same(studio));
}

}  // namespace
}  // namespace manju::diffusion
