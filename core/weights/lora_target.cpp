// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_target.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace manju::weights {
namespace {

struct Alias {
    std::string text;
    LoraTarget::Naming naming = LoraTarget::Naming::Either;
    bool eitherEncoder = false;
};

std::string underscored(std::string_view text) {
    std::string out(text);
    std::replace(out.begin(), out.end(), '.', '_');
    return out;
}

/// The names of the attention processors of diffusers before 0.22: ".to_q" is ".processor.to_q", and the
/// output has no ".0".
std::optional<std::string> processorName(std::string_view module) {
    const auto at = module.rfind(".to_");
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view projection = module.substr(at + 1);
    if (projection == "to_out.0") projection = "to_out";
    return std::string(module.substr(0, at)) + ".processor." + std::string(projection);
}

/// A module's SGM name without the prefix of single files.
std::string sgmName(std::string_view module, const KeyLayout& layout) {
    constexpr std::string_view kWeight = ".weight";
    std::string full = toSingleFile(Component::Unet, std::string(module) + std::string(kWeight), layout).name;
    const auto split = splitSingleFileName(full);
    const std::string_view rest = split ? split->second : std::string_view(full);
    return std::string(rest.substr(0, rest.size() - kWeight.size()));
}

void addUnetAliases(std::vector<Alias>& out, const std::string& module, const std::string& sgm) {
    using enum LoraTarget::Naming;
    const auto sgmNaming = sgm == module ? Either : Sgm;
    const auto own = sgm == module ? Either : Diffusers;
    out.push_back({"lora_unet_" + underscored(sgm), sgmNaming});
    out.push_back({"diffusion_model." + sgm, sgmNaming});
    out.push_back({"model.diffusion_model." + sgm, sgmNaming});
    out.push_back({sgm, sgmNaming});
    // OneTrainer's "OMI" format (its modules/util/convert/lora/convert_sdxl_lora.py).
    out.push_back({"unet." + sgm, sgmNaming});
    std::vector<std::string> dotted{module};
    if (const auto old = processorName(module)) dotted.push_back(*old);
    for (const std::string& name : dotted)
        for (const char* prefix : {"", "unet.", "base_model.model.", "unet.base_model.model."})
            out.push_back({prefix + name, own});
    for (const char* prefix : {"lora_unet_", "lycoris_", "lycoris_unet_"})
        out.push_back({prefix + underscored(module), own});
    // The "diffusers" format of the same file of OneTrainer.
    out.push_back({"lora_unet." + module, own});
    // Kohya's OFT has a prefix of its own (networks/oft.py, OFT_PREFIX_UNET).
    out.push_back({"oft_unet_" + underscored(module), own});
    out.push_back({"oft_unet_" + underscored(sgm), sgmNaming});
}

/// `module` with and without "text_model.", and the attention names of diffusers before 0.22.
std::vector<std::string> textNames(const std::string& module) {
    constexpr std::string_view kModel = "text_model.";
    std::vector<std::string> names{module};
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kOld{
        {{"q_proj", "to_q"}, {"k_proj", "to_k"}, {"v_proj", "to_v"}, {"out_proj", "to_out"}}};
    for (const auto& [now, old] : kOld)
        if (module.ends_with(".self_attn." + std::string(now)))
            names.push_back(module.substr(0, module.size() - now.size()) + std::string(old));
    for (std::size_t i = 0, count = names.size(); i < count; ++i)
        if (names[i].starts_with(kModel)) names.push_back(names[i].substr(kModel.size()));
    return names;
}

void addTextAliases(std::vector<Alias>& out, const std::string& module, Component component) {
    const bool first = component == Component::TextEncoder1;
    const std::string folder(folderName(component));
    std::vector<std::string> dotted{
        folder + ".", folder + ".base_model.model.",
        first ? "text_encoders.clip_l.transformer." : "text_encoders.clip_g.transformer."};
    std::vector<std::string> flat{first ? "lora_te1_" : "lora_te2_", "lycoris_" + folder + "_"};
    if (first) flat.emplace_back("lora_te_");
    // OneTrainer's "OMI" and "diffusers" formats (modules/util/convert/lora/convert_sdxl_lora.py), with the
    // projection of encoder 2 (convert_clip.py beside it).
    dotted.emplace_back(first ? "clip_l." : "clip_g.");
    dotted.emplace_back(first ? "lora_te1." : "lora_te2.");
    for (const std::string& name : textNames(module)) {
        for (const std::string& prefix : dotted) out.push_back({prefix + name});
        for (const std::string& prefix : flat) out.push_back({prefix + underscored(name)});
    }
    // PEFT saves each model into a file of its own without a word on which it is (save_pretrained, as in its
    // examples/lora_dreambooth).
    out.push_back({"base_model.model." + module, LoraTarget::Naming::Either, true});
}

/// The number after the first dot or between the first two: 4 in "input_blocks.4.1.proj_in".
int firstNumber(std::string_view sgm) {
    const auto dot = sgm.find('.');
    int number = -1;
    if (dot != std::string_view::npos) std::from_chars(sgm.data() + dot + 1, sgm.data() + sgm.size(), number);
    return number;
}

}  // namespace

