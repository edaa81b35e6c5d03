// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/key_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace manju::weights {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// Reads a dotted name from left to right.
class NameCursor {
public:
    explicit NameCursor(std::string_view text) : rest_(text) {}
    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    /// A number with a dot behind it.
    std::optional<int> number() {
        int value = 0;
        const auto [end, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        const auto length = static_cast<std::size_t>(end - rest_.data());
        if (failure != std::errc() || value < 0 || value > 9999 || length == rest_.size() ||
            rest_[length] != '.')
            return std::nullopt;
        rest_.remove_prefix(length + 1);
        return value;
    }
    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] std::string text() const { return std::string(rest_); }

private:
    std::string_view rest_;
};

std::string dotted(std::string_view prefix, int index) {
    return std::string(prefix) + std::to_string(index) + '.';
}

/// Replaces the start of `name` by the first fitting row, read in either direction.
template <std::size_t N>
std::optional<std::string> replaceStart(std::string_view name, const std::array<Pair, N>& rows, bool back) {
    for (const Pair& row : rows) {
        const auto& [from, to] = back ? Pair(row.second, row.first) : row;
        if (name.starts_with(from)) return std::string(to) + std::string(name.substr(from.size()));
    }
    return std::nullopt;
}

// --- UNet: left SGM, right diffusers -------------------------------------------------------------------

constexpr std::array<Pair, 7> kUnetEnds{{
    {"time_embed.0.", "time_embedding.linear_1."},
    {"time_embed.2.", "time_embedding.linear_2."},
    {"label_emb.0.0.", "add_embedding.linear_1."},
    {"label_emb.0.2.", "add_embedding.linear_2."},
    {"input_blocks.0.0.", "conv_in."},
    {"out.0.", "conv_norm_out."},
    {"out.2.", "conv_out."},
}};
constexpr std::array<Pair, 6> kUnetResnet{{
    {"in_layers.0.", "norm1."},
    {"in_layers.2.", "conv1."},
    {"emb_layers.1.", "time_emb_proj."},
    {"out_layers.0.", "norm2."},
    {"out_layers.3.", "conv2."},
    {"skip_connection.", "conv_shortcut."},
}};

/// Part `part` of a block: the resnet, or else the transformer.
std::optional<std::string> unetPart(const std::string& block, int layer, int part, std::string_view rest) {
    if (part == 1) return dotted(block + "attentions.", layer) + std::string(rest);
    if (part != 0) return std::nullopt;
    const auto inner = replaceStart(rest, kUnetResnet, false);
    if (!inner) return std::nullopt;
    return dotted(block + "resnets.", layer) + *inner;
}

std::optional<std::string> unetToDiffusers(std::string_view name, const KeyLayout& layout) {
    if (auto end = replaceStart(name, kUnetEnds, false)) return end;
    const int period = layout.layersPerBlock + 1;
    NameCursor cursor(name);
    if (cursor.take("middle_block.")) {
        const auto part = cursor.number();
        if (!part || *part > 2) return std::nullopt;
        return unetPart("mid_block.", *part / 2, *part % 2, cursor.rest());
    }
    const bool input = cursor.take("input_blocks.");
    if (!input && !cursor.take("output_blocks.")) return std::nullopt;
    const auto index = cursor.number();
    const auto part = cursor.number();
    if (!index || !part) return std::nullopt;
    if (!input) {
        const std::string block = dotted("up_blocks.", *index / period);
        if (*part > 0 && cursor.take("conv.")) return block + "upsamplers.0.conv." + cursor.text();
        return unetPart(block, *index % period, *part, cursor.rest());
    }
    if (*index == 0) return std::nullopt;
    const std::string block = dotted("down_blocks.", (*index - 1) / period);
    const int layer = (*index - 1) % period;
    if (layer < layout.layersPerBlock) return unetPart(block, layer, *part, cursor.rest());
    if (*part != 0 || !cursor.take("op.")) return std::nullopt;
    return block + "downsamplers.0.conv." + cursor.text();
}

