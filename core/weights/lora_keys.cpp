// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_keys.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace manju::weights {
namespace {

using Suffix = std::pair<std::string_view, LoraRole>;
using Format = std::pair<std::string_view, std::string_view>;

/// Where one suffix ends in another, the longer one comes first.
constexpr std::array kSuffixes{
    Suffix{".lora_linear_layer.down.weight", LoraRole::Down},
    Suffix{".lora_linear_layer.up.weight", LoraRole::Up},
    Suffix{".lora_down.weight", LoraRole::Down},
    Suffix{".lora_up.weight", LoraRole::Up},
    Suffix{".lora_mid.weight", LoraRole::Mid},
    Suffix{".lora.down.weight", LoraRole::Down},
    Suffix{".lora.up.weight", LoraRole::Up},
    Suffix{"_lora.down.weight", LoraRole::Down},
    Suffix{"_lora.up.weight", LoraRole::Up},
    Suffix{".lora_A.weight", LoraRole::Down},
    Suffix{".lora_B.weight", LoraRole::Up},
    Suffix{".lora_A", LoraRole::Down},
    Suffix{".lora_B", LoraRole::Up},
    Suffix{".alpha", LoraRole::Alpha},
    Suffix{".scale", LoraRole::Scale},
    Suffix{".hada_w1_a", LoraRole::HadaW1A},
    Suffix{".hada_w1_b", LoraRole::HadaW1B},
    Suffix{".hada_w2_a", LoraRole::HadaW2A},
    Suffix{".hada_w2_b", LoraRole::HadaW2B},
    Suffix{".hada_t1", LoraRole::HadaT1},
    Suffix{".hada_t2", LoraRole::HadaT2},
    Suffix{".lokr_w1", LoraRole::LokrW1},
    Suffix{".lokr_w1_a", LoraRole::LokrW1A},
    Suffix{".lokr_w1_b", LoraRole::LokrW1B},
    Suffix{".lokr_w2", LoraRole::LokrW2},
    Suffix{".lokr_w2_a", LoraRole::LokrW2A},
    Suffix{".lokr_w2_b", LoraRole::LokrW2B},
    Suffix{".lokr_t2", LoraRole::LokrT2},
    Suffix{".on_input", LoraRole::OnInput},
    Suffix{".diff", LoraRole::Diff},
    Suffix{".diff_b", LoraRole::DiffBias},
    Suffix{".w_norm", LoraRole::NormWeight},
    Suffix{".b_norm", LoraRole::NormBias},
    Suffix{".set_weight", LoraRole::SetWeight},
    Suffix{".a1.weight", LoraRole::GloraA1},
    Suffix{".a2.weight", LoraRole::GloraA2},
    Suffix{".b1.weight", LoraRole::GloraB1},
    Suffix{".b2.weight", LoraRole::GloraB2},
    Suffix{".bm.weight", LoraRole::GloraBMid},
    Suffix{".oft_blocks", LoraRole::OftBlocks},
    Suffix{".oft_diag", LoraRole::OftRotation},
    Suffix{".oft_r", LoraRole::PeftOftBlocks},
    Suffix{".rescale", LoraRole::Rescale},
    Suffix{".dora_scale", LoraRole::DoraScale},
    Suffix{".lora_magnitude_vector.weight", LoraRole::Magnitude},
    Suffix{".lora_magnitude_vector", LoraRole::Magnitude},
    Suffix{".weight", LoraRole::Factor},
};

/// Ends of the tensors' names of PEFT's other methods (its layers' `adapter_layer_names`). OneTrainer writes
/// oft_R too. From oft_R alone nobody can tell the number of terms of its series, nor the limit of a
/// constrained rotation.
constexpr std::array kUnsupported{
    Format{".oft_R", "OFT (oft_R)"},
    Format{".oft_R.scaled_oft", "OFT (oft_R)"},
    Format{".boft_R", "BOFT (boft_R)"},
    Format{".boft_s", "BOFT (boft_R)"},
    Format{".hra_u", "HRA"},
    Format{".vera_lambda_b", "VeRA"},
    Format{".vera_lambda_d", "VeRA"},
    Format{".vera_A", "VeRA"},
    Format{".vera_B", "VeRA"},
    Format{".vblora_logits_A", "VB-LoRA"},
    Format{".vblora_logits_B", "VB-LoRA"},
    Format{".fourierft_spectrum", "FourierFT"},
    Format{".ia3_l", "(IA)³ (ia3_l)"},
    Format{".lora_E", "AdaLoRA"},
    Format{".lora_embedding_A", "LoRA (lora_embedding)"},
    Format{".lora_embedding_B", "LoRA (lora_embedding)"},
};

/// Without ".default" or ".default_<number>" before ".weight" or at the end.
std::string withoutAdapterName(std::string_view name) {
    constexpr std::string_view kDefault = ".default";
    constexpr std::string_view kWeight = ".weight";
    const std::string_view body =
        name.ends_with(kWeight) ? name.substr(0, name.size() - kWeight.size()) : name;
    const auto at = body.rfind(kDefault);
    if (at == std::string_view::npos) return std::string(name);
    std::string_view number = body.substr(at + kDefault.size());
    if (number.starts_with('_')) number.remove_prefix(1);
    if (number.find_first_not_of("0123456789") != std::string_view::npos) return std::string(name);
    return std::string(body.substr(0, at)) + std::string(name.substr(body.size()));
}

}  // namespace

