// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/file_kind.h"

#include "core/weights/checkpoint.h"
#include "core/weights/errors.h"
#include "synthetic.h"

namespace manju::weights {
namespace {

class FileKindTest : public WeightsTest {
protected:
    FileKind kindOf(const std::vector<TensorSpec>& tensors) const {
        const auto opened = SafetensorsFile::open(zeros("k.safetensors", tensors));
        return opened ? detectFileKind(opened->entries()) : FileKind{};
    }
    void expect(FileRole role, const std::string& family, const std::vector<TensorSpec>& tensors) const {
        const FileKind kind = kindOf(tensors);
        EXPECT_EQ(name(kind.role), name(role)) << tensors.front().name;
        EXPECT_EQ(kind.family, family) << tensors.front().name;
    }
    Error refusal(const std::vector<TensorSpec>& tensors) const {
        const auto result = Checkpoint::open(zeros("k.safetensors", tensors));
        if (!result) return result.error();
        ADD_FAILURE() << "accepted " << tensors.front().name;
        return Error(ErrorCode{});
    }
};

TensorSpec tensor(const std::string& name, std::vector<std::int64_t> shape = {2}) {
    return {name, Dtype::F16, std::move(shape)};
}

const std::string kUnet = "model.diffusion_model.";
const std::string kKey = "input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight";

TEST_F(FileKindTest, StableDiffusionFamilies) {
    expect(FileRole::Checkpoint, "SDXL",
           {tensor(kUnet + kKey, {2, 2048}), tensor(kUnet + "label_emb.0.0.weight", {2, 2816})});
    expect(FileRole::Checkpoint, "SD 1.x", {tensor(kUnet + kKey, {2, 768})});
    expect(FileRole::Checkpoint, "SD 2.x", {tensor(kUnet + kKey, {2, 1024})});
    expect(FileRole::Checkpoint, "SDXL refiner",
           {tensor(kUnet + kKey, {2, 1280}), tensor(kUnet + "label_emb.0.0.weight", {2, 2560}),
            tensor("conditioner.embedders.0.model.ln_final.weight")});
    expect(FileRole::Unet, "SDXL",
           {tensor("diffusion_model." + kKey, {2, 2048}),
            tensor("diffusion_model.label_emb.0.0.weight", {2, 2816})});
    expect(FileRole::Unet, "SDXL", {tensor(kKey, {2, 2048}), tensor("label_emb.0.0.weight", {2, 2816})});
    expect(FileRole::Unet, "SDXL",
           {tensor("down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.weight", {2, 2048}),
            tensor("add_embedding.linear_1.weight", {2, 2816})});
}

TEST_F(FileKindTest, TransformerFamilies) {
    const auto checkpoint = FileRole::Checkpoint;
    expect(checkpoint, "Flux", {tensor("double_blocks.0.img_attn.norm.key_norm.scale")});
    expect(checkpoint, "Flux", {tensor(kUnet + "double_blocks.0.img_attn.norm.key_norm.scale")});
    expect(checkpoint, "Flux", {tensor("single_transformer_blocks.0.attn.to_k.weight")});
    expect(checkpoint, "SD3", {tensor(kUnet + "joint_blocks.0.context_block.attn.qkv.weight")});
    expect(checkpoint, "Wan", {tensor("blocks.0.cross_attn.k.weight")});
    expect(checkpoint, "Wan", {tensor(kUnet + "blocks.12.self_attn.k.weight")});
    expect(checkpoint, "Qwen-Image", {tensor("transformer_blocks.0.img_mod.1.weight")});
    expect(checkpoint, "Z-Image", {tensor("layers.0.adaLN_modulation.0.weight")});
    expect(checkpoint, "Stable Cascade", {tensor("clip_txt_pooled_mapper.weight")});
}

TEST_F(FileKindTest, Adapters) {
    const auto lora = FileRole::Lora;
    const std::string kohya = "lora_unet_input_blocks_4_1_transformer_blocks_0_attn2_to_k";
    expect(lora, "SDXL", {tensor(kohya + ".lora_down.weight", {4, 2048})});
    expect(lora, "SD 1.x",
           {tensor("lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_k.lora_down.weight",
                   {4, 768})});
    expect(lora, "SD 2.x",
           {tensor("lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn2_to_k.lora_down.weight",
                   {4, 1024})});
    expect(lora, "SDXL", {tensor("lora_te2_text_model_encoder_layers_0_mlp_fc1.lora_up.weight")});
    expect(
        lora, "SDXL",
        {tensor("unet.down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.lora_A.weight", {4, 2048})});
    expect(
        lora, "SDXL",
        {tensor("lycoris_down_blocks_1_attentions_0_transformer_blocks_0_attn2_to_k.hada_w1_b", {4, 2048})});
    expect(lora, "Flux", {tensor("transformer.single_transformer_blocks.0.attn.to_k.lora_A.weight", {4, 8})});
    expect(lora, "Stable Cascade", {tensor("lora_prior_unet_down_blocks_0.lora_down.weight", {4, 8})});
    expect(FileRole::ControlNet, "SDXL",
           {tensor("controlnet_cond_embedding.conv_in.weight"),
            tensor("down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.weight", {2, 2048}),
            tensor("add_embedding.linear_1.weight", {2, 2816})});
    expect(FileRole::ControlNet, "", {tensor("control_model.input_hint_block.0.weight")});
    expect(FileRole::IpAdapter, "",
           {tensor("ip_adapter.1.to_k_ip.weight", {2, 2048}), tensor("image_proj.proj.weight")});
    expect(FileRole::IpAdapter, "", {tensor("ip_adapter.1.to_q_lora.down.weight", {2, 2})});
    expect(FileRole::Vae, "", {tensor("decoder.conv_in.weight")});
    expect(FileRole::Vae, "", {tensor("first_stage_model.decoder.conv_in.weight")});
    expect(FileRole::TextEncoder, "CLIP", {tensor("text_model.encoder.layers.0.mlp.fc1.weight")});
    expect(FileRole::TextEncoder, "T5", {tensor("encoder.block.0.layer.0.SelfAttention.k.weight")});
    expect(FileRole::Embedding, "SDXL", {tensor("clip_l", {1, 768}), tensor("clip_g", {1, 1280})});
    expect(FileRole::Unknown, "", {tensor("fc.weight")});
}

TEST_F(FileKindTest, Upscalers) {
    const auto upscaler = FileRole::Upscaler;
    expect(upscaler, "", {tensor("conv_first.weight", {4, 3, 3, 3}), tensor("body.0.rdb1.conv1.weight")});
    expect(upscaler, "", {tensor("params_ema.conv_first.weight", {4, 3, 3, 3})});
    expect(upscaler, "", {tensor("params.body.0.weight", {4, 3, 3, 3})});
    expect(upscaler, "",
           {tensor("model.0.weight", {4, 3, 3, 3}), tensor("model.1.sub.0.RDB1.conv1.0.weight")});
    expect(upscaler, "", {tensor("body.0.weight", {4, 3, 3, 3}), tensor("body.1.weight", {4})});
    expect(upscaler, "", {tensor("conv_1.sk.weight", {4, 3, 1, 1}), tensor("block_1.c1_r.sk.weight")});
}

TEST_F(FileKindTest, RefusalsNameWhatTheFileIs) {
    EXPECT_EQ(refusal({tensor(kUnet + kKey, {2, 768})}).args().at("family"), "SD 1.x");
    EXPECT_TRUE(refusal({tensor("double_blocks.0.img_attn.norm.key_norm.scale")}).is(kOtherFamily));
    EXPECT_TRUE(refusal({tensor(kUnet + kKey, {2, 1280}), tensor(kUnet + "label_emb.0.0.weight", {2, 2560})})
                    .is(kIsRefiner));
    EXPECT_TRUE(refusal({tensor("lora_unet_x.lora_down.weight", {4, 8})}).is(kIsLora));
    EXPECT_TRUE(refusal({tensor("decoder.conv_in.weight")}).is(kIsVae));
    EXPECT_TRUE(refusal({tensor("text_model.encoder.layers.0.mlp.fc1.weight")}).is(kIsTextEncoder));
    EXPECT_TRUE(refusal({tensor("control_model.input_hint_block.0.weight")}).is(kIsAdapter));
    EXPECT_TRUE(refusal({tensor(kKey, {2, 2048}), tensor("label_emb.0.0.weight", {2, 2816})}).is(kOnlyUnet));
    EXPECT_EQ(refusal({tensor("fc.weight")}).args().at("tensor"), "fc.weight");
    const auto empty = Checkpoint::open(file("empty.safetensors", fileBytes("{}", 0)));
    EXPECT_TRUE(empty.error().is(kContentUnknown));
}

}  // namespace
}  // namespace manju::weights
