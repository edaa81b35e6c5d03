// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace manju::weights {

enum class Component { Unet, TextEncoder1, TextEncoder2, Vae };
inline constexpr std::array kComponents{Component::Unet, Component::TextEncoder1, Component::TextEncoder2,
                                        Component::Vae};

/// The component's folder in a diffusers checkpoint: "unet", "text_encoder", "text_encoder_2", "vae".
std::string_view folderName(Component component);

enum class Prediction { Epsilon, V };

/// The sizes of an SDXL-family model, read from the tensors' shapes.
struct SdxlShape {
    struct TextEncoder {
        int vocabulary = 0;
        int layers = 0;
        int width = 0;
        int heads = 0;  ///< width / 64, or by the folder's config.json
        int mlp = 0;
        int positions = 77;
        bool quickGelu = false;  ///< encoder 1 of SDXL; encoder 2 uses the exact GELU
        int projection = 0;      ///< width of the pooled output; 0: no projection
        friend bool operator==(const TextEncoder&, const TextEncoder&) = default;
    };
    std::array<TextEncoder, 2> text;
    struct Unet {
        int inChannels = 4;
        int outChannels = 4;
        std::vector<int> blockChannels;  ///< e.g. 320, 640, 1280
        int layersPerBlock = 2;
        /// Transformer blocks behind each resnet, by down block and by up block in its own order; 0: no
        /// attention.
        std::vector<std::vector<int>> downDepth;
        std::vector<std::vector<int>> upDepth;
        int midResnets = 2;              ///< of the middle block; distilled models have 1 or none
        int midDepth = 0;                ///< between the two; 0: no attention
        std::vector<int> headsPerBlock;  ///< attention heads per block
        int contextWidth = 0;
        int addTimeWidth = 256;  ///< sinusoid width of one of the six size numbers
        int addInputWidth = 0;   ///< pooled + 6 * addTimeWidth
        int normGroups = 32;
        friend bool operator==(const Unet&, const Unet&) = default;
    } unet;
    struct Vae {
        std::vector<int> blockChannels;  ///< e.g. 128, 256, 512, 512
        int layersPerBlock = 2;          ///< of the encoder; the decoder has one more
        int latentChannels = 4;
        int normGroups = 32;
        double scale = 0.13025;
        bool fp16Safe = false;  ///< force_upcast false in config.json
        friend bool operator==(const Vae&, const Vae&) = default;
    } vae;
    Prediction prediction = Prediction::Epsilon;
    bool zeroTerminalSnr = false;
    bool forceZerosForEmptyPrompt = true;  ///< of model_index.json; single files: true
    friend bool operator==(const SdxlShape&, const SdxlShape&) = default;
};

/// Sets the depths of a regular UNet: `depth[b]` behind every resnet of down block b and of the up block
/// beside it, the last one in the middle too. Precondition: layersPerBlock is set.
void setDepth(SdxlShape::Unet& unet, const std::vector<int>& depth);

/// The sizes of Stable Diffusion XL base 1.0.
SdxlShape sdxlBaseShape();

}  // namespace manju::weights