/// "resnets.1.norm1.weight" or "attentions.1.norm.weight" below the SGM block that `sgm` names by layer.
template <class SgmBlock>
std::optional<std::string> unetLayer(NameCursor cursor, SgmBlock sgm) {
    const bool resnet = cursor.take("resnets.");
    if (!resnet && !cursor.take("attentions.")) return std::nullopt;
    const auto layer = cursor.number();
    if (!layer) return std::nullopt;
    if (!resnet) return sgm(*layer, 1) + cursor.text();
    const auto inner = replaceStart(cursor.rest(), kUnetResnet, true);
    if (!inner) return std::nullopt;
    return sgm(*layer, 0) + *inner;
}

std::optional<std::string> unetToSgm(std::string_view name, const KeyLayout& layout) {
    if (auto end = replaceStart(name, kUnetEnds, true)) return end;
    const int period = layout.layersPerBlock + 1;
    NameCursor cursor(name);
    if (cursor.take("mid_block."))
        return unetLayer(cursor,
                         [](int layer, int part) { return dotted("middle_block.", 2 * layer + part); });
    const bool down = cursor.take("down_blocks.");
    if (!down && !cursor.take("up_blocks.")) return std::nullopt;
    const auto block = cursor.number();
    if (!block) return std::nullopt;
    const int first = *block * period + (down ? 1 : 0);
    const std::string_view side = down ? "input_blocks." : "output_blocks.";
    if (cursor.take("downsamplers.0.conv."))
        return dotted(side, first + layout.layersPerBlock) + "0.op." + cursor.text();
    if (cursor.take("upsamplers.0.conv.")) {
        const auto mirrored = layout.attention.size() - 1 - static_cast<std::size_t>(*block);
        const int part = mirrored < layout.attention.size() && layout.attention[mirrored] ? 2 : 1;
        return dotted(dotted(side, first + layout.layersPerBlock), part) + "conv." + cursor.text();
    }
    return unetLayer(cursor, [&](int layer, int part) { return dotted(dotted(side, first + layer), part); });
}

// --- Text encoders: left OpenCLIP, right HF -------------------------------------------------------------

constexpr std::array<Pair, 5> kTextLayer{{
    {"ln_1.", "layer_norm1."},
    {"ln_2.", "layer_norm2."},
    {"mlp.c_fc.", "mlp.fc1."},
    {"mlp.c_proj.", "mlp.fc2."},
    {"attn.out_proj.", "self_attn.out_proj."},
}};
constexpr std::array<std::string_view, 3> kProjections{"q_proj.", "k_proj.", "v_proj."};
constexpr std::string_view kTextLayers = "text_model.encoder.layers.";
constexpr std::string_view kResblocks = "transformer.resblocks.";

std::vector<KeyTarget> one(std::optional<std::string> name, bool transposed = false) {
    if (!name) return {};
    return {{std::move(*name), 0, 1, transposed}};
}

/// HF names, with or without "text_model.".
std::optional<std::string> textFromHf(std::string_view name) {
    if (name.starts_with("text_model.")) return std::string(name);
    for (const std::string_view start : {"embeddings.", "encoder.layers.", "final_layer_norm."})
        if (name.starts_with(start)) return "text_model." + std::string(name);
    return std::nullopt;
}

std::vector<KeyTarget> resblockToDiffusers(NameCursor cursor) {
    const auto layer = cursor.number();
    if (!layer) return {};
    const std::string target = dotted(kTextLayers, *layer);
    if (cursor.take("attn.in_proj_")) {
        std::vector<KeyTarget> parts;
        for (int i = 0; i < 3; ++i)
            parts.push_back({target + "self_attn." + std::string(kProjections[static_cast<std::size_t>(i)]) +
                                 cursor.text(),
                             i, 3, false});
        return parts;
    }
    const auto inner = replaceStart(cursor.rest(), kTextLayer, false);
    return inner ? one(target + *inner) : std::vector<KeyTarget>{};
}

