// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_base.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/weights/lora_shapes.h"

namespace manju::weights {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

/// The file's stems with every dot written as an underscore, and every number as "#".
class StemSet {
public:
    explicit StemSet(std::span<const TensorEntry> entries) {
        std::map<std::string, LoraPart, std::less<>> parts;
        for (const TensorEntry& entry : entries) {
            const auto key = splitLoraName(entry.name);
            const std::string stem = flat(key ? key->stem : entry.name);
            patterns_.insert(pattern(stem));
            if (key) parts[stem].tensors.try_emplace(key->role, &entry);
            stems_.insert(stem);
        }
        for (auto& [stem, part] : parts) {
            if (stem.find("attn2_to_k") == std::string::npos &&
                stem.find("attn2_to_v") == std::string::npos &&
                stem.find("attn2_processor_to_k") == std::string::npos)
                continue;
            // Half a pair tells the width as well.
            part.family = part.find(LoraRole::Down)      ? LoraFamily::Lora
                          : part.find(LoraRole::HadaW1B) ? LoraFamily::LoHa
                                                         : familyOf(part.tensors);
            contextWidth_ = std::max(contextWidth_, inputWidth(part));
        }
    }

    [[nodiscard]] bool contains(std::string_view word) const {
        return std::any_of(patterns_.begin(), patterns_.end(),
                           [&](const std::string& text) { return text.find(word) != std::string::npos; });
    }
    [[nodiscard]] bool starts(std::string_view word) const {
        return std::any_of(patterns_.begin(), patterns_.end(),
                           [&](const std::string& text) { return text.starts_with(word); });
    }
    [[nodiscard]] const std::set<std::string, std::less<>>& stems() const { return stems_; }
    /// One more than the largest number that follows one of `places`; 0 if none is there.
    [[nodiscard]] int blocks(std::initializer_list<std::string_view> places) const {
        int most = 0;
        for (const std::string& stem : stems_)
            for (const std::string_view place : places) {
                const auto at = stem.find(place);
                if (at == std::string::npos) continue;
                int number = -1;
                std::from_chars(stem.data() + at + place.size(), stem.data() + stem.size(), number);
                most = std::max(most, std::min(number, 9999) + 1);
            }
        return most;
    }
    /// Width that the cross-attention's keys take; 0 if none is there.
    [[nodiscard]] std::int64_t contextWidth() const { return contextWidth_; }

private:
    static std::string flat(std::string_view text) {
        std::string out(text);
        std::replace(out.begin(), out.end(), '.', '_');
        return out;
    }
    static std::string pattern(std::string_view stem) {
        std::string out;
        for (const char c : stem) {
            const bool digit = c >= '0' && c <= '9';
            // "to_q1" keeps its digit: only numbers between underscores count.
            if (digit && !out.empty() && out.back() == '#') continue;
            if (digit && !out.empty() && out.back() == '_')
                out += '#';
            else
                out += c;
        }
        return out;
    }

