// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/merger.h"

#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/errors.h"
#include "core/lora/errors.h"
#include "core/tensor/guard.h"
#include "core/weights/errors.h"
#include "lora_fixture.h"

namespace manju::lora {
namespace {

using weights::Component;

const std::string kToQ = "down_blocks.1.attentions.0.transformer_blocks.0.attn1.to_q.weight";

std::vector<std::string> namesWithout(const tensor::LoadedComponent& loaded,
                                      const tensor::LoadedComponent& pristine) {
    std::vector<std::string> changed;
    for (const auto& [name, tensor] : loaded.parameters)
        if (!tensor.equal(pristine.parameters.at(name))) changed.push_back(name);
    return changed;
}

class Merger : public ::testing::Test {
protected:
    Status selectOnly(const std::vector<LoraUse>& set) { return merger_.select(set); }
    std::string unetHash(const std::vector<LoraUse>& set) {
        apply(merger_, unet_, set);
        return hashOf(unet_);
    }

    const weights::Checkpoint& checkpoint_ = tinyCheckpoint();
    LoraMerger merger_{checkpoint_};
    tensor::LoadedComponent unet_ = loadAll(checkpoint_, Component::Unet);
    const std::string pristine_ = hashOf(unet_);
    TemporaryFolder folder_;
};

TEST_F(Merger, WithoutASetNothingIsTouched) {
    EXPECT_EQ(unetHash({}), pristine_);
    EXPECT_EQ(merger_.counts().merged, 0);
    EXPECT_EQ(merger_.counts().pristineBytes, Bytes(0));
    EXPECT_EQ(merger_.identity(Component::Unet), "");
}

TEST_F(Merger, TheOrderOfASetChangesNoByte) {
    std::vector<LoraUse> set{useOf("kohya", 0.8), useOf("loha", 0.6), useOf("dora_out", 0.9), useOf("oft"),
                             useOf("ia3", 0.5)};
    const std::string first = unetHash(set);
    const std::string identity = merger_.identity(Component::Unet);
    EXPECT_NE(first, pristine_);
    std::mt19937 random(5);
    for (int i = 0; i < 6; ++i) {
        std::shuffle(set.begin(), set.end(), random);
        EXPECT_EQ(unetHash(set), first);
        EXPECT_EQ(merger_.identity(Component::Unet), identity);
    }
}

TEST_F(Merger, PlainChangesAddUp) {
    const auto valuesWith = [&](const std::vector<LoraUse>& set) {
        apply(merger_, unet_, set);
        return unet_.parameters.at(kToQ).clone();
    };
    const at::Tensor none = valuesWith({});
    const at::Tensor a = valuesWith({useOf("kohya", 0.8)}) - none;
    const at::Tensor b = valuesWith({useOf("peft", 0.5)}) - none;
    const at::Tensor both = valuesWith({useOf("kohya", 0.8), useOf("peft", 0.5)}) - none;
    EXPECT_LT((both - a - b).abs().max().item<double>(), 1e-6);
    EXPECT_GT(a.abs().max().item<double>(), 1e-3);
}

TEST_F(Merger, AThousandSwapsLeaveNoTrace) {
    const std::vector<std::string> files{"kohya",      "kohya_half", "loha", "loha_tucker", "lokr",
                                         "lokr_both",  "glora",      "ia3",  "full",        "norm",
                                         "dora_in",    "dora_out",   "oft",  "boft",        "oft_old",
                                         "set_weight", "peft_dora"};
    const std::vector<LoraUse> held{useOf("kohya", 0.8), useOf("full", 0.7), useOf("dora_in", 0.9)};
    const std::string wanted = unetHash(held);
    const tensor::LoadedComponent untouched = loadAll(checkpoint_, Component::Unet);
    // Hashing everything each time would take minutes; these are the tensors that some file changes.
    std::vector<LoraUse> all;
    for (const std::string& file : files) all.push_back(useOf(file, 0.5));
    apply(merger_, unet_, all);
    const std::vector<std::string> touched = namesWithout(unet_, untouched);
    ASSERT_GT(touched.size(), 10U);
    apply(merger_, unet_, held);
    const std::string wantedTouched = hashOf(unet_, touched);
    std::mt19937 random(20260301);
    for (int swap = 0; swap < 1000; ++swap) {
        std::vector<LoraUse> set;
        for (std::size_t i = 0, count = random() % 4; i < count; ++i)
            set.push_back(
                useOf(files[random() % files.size()], 0.1 * (1 + static_cast<double>(random() % 10))));
        apply(merger_, unet_, set);
        if (swap % 20 != 19) continue;
        apply(merger_, unet_, held);
        ASSERT_EQ(hashOf(unet_, touched), wantedTouched) << swap;
    }
    apply(merger_, unet_, held);
    EXPECT_EQ(hashOf(unet_), wanted);
    apply(merger_, unet_, {});
    EXPECT_EQ(hashOf(unet_), pristine_);
    EXPECT_TRUE(namesWithout(unet_, untouched).empty());
}

TEST_F(Merger, OnlyModulesWhoseSetChangedAreTouched) {
    apply(merger_, unet_, {useOf("kohya")});
    const LoraMerger::Counts before = merger_.counts();
    apply(merger_, unet_, {useOf("kohya")});
    EXPECT_EQ(merger_.counts().merged, before.merged);
    // The norms are no modules of "kohya": its own stay as they are.
    apply(merger_, unet_, {useOf("kohya"), useOf("norm")});
    EXPECT_EQ(merger_.counts().merged, before.merged + 2);
    EXPECT_EQ(merger_.counts().restored, 0);
    apply(merger_, unet_, {useOf("kohya")});
    EXPECT_EQ(merger_.counts().merged, before.merged + 2);
    EXPECT_EQ(merger_.counts().restored, 2);
}

// huggingface/diffusers#4287, huggingface/diffusers#4371 (report 24).
TEST_F(Merger, Report24AlphaCountsInEveryComponent) {
    const auto path =
        writeLora(folder_.path() / "a.safetensors",
                  {{"lora_te2_text_model_encoder_layers_0_self_attn_q_proj.lora_down.weight",
                    {16, 128},
                    std::vector<float>(16 * 128)},
                   {"lora_te2_text_model_encoder_layers_0_self_attn_q_proj.lora_up.weight",
                    {128, 16},
                    std::vector<float>(128 * 16)},
                   {"lora_te2_text_model_encoder_layers_0_self_attn_q_proj.alpha", {}, {8}},
                   {"lora_unet_out_2.lora_down.weight", {16, 64, 3, 3}, std::vector<float>(16 * 64 * 9)},
                   {"lora_unet_out_2.lora_up.weight", {4, 16, 1, 1}, std::vector<float>(4 * 16)},
                   {"lora_unet_out_2.alpha", {}, {8}}});
    const auto file = weights::LoraFile::open(path);
    ASSERT_TRUE(file.ok());
    ASSERT_EQ(file->parts().size(), 2U);
    for (const weights::LoraPart& part : file->parts()) {
        EXPECT_EQ(part.rank(), 16);
        EXPECT_EQ(file->scale(part), 0.5);
    }
    EXPECT_EQ(matchLora(*file, merger_.target()).modules.size(), 2U);
}

TEST_F(Merger, StrengthsOfEncodersAndUnetAreApart) {
    LoraUse use = useOf("kohya");
    use.text = 0;
    tensor::LoadedComponent text = loadAll(checkpoint_, Component::TextEncoder1);
    const std::string pristineText = hashOf(text);
    apply(merger_, text, {use});
    EXPECT_EQ(hashOf(text), pristineText);
    EXPECT_EQ(merger_.identity(Component::TextEncoder1), "");
    EXPECT_NE(unetHash({use}), pristine_);
    use.text = 1;
    use.unet = 0;
    apply(merger_, text, {use});
    EXPECT_NE(hashOf(text), pristineText);
    EXPECT_EQ(unetHash({use}), pristine_);
}

TEST_F(Merger, BlockWeightsScaleTheStrength) {
    LoraUse blocked = useOf("kohya", 0.8);
    blocked.blocks = *parseBlockWeights("none", merger_.target().blocks());
    EXPECT_EQ(unetHash({blocked}), pristine_);
    LoraUse half = useOf("kohya", 1);
    half.blocks.unet.assign(static_cast<std::size_t>(merger_.target().blocks().count()), 0.5);
    EXPECT_EQ(unetHash({half}), unetHash({useOf("kohya", 0.5)}));
}

// AUTOMATIC1111/stable-diffusion-webui#13516, AUTOMATIC1111/stable-diffusion-webui#13178,
// AUTOMATIC1111/stable-diffusion-webui#12619 (report 36).
TEST_F(Merger, Report36NothingLeaksBetweenCheckpoints) {
    const weights::Checkpoint& other = tinyCheckpoint(2);
    const std::vector<LoraUse> set{useOf("full"), useOf("norm"), useOf("kohya")};
    const std::string first = unetHash(set);
    LoraMerger second(other);
    tensor::LoadedComponent otherUnet = loadAll(other, Component::Unet);
    const std::string otherPristine = hashOf(otherUnet);
    apply(second, otherUnet, set);
    apply(second, otherUnet, {});
    EXPECT_EQ(hashOf(otherUnet), otherPristine);
    EXPECT_EQ(unetHash({}), pristine_);
    EXPECT_EQ(unetHash(set), first);
}

TEST_F(Merger, BiasesAndNormsAreRestored) {
    tensor::LoadedComponent untouched = loadAll(checkpoint_, Component::Unet);
    apply(merger_, unet_, {useOf("full"), useOf("norm")});
    const auto changed = namesWithout(unet_, untouched);
    EXPECT_EQ(
        std::count_if(changed.begin(), changed.end(), [](const auto& n) { return n.ends_with(".bias"); }), 3);
    apply(merger_, unet_, {});
    EXPECT_TRUE(namesWithout(unet_, untouched).empty());
}

// Comfy-Org/ComfyUI#6406 (report 37).
TEST_F(Merger, Report37ASwitchReadsTheLoraAndTheModulesItTouches) {
    apply(merger_, unet_, {useOf("kohya")});
    const LoraMerger::Counts before = merger_.counts();
    apply(merger_, unet_, {useOf("loha")});
    const LoraMerger::Counts after = merger_.counts();
    EXPECT_EQ(after.opened, before.opened + 1);
    std::int64_t expected = 0;
    const auto file = weights::LoraFile::open(kFixtures / "loha.safetensors");
    ASSERT_TRUE(file.ok());
    for (const weights::TensorEntry& entry : file->entries())
        if (!entry.name.starts_with("lora_te"))
            expected += static_cast<std::int64_t>(entry.end - entry.begin);
    EXPECT_EQ(after.loraBytes - before.loraBytes, Bytes(expected));
    std::int64_t touched = 0;
    for (const char* stem : {"down_blocks.1.attentions.0.transformer_blocks.0.attn1.to_q",
                             "down_blocks.1.attentions.0.transformer_blocks.0.attn1.to_out.0",
                             "down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k", "conv_in",
                             "down_blocks.1.resnets.0.conv_shortcut"})
        for (const char* end : {".weight", ".bias"})
            if (const auto at = unet_.parameters.find(std::string(stem) + end); at != unet_.parameters.end())
                touched += static_cast<std::int64_t>(at->second.nbytes());
    EXPECT_EQ(after.pristineBytes - before.pristineBytes, Bytes(touched));
    // Back again: the file is opened anew, nothing else.
    apply(merger_, unet_, {useOf("kohya"), useOf("loha")});
    EXPECT_EQ(merger_.counts().opened, after.opened + 1);
}

TEST_F(Merger, AReloadedComponentIsMergedAgain) {
    const std::string wanted = unetHash({useOf("kohya")});
    unet_ = loadAll(checkpoint_, Component::Unet);
    EXPECT_EQ(hashOf(unet_), pristine_);
    EXPECT_EQ(unetHash({useOf("kohya")}), wanted);
}

TEST_F(Merger, ARefusedFileLeavesTheLastSet) {
    const std::string wanted = unetHash({useOf("kohya")});
    LoraUse foreign;
    foreign.path = writeLora(folder_.path() / "flux.safetensors",
                             {{"lora_unet_double_blocks_0_img_attn_proj.lora_down.weight", {1, 2}, {1, 2}},
                              {"lora_unet_double_blocks_0_img_attn_proj.lora_up.weight", {2, 1}, {1, 2}}});
    foreign.sha256 = "f";
    const Status refused = selectOnly({useOf("loha"), foreign});
    ASSERT_FALSE(refused.ok());
    EXPECT_TRUE(refused.error().is(weights::kLoraOtherBase));
    EXPECT_EQ(refused.error().args().at("family"), "Flux");
    const Status adapted = tensor::guarded([&] { return merger_.adapt(unet_); });
    EXPECT_TRUE(adapted.ok());
    EXPECT_EQ(hashOf(unet_), wanted);
}

TEST_F(Merger, AFileThatMatchesNothingIsAnError) {
    LoraUse use;
    use.path =
        writeLora(folder_.path() / "n.safetensors", {{"lora_unet_nowhere.lora_down.weight", {1, 2}, {1, 2}},
                                                     {"lora_unet_nowhere.lora_up.weight", {2, 1}, {1, 2}}});
    const Status refused = selectOnly({use});
    ASSERT_FALSE(refused.ok());
    EXPECT_TRUE(refused.error().is(weights::kLoraNothingMatches));
}

TEST_F(Merger, FilesWithoutAHashAreToldApartByTheirContent) {
    LoraUse first = useOf("kohya");
    LoraUse second = useOf("loha");
    first.sha256 = second.sha256 = "";
    const std::string one = unetHash({first});
    const std::string other = unetHash({second});
    EXPECT_NE(one, other);
    EXPECT_EQ(unetHash({second, first}), unetHash({first, second}));
    EXPECT_EQ(unetHash({first}), one);
}

TEST_F(Merger, StrengthsBeyondTenAreRefused) {
    for (const double strength : {10.5, -11.0, std::nan("")}) {
        const Status refused = selectOnly({useOf("kohya", strength)});
        ASSERT_FALSE(refused.ok());
        EXPECT_TRUE(refused.error().is(kStrengthInvalid));
    }
    EXPECT_TRUE(selectOnly({useOf("kohya", -10)}).ok());
}

TEST_F(Merger, AnInfiniteResultIsRefusedAndTheNextSetIsSound) {
    LoraUse use;
    use.path = writeLora(folder_.path() / "huge.safetensors",
                         {{"lora_unet_out_2.diff", {4, 64, 3, 3}, std::vector<float>(4 * 64 * 9, 3e38F)}});
    use.unet = 10;
    apply(merger_, unet_, {});
    ASSERT_TRUE(selectOnly({useOf("kohya"), use}).ok());
    const Status adapted = tensor::guarded([&] { return merger_.adapt(unet_); });
    ASSERT_FALSE(adapted.ok());
    EXPECT_TRUE(adapted.error().is(kMergedNotFinite));
    EXPECT_EQ(unetHash({}), pristine_);
}

TEST_F(Merger, CancelledAndContinued) {
    const std::string wanted = unetHash({useOf("kohya"), useOf("loha")});
    apply(merger_, unet_, {});
    std::stop_source stop;
    ASSERT_TRUE(merger_.select({useOf("kohya"), useOf("loha")}, stop.get_token()).ok());
    stop.request_stop();
    const Status adapted = tensor::guarded([&] { return merger_.adapt(unet_); });
    ASSERT_FALSE(adapted.ok());
    EXPECT_TRUE(adapted.error().is(kCancelled));
    EXPECT_EQ(unetHash({useOf("kohya"), useOf("loha")}), wanted);
}

}  // namespace
}  // namespace manju::lora