std::vector<KeyTarget> textToDiffusers(Component component, std::string_view name) {
    if (name.ends_with("position_ids")) return {};
    if (component == Component::TextEncoder2) {
        if (name == "text_projection") return one("text_projection.weight", true);
        if (name == "text_projection.weight" || name == "text_projection.weight.weight")
            return one("text_projection.weight");
        if (name == "positional_embedding") return one("text_model.embeddings.position_embedding.weight");
        if (name == "token_embedding.weight") return one("text_model.embeddings.token_embedding.weight");
        NameCursor cursor(name);
        if (cursor.take("ln_final.")) return one("text_model.final_layer_norm." + cursor.text());
        if (cursor.take(kResblocks)) return resblockToDiffusers(cursor);
    }
    return one(textFromHf(name));
}

std::optional<KeySource> textToOpenClip(std::string_view name) {
    if (name == "text_projection.weight") return KeySource{"text_projection", 0, 1, true};
    if (name == "text_model.embeddings.position_embedding.weight") return KeySource{"positional_embedding"};
    NameCursor cursor(name);
    if (cursor.take("text_model.embeddings.")) return KeySource{cursor.text()};
    if (cursor.take("text_model.final_layer_norm.")) return KeySource{"ln_final." + cursor.text()};
    if (!cursor.take(kTextLayers)) return std::nullopt;
    const auto layer = cursor.number();
    if (!layer) return std::nullopt;
    const std::string block = dotted(kResblocks, *layer);
    if (const auto inner = replaceStart(cursor.rest(), kTextLayer, true)) return KeySource{block + *inner};
    if (!cursor.take("self_attn.")) return std::nullopt;
    for (int i = 0; i < 3; ++i)
        if (cursor.take(kProjections[static_cast<std::size_t>(i)]))
            return KeySource{block + "attn.in_proj_" + cursor.text(), i, 3, false};
    return std::nullopt;
}

// --- VAE: left SGM, right diffusers ---------------------------------------------------------------------

constexpr std::array<Pair, 8> kVaeMiddle{{
    {"mid.block_1.", "mid_block.resnets.0."},
    {"mid.block_2.", "mid_block.resnets.1."},
    {"mid.attn_1.norm.", "mid_block.attentions.0.group_norm."},
    {"mid.attn_1.q.", "mid_block.attentions.0.to_q."},
    {"mid.attn_1.k.", "mid_block.attentions.0.to_k."},
    {"mid.attn_1.v.", "mid_block.attentions.0.to_v."},
    {"mid.attn_1.proj_out.", "mid_block.attentions.0.to_out.0."},
    {"norm_out.", "conv_norm_out."},
}};
constexpr std::array<Pair, 4> kOldVaeAttention{{
    {"mid_block.attentions.0.query.", "mid_block.attentions.0.to_q."},
    {"mid_block.attentions.0.key.", "mid_block.attentions.0.to_k."},
    {"mid_block.attentions.0.value.", "mid_block.attentions.0.to_v."},
    {"mid_block.attentions.0.proj_attn.", "mid_block.attentions.0.to_out.0."},
}};
constexpr std::array<Pair, 1> kVaeShortcut{{{"nin_shortcut.", "conv_shortcut."}}};

std::string vaeResnet(std::string_view inner, bool back) {
    return replaceStart(inner, kVaeShortcut, back).value_or(std::string(inner));
}

