// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/file_kind.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "core/weights/errors.h"
#include "core/weights/lora_base.h"
#include "core/weights/lora_keys.h"

namespace manju::weights {
namespace {

/// The names of a file, asked for what they contain.
class NameSet {
public:
    explicit NameSet(std::span<const TensorEntry> entries) : entries_(entries) {}

    template <class Test>
    [[nodiscard]] const TensorEntry* first(Test test) const {
        const auto at = std::find_if(entries_.begin(), entries_.end(), test);
        return at == entries_.end() ? nullptr : &*at;
    }
    [[nodiscard]] const TensorEntry* ending(std::string_view end) const {
        return first([&](const TensorEntry& e) { return e.name.ends_with(end); });
    }
    [[nodiscard]] bool contains(std::initializer_list<std::string_view> parts) const {
        return first([&](const TensorEntry& e) {
            return std::any_of(parts.begin(), parts.end(),
                               [&](std::string_view part) { return e.name.find(part) != std::string::npos; });
        });
    }
    [[nodiscard]] bool starts(std::initializer_list<std::string_view> starts) const {
        return first([&](const TensorEntry& e) {
            return std::any_of(starts.begin(), starts.end(),
                               [&](std::string_view start) { return e.name.starts_with(start); });
        });
    }
    /// `word`, a number with dots around it, `next`: numbered("blocks", "self_attn").
    [[nodiscard]] bool numbered(std::string_view word, std::string_view next) const {
        return first([&](const TensorEntry& e) {
            const std::string_view text = e.name;
            auto at = text.find(word);
            if (at == std::string_view::npos || (at > 0 && text[at - 1] != '.')) return false;
            at += word.size();
            if (at >= text.size() || text[at] != '.') return false;
            const auto digits = text.find_first_not_of("0123456789", at + 1);
            return digits != std::string_view::npos && digits > at + 1 && text[digits] == '.' &&
                   text.substr(digits + 1).starts_with(next);
        });
    }
    [[nodiscard]] bool has(std::string_view name) const {
        return first([&](const TensorEntry& e) { return e.name == name; });
    }

private:
    std::span<const TensorEntry> entries_;
};

/// Families whose denoiser is no UNet with cross-attention.
std::string_view transformerFamily(const NameSet& names) {
    if (names.contains({"joint_blocks."})) return "SD3";
    if (names.contains({"double_blocks.", "single_blocks.", "single_transformer_blocks."})) return "Flux";
    if (names.contains({".img_mod."}) && names.numbered("transformer_blocks", "")) return "Qwen-Image";
    if (names.contains({".attn.add_q_proj."})) return "SD3";
    if (names.numbered("layers", "adaLN_modulation")) return "Z-Image";
    if (names.numbered("blocks", "self_attn") || names.numbered("blocks", "cross_attn")) return "Wan";
    if (names.contains({"clip_txt_pooled_mapper.", "effnet_mapper.", "lora_prior_"})) return "Stable Cascade";
    if (names.contains({"adaln_single."})) return "PixArt";
    return {};
}

std::string_view unetFamily(std::int64_t context, bool addEmbedding, std::int64_t addWidth, bool sgmRefiner) {
    if (context == 768 && !addEmbedding) return "SD 1.x";
    if (context == 1024 && addWidth != 2816) return "SD 2.x";
    if (!addEmbedding) return {};
    if (sgmRefiner || (context == 1280 && addWidth == 2560)) return "SDXL refiner";
    return "SDXL";
}

std::int64_t columns(const TensorEntry* entry) {
    return entry && entry->shape.size() >= 2 ? entry->shape[1] : 0;
}

/// The family of a UNet or of an adapter with a copy of one; empty if there is none.
std::string_view familyOfUnet(const NameSet& names) {
    const TensorEntry* key = names.ending("attn2.to_k.weight");
    if (!key) return {};
    const TensorEntry* add = names.ending("label_emb.0.0.weight");
    if (!add) add = names.ending("add_embedding.linear_1.weight");
    const bool sgmRefiner =
        names.starts({"conditioner.embedders.0.model."}) && !names.starts({"conditioner.embedders.1."});
    return unetFamily(columns(key), add != nullptr, columns(add), sgmRefiner);
}

bool isIpAdapter(const NameSet& names) {
    return names.starts({"ip_adapter.", "image_proj."});
}

bool isControlNet(const NameSet& names) {
    return names.contains(
               {"controlnet_cond_embedding.", "input_hint_block.", "controlnet_blocks.", "lllite_"}) ||
           names.starts({"control_model."}) || names.has("lora_controlnet");
}

bool isLora(const NameSet& names) {
    if (names.starts({"lora_unet_", "lora_te", "lora_prior_", "lycoris_"})) return true;
    return names.first([](const TensorEntry& entry) {
        const auto key = splitLoraName(entry.name);
        return (key && isLoraSuffix(key->role)) || !unsupportedLoraFormat(entry.name).empty();
    });
}

/// ESRGAN under its naming schemes, SwinIR and its kin (conv_first), Compact (body), SPAN (conv_1).
bool isUpscaler(const NameSet& names) {
    return names.starts({"conv_first.", "model.0.", "params_ema.", "params.", "module.conv_first."}) ||
           names.has("conv_1.sk.weight") || (names.has("body.0.weight") && names.has("body.1.weight"));
}

}  // namespace

std::string_view name(FileRole role) {
    static constexpr std::array<std::string_view, 10> kNames{
        "checkpoint", "unet",         "lora",      "controlnet", "ip_adapter",
        "vae",        "text_encoder", "embedding", "upscaler",   "unknown"};
    return kNames[static_cast<std::size_t>(role)];
}

bool isLoraFile(std::span<const TensorEntry> entries) {
    const NameSet names(entries);
    return !isIpAdapter(names) && !isControlNet(names) && isLora(names);
}

FileKind detectFileKind(std::span<const TensorEntry> entries) {
    const NameSet names(entries);
    const auto kind = [](FileRole role, std::string_view family) {
        return FileKind{role, std::string(family)};
    };
    if (isIpAdapter(names)) return kind(FileRole::IpAdapter, "");
    if (isControlNet(names)) return kind(FileRole::ControlNet, familyOfUnet(names));
    if (isLora(names)) return kind(FileRole::Lora, loraBase(entries));
    if (const auto family = transformerFamily(names); !family.empty())
        return kind(FileRole::Checkpoint, family);
    const bool prefixed = names.starts({"model.diffusion_model."});
    if (names.ending("attn2.to_k.weight"))
        return kind(prefixed ? FileRole::Checkpoint : FileRole::Unet, familyOfUnet(names));
    if (prefixed) return kind(FileRole::Checkpoint, "");
    if (names.ending("decoder.conv_in.weight")) return kind(FileRole::Vae, "");
    if (names.contains({"text_model.encoder.layers.0.", "transformer.resblocks.0."}))
        return kind(FileRole::TextEncoder, "CLIP");
    if (names.contains({"encoder.block.0.layer.0.SelfAttention."})) return kind(FileRole::TextEncoder, "T5");
    if (names.has("emb_params") || (names.has("clip_l") && names.has("clip_g")))
        return kind(FileRole::Embedding, names.has("clip_g") ? "SDXL" : "");
    if (isUpscaler(names)) return kind(FileRole::Upscaler, "");
    return kind(FileRole::Unknown, "");
}

Status acceptAsCheckpoint(const FileKind& kind, const SafetensorsFile& file) {
    const MessageArgs named{{"file", file.path().string()}};
    const auto with = [&](const std::string& key, const std::string& value) {
        MessageArgs args = named;
        args[key] = value;
        return args;
    };
    switch (kind.role) {
        case FileRole::Checkpoint:
        case FileRole::Unet:
            if (kind.family == "SDXL refiner") return Error(kIsRefiner, named);
            if (kind.family.empty()) break;
            if (kind.family != "SDXL") return Error(kOtherFamily, with("family", kind.family));
            if (kind.role == FileRole::Unet) return Error(kOnlyUnet, named);
            return Done{};
        case FileRole::Lora:
            return Error(kIsLora, named);
        case FileRole::ControlNet:
            return Error(kIsAdapter, with("family", "ControlNet"));
        case FileRole::IpAdapter:
            return Error(kIsAdapter, with("family", "IP-Adapter"));
        case FileRole::Embedding:
            return Error(kIsAdapter, with("family", "textual inversion"));
        case FileRole::Upscaler:
            return Error(kIsAdapter, with("family", "upscaler"));
        case FileRole::Vae:
            return Error(kIsVae, named);
        case FileRole::TextEncoder:
            return Error(kIsTextEncoder, named);
        case FileRole::Unknown:
            break;
    }
    const auto entries = file.entries();
    return Error(kContentUnknown, with("tensor", entries.empty() ? "-" : entries.front().name));
}

}  // namespace manju::weights