std::string_view name(LoraFamily family) {
    static constexpr std::array<std::string_view, 12> kNames{"lora", "loha",    "lokr",       "ia3",
                                                             "full", "norm",    "set_weight", "glora",
                                                             "oft",  "old_oft", "boft",       "peft_oft"};
    return kNames[static_cast<std::size_t>(family)];
}

std::optional<LoraKey> splitLoraName(std::string_view given) {
    const std::string text = withoutAdapterName(given);
    for (const auto& [suffix, role] : kSuffixes)
        if (text.size() > suffix.size() && text.ends_with(suffix))
            return LoraKey{text.substr(0, text.size() - suffix.size()), role};
    return std::nullopt;
}

std::string_view unsupportedLoraFormat(std::string_view given) {
    constexpr std::string_view kWeight = ".weight";
    std::string text = withoutAdapterName(given);
    if (text.ends_with(kWeight)) text.resize(text.size() - kWeight.size());
    const auto at = std::find_if(kUnsupported.begin(), kUnsupported.end(), [&](const auto& row) {
        return text.size() > row.first.size() && text.ends_with(row.first);
    });
    return at == kUnsupported.end() ? std::string_view() : at->second;
}

bool isLoraSuffix(LoraRole role) {
    // GLoRA's names are too short to tell anything by themselves; its files are known by their prefixes.
    static constexpr std::array kOrdinary{LoraRole::Alpha,   LoraRole::Scale,   LoraRole::Factor,
                                          LoraRole::Rescale, LoraRole::GloraA1, LoraRole::GloraA2,
                                          LoraRole::GloraB1, LoraRole::GloraB2, LoraRole::GloraBMid};
    return std::find(kOrdinary.begin(), kOrdinary.end(), role) == kOrdinary.end();
}

std::optional<LoraFamily> familyOf(const LoraTensors& tensors) {
    using enum LoraRole;
    const auto all = [&](std::initializer_list<LoraRole> roles) {
        return std::all_of(roles.begin(), roles.end(), [&](LoraRole role) { return tensors.contains(role); });
    };
    if (all({Down, Up})) return LoraFamily::Lora;
    if (all({HadaW1A, HadaW1B, HadaW2A, HadaW2B}) && all({HadaT1}) == all({HadaT2})) return LoraFamily::LoHa;
    if ((all({LokrW1}) || all({LokrW1A, LokrW1B})) && (all({LokrW2}) || all({LokrW2A, LokrW2B})))
        return LoraFamily::LoKr;
    if (all({OftBlocks}))
        return tensors.at(OftBlocks)->shape.size() == 4 ? LoraFamily::Boft : LoraFamily::Oft;
    if (all({OftRotation})) return LoraFamily::OldOft;
    if (all({PeftOftBlocks})) return LoraFamily::PeftOft;
    if (all({GloraA1, GloraA2, GloraB1, GloraB2})) return LoraFamily::GLora;
    if (all({Factor, OnInput})) return LoraFamily::Ia3;
    if (all({SetWeight})) return LoraFamily::SetWeight;
    if (all({NormWeight}) || all({NormBias})) return LoraFamily::Norm;
    if (all({Diff}) || all({DiffBias})) return LoraFamily::Full;
    return std::nullopt;
}

}  // namespace manju::weights