std::optional<std::string> vaeToDiffusers(std::string_view name, const KeyLayout& layout) {
    NameCursor cursor(name);
    if (cursor.take("quant_conv.") || cursor.take("post_quant_conv.")) return std::string(name);
    const bool encoder = cursor.take("encoder.");
    if (!encoder && !cursor.take("decoder.")) return std::nullopt;
    const std::string side = encoder ? "encoder." : "decoder.";
    if (const auto inner = replaceStart(cursor.rest(), kVaeMiddle, false)) return side + *inner;
    if (const auto inner = replaceStart(cursor.rest(), kOldVaeAttention, false)) return side + *inner;
    if (cursor.take(encoder ? "down." : "up.")) {
        const auto level = cursor.number();
        if (!level || (!encoder && *level >= layout.vaeBlocks)) return std::nullopt;
        const std::string block = encoder ? dotted("encoder.down_blocks.", *level)
                                          : dotted("decoder.up_blocks.", layout.vaeBlocks - 1 - *level);
        if (cursor.take("downsample.conv.")) return block + "downsamplers.0.conv." + cursor.text();
        if (cursor.take("upsample.conv.")) return block + "upsamplers.0.conv." + cursor.text();
        if (!cursor.take("block.")) return std::nullopt;
        const auto layer = cursor.number();
        if (!layer) return std::nullopt;
        return dotted(block + "resnets.", *layer) + vaeResnet(cursor.rest(), false);
    }
    return std::string(name);  // conv_in, conv_out, and diffusers' own names
}

std::optional<std::string> vaeToSgm(std::string_view name, const KeyLayout& layout) {
    NameCursor cursor(name);
    const bool encoder = cursor.take("encoder.");
    if (!encoder && !cursor.take("decoder.")) return std::string(name);
    const std::string side = encoder ? "encoder." : "decoder.";
    if (const auto inner = replaceStart(cursor.rest(), kVaeMiddle, true)) return side + *inner;
    if (!cursor.take(encoder ? "down_blocks." : "up_blocks.")) return std::string(name);
    const auto index = cursor.number();
    if (!index) return std::nullopt;
    const std::string block =
        encoder ? dotted("encoder.down.", *index) : dotted("decoder.up.", layout.vaeBlocks - 1 - *index);
    if (cursor.take("downsamplers.0.conv.")) return block + "downsample.conv." + cursor.text();
    if (cursor.take("upsamplers.0.conv.")) return block + "upsample.conv." + cursor.text();
    if (!cursor.take("resnets.")) return std::nullopt;
    const auto layer = cursor.number();
    if (!layer) return std::nullopt;
    return dotted(block + "block.", *layer) + vaeResnet(cursor.rest(), true);
}

// --- Single files ---------------------------------------------------------------------------------------

constexpr std::string_view kUnetPrefix = "model.diffusion_model.";
constexpr std::string_view kText1Prefix = "conditioner.embedders.0.transformer.";
constexpr std::string_view kText2Prefix = "conditioner.embedders.1.model.";
constexpr std::string_view kVaePrefix = "first_stage_model.";

constexpr std::array<std::pair<std::string_view, Component>, 9> kPrefixes{{
    {kUnetPrefix, Component::Unet},
    {"diffusion_model.", Component::Unet},
    {kText1Prefix, Component::TextEncoder1},
    {"text_encoders.clip_l.transformer.", Component::TextEncoder1},
    {kText2Prefix, Component::TextEncoder2},
    {"conditioner.embedders.1.transformer.", Component::TextEncoder2},
    {"text_encoders.clip_g.transformer.", Component::TextEncoder2},
    {kVaePrefix, Component::Vae},
    {"vae.", Component::Vae},
}};

/// Markers, and the buffers that training frameworks save along.
constexpr std::array<std::string_view, 11> kIgnoredStarts{"model_ema.", "denoiser.",
                                                          "betas",      "alphas_cumprod",
                                                          "sqrt_",      "log_one_minus_alphas",
                                                          "posterior_", "first_stage_model.loss.",
                                                          "edm_",       "lvlb_weights",
                                                          "global_step"};
constexpr std::array<std::string_view, 3> kIgnoredNames{"v_pred", "ztsnr", "logvar"};

}  // namespace

