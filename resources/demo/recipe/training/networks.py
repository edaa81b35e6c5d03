# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks of the demo model: SDXL's layouts at small widths."""
import torch
from diffusers import AutoencoderKL, EulerDiscreteScheduler, UNet2DConditionModel
from transformers import CLIPTextConfig, CLIPTextModel, CLIPTextModelWithProjection

WIDTH, HEIGHT = 160, 288
LATENT_FACTOR = 8
LATENT_SIZE = (HEIGHT // LATENT_FACTOR, WIDTH // LATENT_FACTOR)
LATENT_CHANNELS = 4
VOCABULARY = 49408
POSITIONS = 77
TEXT_WIDTHS = (64, 96)
TEXT_LAYERS = 3  # the context is the last layer but one's output, so one layer serves the pooled state alone
TIME_ID_WIDTH = 32
# Every latent varies by this around its mean: what the decoder learns to withstand, and what an encoder reports.
POSTERIOR_DEVIATION = 0.08


def make_vae() -> AutoencoderKL:
    channels = (16, 32, 64, 128)
    return AutoencoderKL(
        in_channels=3, out_channels=3, latent_channels=LATENT_CHANNELS, act_fn="silu",
        down_block_types=("DownEncoderBlock2D",) * len(channels),
        up_block_types=("UpDecoderBlock2D",) * len(channels),
        block_out_channels=channels, layers_per_block=1, norm_num_groups=1, sample_size=HEIGHT,
        scaling_factor=1.0, force_upcast=False)


def fix_posterior(vae: AutoencoderKL) -> None:
    """Makes the posterior's deviation a constant: the second half of the moments is a bias that never changes."""
    logarithm = 2 * torch.log(torch.tensor(POSTERIOR_DEVIATION)).item()
    with torch.no_grad():
        vae.quant_conv.weight[LATENT_CHANNELS:] = 0
        vae.quant_conv.bias[LATENT_CHANNELS:] = logarithm
    keep = torch.ones(2 * LATENT_CHANNELS)
    keep[LATENT_CHANNELS:] = 0
    vae.quant_conv.weight.register_hook(lambda gradient: gradient * keep[:, None, None, None])
    vae.quant_conv.bias.register_hook(lambda gradient: gradient * keep)


def make_text_encoders() -> tuple[CLIPTextModel, CLIPTextModelWithProjection]:
    def config(width: int, activation: str) -> CLIPTextConfig:
        return CLIPTextConfig(
            vocab_size=VOCABULARY, hidden_size=width, intermediate_size=4 * width, projection_dim=width,
            num_hidden_layers=TEXT_LAYERS, num_attention_heads=width // 32, hidden_act=activation,
            max_position_embeddings=POSITIONS, bos_token_id=0, eos_token_id=2, pad_token_id=1)

    first, second = TEXT_WIDTHS
    return CLIPTextModel(config(first, "quick_gelu")), CLIPTextModelWithProjection(config(second, "gelu"))


def make_unet(channels: tuple[int, int, int] = (48, 96, 192)) -> UNet2DConditionModel:
    return UNet2DConditionModel(
        sample_size=LATENT_SIZE[0], in_channels=LATENT_CHANNELS, out_channels=LATENT_CHANNELS,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"),
        mid_block_type="UNetMidBlock2DCrossAttn",
        up_block_types=("CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"),
        block_out_channels=channels, layers_per_block=1, transformer_layers_per_block=(1, 1, 1),
        attention_head_dim=tuple(max(1, width // 32) for width in channels), norm_num_groups=16,
        cross_attention_dim=sum(TEXT_WIDTHS), use_linear_projection=True,
        addition_embed_type="text_time", addition_time_embed_dim=TIME_ID_WIDTH,
        projection_class_embeddings_input_dim=TEXT_WIDTHS[1] + 6 * TIME_ID_WIDTH)


def make_scheduler() -> EulerDiscreteScheduler:
    """Without signal at the last timestep: pictures as dark as a night or as light as snow need that."""
    return EulerDiscreteScheduler(
        beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear", num_train_timesteps=1000,
        prediction_type="v_prediction", rescale_betas_zero_snr=True, timestep_spacing="trailing", steps_offset=1)


def parameter_count(*modules: torch.nn.Module) -> int:
    return sum(parameter.numel() for module in modules for parameter in module.parameters())