LoraTarget::LoraTarget(const SdxlShape& shape, std::string name) : shape_(shape), name_(std::move(name)) {
    for (const Component component : {Component::Unet, Component::TextEncoder1, Component::TextEncoder2})
        addModules(component);
    for (std::size_t i = 0; i < modules_.size(); ++i) addAliases(i);
}

void LoraTarget::addModules(Component component) {
    constexpr std::string_view kWeight = ".weight";
    constexpr std::string_view kBias = ".bias";
    const KeyLayout layout = keyLayout(shape_);
    std::unordered_map<std::string, std::size_t> known;
    for (NamedShape& tensor : tensorsOf(component, shape_)) {
        const bool weight = tensor.name.ends_with(kWeight);
        const std::string name =
            tensor.name.substr(0, tensor.name.size() - (weight ? kWeight : kBias).size());
        const auto [at, added] = known.try_emplace(name, modules_.size());
        if (added) {
            Module& module = modules_.emplace_back();
            module.component = component;
            module.name = name;
            if (component == Component::Unet) module.block = blockOf(sgmName(name, layout));
        }
        (weight ? modules_[at->second].weight : modules_[at->second].bias) = std::move(tensor.shape);
    }
}

LoraTarget::Blocks LoraTarget::blocks() const {
    const int levels = static_cast<int>(shape_.unet.blockChannels.size());
    const int count = levels * (shape_.unet.layersPerBlock + 1);
    return {count, count};
}

int LoraTarget::blockOf(std::string_view sgm) const {
    const auto [inputs, outputs] = blocks();
    const int number = firstNumber(sgm);
    if (sgm.starts_with("input_blocks.")) return 1 + number;
    if (sgm.starts_with("middle_block.")) return 1 + inputs + number;
    if (sgm.starts_with("output_blocks.")) return 1 + inputs + 3 + number;
    return sgm.starts_with("out.") ? 1 + inputs + 3 + outputs : 0;
}

std::vector<std::string> LoraTarget::aliases(const Module& module) const {
    std::vector<std::string> out;
    for (const auto& [text, slot] : slots_)
        if (&modules_[slot.module] == &module) out.push_back(text);
    return out;
}

void LoraTarget::addAliases(std::size_t index) {
    const Module& module = modules_[index];
    std::vector<Alias> aliases;
    if (module.component == Component::Unet)
        addUnetAliases(aliases, module.name, sgmName(module.name, keyLayout(shape_)));
    else
        addTextAliases(aliases, module.name, module.component);
    for (Alias& alias : aliases) {
        const auto [at, added] = slots_.try_emplace(std::move(alias.text), Slot{index, alias.naming, {}});
        if (added || at->second.module == index) continue;
        // Else two modules cannot have one name: the names of a component differ, and so do prefixes.
        if (!alias.eitherEncoder) std::abort();
        at->second.twin = index;
    }
}

std::optional<LoraTarget::Hit> LoraTarget::find(std::string_view stem) const {
    const auto at = slots_.find(stem);
    if (at == slots_.end()) return std::nullopt;
    const Slot& slot = at->second;
    return Hit{&modules_[slot.module], slot.naming, slot.twin ? &modules_[*slot.twin] : nullptr};
}

}  // namespace manju::weights
