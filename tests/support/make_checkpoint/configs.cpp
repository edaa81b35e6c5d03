// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "configs.h"

#include <algorithm>
#include <vector>

#include "core/base/json.h"
#include "core/base/os/file.h"

namespace manju::testing {
namespace {

using weights::SdxlShape;

Json modelIndex(const SdxlShape& shape) {
    return {{"_class_name", "StableDiffusionXLPipeline"},
            {"_diffusers_version", "0.27.0"},
            {"force_zeros_for_empty_prompt", shape.forceZerosForEmptyPrompt},
            {"add_watermarker", nullptr},
            {"scheduler", {"diffusers", "EulerDiscreteScheduler"}},
            {"text_encoder", {"transformers", "CLIPTextModel"}},
            {"text_encoder_2", {"transformers", "CLIPTextModelWithProjection"}},
            {"tokenizer", {"transformers", "CLIPTokenizer"}},
            {"tokenizer_2", {"transformers", "CLIPTokenizer"}},
            {"unet", {"diffusers", "UNet2DConditionModel"}},
            {"vae", {"diffusers", "AutoencoderKL"}}};
}

Json schedulerConfig(const SdxlShape& shape) {
    return {{"_class_name", "EulerDiscreteScheduler"},
            {"_diffusers_version", "0.27.0"},
            {"beta_start", 0.00085},
            {"beta_end", 0.012},
            {"beta_schedule", "scaled_linear"},
            {"interpolation_type", "linear"},
            {"num_train_timesteps", 1000},
            {"prediction_type", shape.prediction == weights::Prediction::V ? "v_prediction" : "epsilon"},
            {"rescale_betas_zero_snr", shape.zeroTerminalSnr},
            {"steps_offset", 1},
            {"timestep_spacing", shape.zeroTerminalSnr ? "trailing" : "leading"},
            {"trained_betas", nullptr},
            {"use_karras_sigmas", false}};
}

Json textConfig(const SdxlShape::TextEncoder& text) {
    return {{"architectures", {text.projection > 0 ? "CLIPTextModelWithProjection" : "CLIPTextModel"}},
            {"model_type", "clip_text_model"},
            {"attention_dropout", 0.0},
            {"bos_token_id", 0},
            {"eos_token_id", 2},
            {"pad_token_id", 1},
            {"hidden_act", text.quickGelu ? "quick_gelu" : "gelu"},
            {"hidden_size", text.width},
            {"intermediate_size", text.mlp},
            {"initializer_factor", 1.0},
            {"initializer_range", 0.02},
            {"layer_norm_eps", 1e-5},
            {"max_position_embeddings", text.positions},
            {"num_attention_heads", text.heads},
            {"num_hidden_layers", text.layers},
            {"projection_dim", text.projection > 0 ? text.projection : text.width},
            {"vocab_size", text.vocabulary}};
}

Json unetConfig(const SdxlShape::Unet& unet) {
    std::vector<std::string> down;
    std::vector<std::string> up;
    for (const auto& depth : unet.downDepth)
        down.emplace_back(depth.front() > 0 ? "CrossAttnDownBlock2D" : "DownBlock2D");
    for (const auto& depth : unet.upDepth)
        up.emplace_back(depth.front() > 0 ? "CrossAttnUpBlock2D" : "UpBlock2D");
    Json config{{"_class_name", "UNet2DConditionModel"},
                {"_diffusers_version", "0.27.0"},
                {"act_fn", "silu"},
                {"addition_embed_type", "text_time"},
                {"addition_time_embed_dim", unet.addTimeWidth},
                {"attention_head_dim", unet.headsPerBlock},
                {"block_out_channels", unet.blockChannels},
                {"center_input_sample", false},
                {"cross_attention_dim", unet.contextWidth},
                {"down_block_types", down},
                {"downsample_padding", 1},
                {"flip_sin_to_cos", true},
                {"freq_shift", 0},
                {"in_channels", unet.inChannels},
                {"layers_per_block", unet.layersPerBlock},
                {"mid_block_scale_factor", 1},
                {"norm_eps", 1e-5},
                {"norm_num_groups", unet.normGroups},
                {"out_channels", unet.outChannels},
                {"projection_class_embeddings_input_dim", unet.addInputWidth},
                {"resnet_time_scale_shift", "default"},
                {"sample_size", 128},
                {"up_block_types", up},
                {"upcast_attention", false},
                {"use_linear_projection", true}};
    config["mid_block_type"] = unet.midDepth > 0      ? Json("UNetMidBlock2DCrossAttn")
                               : unet.midResnets == 1 ? Json("UNetMidBlock2D")
                                                      : Json();
    SdxlShape::Unet regular = unet;
    std::vector<int> depths;
    for (const auto& depth : unet.downDepth) depths.push_back(depth.front());
    setDepth(regular, depths);
    for (int& depth : depths) depth = std::max(depth, 1);  // unused where the block has no attention
    config["transformer_layers_per_block"] = depths;
    if (regular.downDepth != unet.downDepth || regular.upDepth != unet.upDepth) {
        config["transformer_layers_per_block"] = unet.downDepth;
        config["reverse_transformer_layers_per_block"] = unet.upDepth;
    }
    return config;
}

Json vaeConfig(const SdxlShape::Vae& vae) {
    const std::size_t blocks = vae.blockChannels.size();
    return {{"_class_name", "AutoencoderKL"},
            {"_diffusers_version", "0.27.0"},
            {"act_fn", "silu"},
            {"block_out_channels", vae.blockChannels},
            {"down_block_types", std::vector<std::string>(blocks, "DownEncoderBlock2D")},
            {"up_block_types", std::vector<std::string>(blocks, "UpDecoderBlock2D")},
            {"force_upcast", !vae.fp16Safe},
            {"in_channels", 3},
            {"out_channels", 3},
            {"latent_channels", vae.latentChannels},
            {"layers_per_block", vae.layersPerBlock},
            {"norm_num_groups", vae.normGroups},
            {"sample_size", 1024},
            {"scaling_factor", vae.scale}};
}

Status writeJson(const std::filesystem::path& path, const Json& value) {
    MANJU_CHECK(os::makeDirectories(path.parent_path()));
    return os::writeFile(path, value.dump(2) + "\n");
}

}  // namespace

Status writeConfigs(const std::filesystem::path& folder, const SdxlShape& shape) {
    MANJU_CHECK(writeJson(folder / "scheduler/scheduler_config.json", schedulerConfig(shape)));
    MANJU_CHECK(writeJson(folder / "text_encoder/config.json", textConfig(shape.text[0])));
    MANJU_CHECK(writeJson(folder / "text_encoder_2/config.json", textConfig(shape.text[1])));
    MANJU_CHECK(writeJson(folder / "unet/config.json", unetConfig(shape.unet)));
    MANJU_CHECK(writeJson(folder / "vae/config.json", vaeConfig(shape.vae)));
    return writeJson(folder / "model_index.json", modelIndex(shape));
}

}  // namespace manju::testing