    std::set<std::string, std::less<>> patterns_;
    std::set<std::string, std::less<>> stems_;
    std::int64_t contextWidth_ = 0;
};

/// Parts of names that only one family of transformers has, the more special first.
constexpr std::array kTransformers{
    Row{"lora_prior_", "Stable Cascade"},
    Row{"single_transformer_blocks_", "Flux"},
    Row{"double_blocks_", "Flux"},
    Row{"single_blocks_", "Flux"},
    Row{"joint_blocks_", "SD3"},
    Row{"context_block", "SD3"},
    Row{"img_mod", "Qwen-Image"},
    Row{"img_mlp", "Qwen-Image"},
    Row{"txt_mlp", "Qwen-Image"},
    Row{"attn_add_q_proj", "SD3"},
    Row{"layers_#_adaLN_modulation", "Z-Image"},
    Row{"layers_#_attention_to_q", "Z-Image"},
    Row{"adaln_single", "PixArt"},
};

/// Wan's blocks have SDXL's attention names nowhere.
bool isWan(const StemSet& stems) {
    for (const std::string_view part : {"blocks_#_self_attn", "blocks_#_cross_attn"})
        if (stems.starts(part) || stems.starts("lora_unet_" + std::string(part)) ||
            stems.starts("diffusion_model_" + std::string(part)) ||
            stems.starts("transformer_" + std::string(part)))
            return true;
    return false;
}

/// Down transformers' depths and the middle of the models distilled from SDXL, as their configurations have
/// them.
struct Shortened {
    std::string_view name;
    int resnets;               ///< per block
    std::array<int, 2> outer;  ///< of the second block; 0: there is none
    std::array<int, 2> deep;   ///< of the third block
    int midDepth;
    int midResnets;
};
constexpr std::array kShortened{
    Shortened{"SSD-1B", 2, {2, 2}, {4, 4}, 0, 1},
    Shortened{"Segmind Vega", 2, {1, 1}, {2, 2}, 0, 1},
    Shortened{"KOALA-1B", 1, {2, 0}, {6, 0}, 6, 2},
    Shortened{"KOALA-700M", 1, {2, 0}, {5, 0}, 0, 0},
};
constexpr std::string_view kShortenedUnknown = "SDXL (shortened)";

/// The shortened model whose deepest transformers the file fills, without a part that this model lacks.
std::string_view shortened(const StemSet& stems) {
    const std::array deep{stems.blocks({"down_blocks_2_attentions_0_transformer_blocks_",
                                        "input_blocks_7_1_transformer_blocks_"}),
                          stems.blocks({"down_blocks_2_attentions_1_transformer_blocks_",
                                        "input_blocks_8_1_transformer_blocks_"})};
    const std::array outer{stems.blocks({"down_blocks_1_attentions_0_transformer_blocks_",
                                         "input_blocks_4_1_transformer_blocks_"}),
                           stems.blocks({"down_blocks_1_attentions_1_transformer_blocks_",
                                         "input_blocks_5_1_transformer_blocks_"})};
    const int middle =
        stems.blocks({"mid_block_attentions_0_transformer_blocks_", "middle_block_1_transformer_blocks_"});
    // SGM counts resnets and transformer of the middle through: 0, 1, 2.
    const int resnets =
        std::max(stems.blocks({"mid_block_resnets_"}), (stems.blocks({"middle_block_"}) + 1) / 2);
    for (const Shortened& model : kShortened)
        if (deep == model.deep && outer[0] <= model.outer[0] && outer[1] <= model.outer[1] &&
            middle <= model.midDepth && resnets <= model.midResnets)
            return model.name;
    return {};
}

std::string_view unetFamily(const StemSet& stems, std::int64_t sdxlContext) {
    if (stems.contextWidth() == sdxlContext || stems.contextWidth() == 0)
        if (const std::string_view shorter = shortened(stems); !shorter.empty()) return shorter;
    if (stems.contextWidth() == sdxlContext) return "SDXL";
    switch (stems.contextWidth()) {
        case 1280:
            return "SDXL refiner";
        case 1024:
            return "SD 2.x";
        case 768:
            return "SD 1.x";
        default:
            break;
    }
    for (const std::string& stem : stems.stems())
        if (stem.find("lora_te2_") != std::string::npos ||
            stem.find("text_encoder_2_") != std::string::npos || stem.find("clip_g_") != std::string::npos ||
            stem.find("input_blocks_4_1_transformer_blocks_1") != std::string::npos ||
            stem.find("down_blocks_1_attentions_0_transformer_blocks_1") != std::string::npos)
            return "SDXL";
    // Encoder 1 is the same in both families, so a file with nothing else fits either.
    if (stems.starts("lora_te_") && stems.starts("lora_unet_") && !stems.starts("lora_unet_input_blocks_") &&
        !stems.starts("lora_unet_output_blocks_") && !stems.starts("lora_unet_middle_block_"))
        return "SD 1.x";
    for (const std::string& stem : stems.stems())
        if (stem.find("down_blocks_0_attentions") != std::string::npos ||
            stem.find("up_blocks_3_") != std::string::npos)
            return "SD 1.x";
    return {};
}

/// Values of ss_base_model_version and modelspec.architecture by their starts.
constexpr std::array kStated{
    Row{"sdxl_base", "SDXL"},
    Row{"stable-diffusion-xl-v1-refiner", "SDXL refiner"},
    Row{"stable-diffusion-xl", "SDXL"},
    Row{"sd_v1", "SD 1.x"},
    Row{"stable-diffusion-v1", "SD 1.x"},
    Row{"sd_v2", "SD 2.x"},
    Row{"stable-diffusion-v2", "SD 2.x"},
    Row{"stable-diffusion-v3", "SD3"},
    Row{"stable-diffusion-3", "SD3"},
    Row{"sd3", "SD3"},
    Row{"flux", "Flux"},
    Row{"chroma", "Chroma"},
    Row{"lumina", "Lumina"},
    Row{"hunyuan", "Hunyuan"},
    Row{"wan", "Wan"},
    Row{"qwen", "Qwen-Image"},
    Row{"zimage", "Z-Image"},
    Row{"z-image", "Z-Image"},
    Row{"stable-cascade", "Stable Cascade"},
};

}  // namespace

std::string loraBase(std::span<const TensorEntry> entries, std::int64_t sdxlContext) {
    const StemSet stems(entries);
    for (const auto& [word, family] : kTransformers)
        if (stems.contains(word)) return std::string(family);
    if (isWan(stems)) return "Wan";
    return std::string(unetFamily(stems, sdxlContext));
}

std::string statedBase(const Metadata& metadata) {
    for (const char* key : {"ss_base_model_version", "modelspec.architecture"}) {
        const auto at = metadata.find(key);
        if (at == metadata.end()) continue;
        std::string value = at->second;
        std::transform(value.begin(), value.end(), value.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        for (const auto& [start, family] : kStated)
            if (value.starts_with(start)) return std::string(family);
    }
    return {};
}

bool isShortened(std::string_view base) {
    return std::any_of(kShortened.begin(), kShortened.end(),
                       [&](const Shortened& model) { return model.name == base; });
}

std::string shortenedName(const SdxlShape& shape) {
    const SdxlShape base = sdxlBaseShape();
    const SdxlShape::Unet& unet = shape.unet;
    if (unet.blockChannels != base.unet.blockChannels || unet.contextWidth != base.unet.contextWidth)
        return {};
    if (unet.layersPerBlock == base.unet.layersPerBlock && unet.downDepth == base.unet.downDepth &&
        unet.upDepth == base.unet.upDepth && unet.midDepth == base.unet.midDepth &&
        unet.midResnets == base.unet.midResnets)
        return {};
    const auto depths = [](const std::array<int, 2>& of, int resnets) {
        return std::vector<int>(of.begin(), of.begin() + resnets);
    };
    for (const Shortened& model : kShortened)
        if (unet.layersPerBlock == model.resnets && unet.downDepth.size() == 3 &&
            unet.downDepth[1] == depths(model.outer, model.resnets) &&
            unet.downDepth[2] == depths(model.deep, model.resnets) && unet.midDepth == model.midDepth &&
            unet.midResnets == model.midResnets)
            return std::string(model.name);
    return std::string(kShortenedUnknown);
}

}  // namespace manju::weights