KeyLayout keyLayout(const SdxlShape& shape) {
    KeyLayout layout;
    layout.layersPerBlock = shape.unet.layersPerBlock;
    layout.attention.clear();
    for (auto up = shape.unet.upDepth.rbegin(); up != shape.unet.upDepth.rend(); ++up)
        layout.attention.push_back(up->back() > 0);
    layout.vaeBlocks = static_cast<int>(shape.vae.blockChannels.size());
    return layout;
}

KeyLayout detectKeyLayout(const std::vector<std::string_view>& names) {
    KeyLayout layout;
    int firstOp = 0;
    int lastInput = 0;
    int lastLevel = -1;
    std::vector<int> transformers;  // among the output blocks
    for (const std::string_view name : names) {
        const auto split = splitSingleFileName(name);
        if (!split) continue;
        NameCursor cursor(split->second);
        if (split->first == Component::Vae && cursor.take("decoder.up.")) {
            lastLevel = std::max(lastLevel, cursor.number().value_or(-1));
        } else if (split->first == Component::Unet && cursor.take("input_blocks.")) {
            const auto index = cursor.number();
            const auto part = cursor.number();
            if (!index || !part) continue;
            lastInput = std::max(lastInput, *index);
            if (cursor.take("op.") && (firstOp == 0 || *index < firstOp)) firstOp = *index;
        } else if (split->first == Component::Unet && cursor.take("output_blocks.")) {
            const auto index = cursor.number();
            if (index && cursor.number() == 1 && !cursor.take("conv.")) transformers.push_back(*index);
        }
    }
    if (lastLevel >= 0) layout.vaeBlocks = lastLevel + 1;
    if (firstOp < 2) return layout;
    layout.layersPerBlock = firstOp - 1;
    const int blocks = (lastInput + firstOp - 1) / firstOp;
    layout.attention.assign(static_cast<std::size_t>(blocks), false);
    for (const int index : transformers)
        if (index % firstOp == layout.layersPerBlock && index / firstOp < blocks)
            layout.attention[static_cast<std::size_t>(blocks - 1 - index / firstOp)] = true;
    return layout;
}

std::optional<std::pair<Component, std::string_view>> splitSingleFileName(std::string_view name) {
    for (const auto& [prefix, component] : kPrefixes)
        if (name.starts_with(prefix)) return std::pair(component, name.substr(prefix.size()));
    return std::nullopt;
}

std::vector<KeyTarget> toDiffusers(Component component, std::string_view name, const KeyLayout& layout) {
    switch (component) {
        case Component::Unet:
            return one(unetToDiffusers(name, layout));
        case Component::Vae:
            return one(vaeToDiffusers(name, layout));
        case Component::TextEncoder1:
        case Component::TextEncoder2:
            break;
    }
    return textToDiffusers(component, name);
}

KeySource toSingleFile(Component component, std::string_view name, const KeyLayout& layout) {
    const auto named = [&](std::string_view prefix, std::optional<std::string> rest) {
        if (!rest) std::abort();
        return KeySource{std::string(prefix) + *rest};
    };
    switch (component) {
        case Component::Unet:
            return named(kUnetPrefix, unetToSgm(name, layout));
        case Component::TextEncoder1:
            return named(kText1Prefix, std::string(name));
        case Component::Vae:
            return named(kVaePrefix, vaeToSgm(name, layout));
        case Component::TextEncoder2:
            break;
    }
    auto source = textToOpenClip(name);
    if (!source) std::abort();
    source->name.insert(0, kText2Prefix);
    return *source;
}

bool isIgnoredName(std::string_view name) {
    if (name.ends_with("position_ids") || name.ends_with("logit_scale")) return true;
    if (std::find(kIgnoredNames.begin(), kIgnoredNames.end(), name) != kIgnoredNames.end()) return true;
    return std::any_of(kIgnoredStarts.begin(), kIgnoredStarts.end(),
                       [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace manju::weights
