// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/make_checkpoint/make_checkpoint.h"

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/weights/checkpoint.h"
#include "synthetic.h"

namespace manju::testing {
namespace {

using namespace weights;

class MakeCheckpointTest : public WeightsTest {};

float valueOf(Component component, const NamedShape& tensor, std::uint64_t seed, std::uint64_t index) {
    return SyntheticTensor(component, tensor, seed).at(index);
}

TEST(SyntheticTensor, FollowsTheWrittenFormula) {
    // Computed with Python integers from the text in make_checkpoint.h.
    const NamedShape conv{"conv_in.weight", {64, 4, 3, 3}};
    EXPECT_EQ(valueOf(Component::Unet, conv, 3, 0), -0x1.9a2b9p-7F);
    EXPECT_EQ(valueOf(Component::Unet, conv, 3, 2303), -0x1.f0efbep-5F);
    EXPECT_EQ(valueOf(Component::Unet, conv, 0, 0), -0x1.4c395cp-3F);
    EXPECT_EQ(valueOf(Component::Vae, {"decoder.conv_norm_out.weight", {32}}, 7, 5), 0x1.0fe75p+0F);
    EXPECT_EQ(valueOf(Component::TextEncoder1, {"text_model.embeddings.token_embedding.weight", {49408, 64}},
                      1, 1'000'000),
              0x1.74ef5ap-5F);
    EXPECT_EQ(
        valueOf(Component::TextEncoder2, {"text_model.encoder.layers.1.layer_norm1.bias", {128}}, 1, 127),
        0x1.412b6ep-6F);
}

TEST_F(MakeCheckpointTest, TinyModelLoadsInBothLayouts) {
    CheckpointRecipe recipe;
    recipe.shape = tinySdxlShape();
    recipe.dtype = Dtype::F16;
    for (const bool folder : {false, true}) {
        recipe.folder = folder;
        recipe.out = folder_ / (folder ? "f" : "s.safetensors");
        ASSERT_TRUE(makeCheckpoint(recipe).ok());
        const auto checkpoint = Checkpoint::open(recipe.out);
        ASSERT_TRUE(checkpoint.ok()) << checkpoint.error().debugText();
        EXPECT_EQ(checkpoint->shape(), tinySdxlShape());
        const auto view = checkpoint->tensor(Component::Unet, "conv_in.weight");
        ASSERT_TRUE(view.ok());
        EXPECT_EQ(view->dtype, Dtype::F16);
    }
}

TEST_F(MakeCheckpointTest, TokenizerFilesAreCopied) {
    std::filesystem::create_directories(folder_ / "t");
    file("t/vocab.json", "{}");
    file("t/merges.txt", "#version: 0.2\n");
    file("t/tokenizer_config.json", "{\"a\":1}");
    CheckpointRecipe recipe;
    recipe.shape = miniShape();
    recipe.folder = true;
    recipe.out = folder_ / "f";
    recipe.tokenizer = folder_ / "t";
    ASSERT_TRUE(makeCheckpoint(recipe).ok());
    EXPECT_EQ(os::readFile(recipe.out / "tokenizer_2/tokenizer_config.json").value(), "{\"a\":1}");
    EXPECT_FALSE(std::filesystem::exists(recipe.out / "tokenizer/special_tokens_map.json"));
    const auto files = Checkpoint::open(recipe.out)->files();
    EXPECT_EQ(std::ranges::count(files, recipe.out / "tokenizer/merges.txt", &NamedFile::path), 1);

    std::filesystem::remove(folder_ / "t/merges.txt");
    EXPECT_FALSE(makeCheckpoint(recipe).ok());
}

}  // namespace
}  // namespace manju::testing
