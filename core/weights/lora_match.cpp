// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_match.h"

#include <algorithm>
#include <set>

#include "core/weights/errors.h"
#include "core/weights/lora_base.h"
#include "core/weights/lora_notes.h"

namespace manju::weights {
namespace {

/// From this share of parts without a module on, the job carries a warning.
constexpr int kMostUnmatchedPercent = 10;

/// Runs of digits as "#", so that the blocks of a model make one line of a report.
std::string withoutNumbers(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit)
            out += c;
        else if (out.empty() || out.back() != '#')
            out += '#';
    }
    return out;
}

Component componentByName(std::string_view stem) {
    const auto starts = [&](std::initializer_list<std::string_view> words) {
        return std::any_of(words.begin(), words.end(), [&](auto word) { return stem.starts_with(word); });
    };
    if (starts(
            {"lora_te2", "text_encoder_2.", "text_encoders.clip_g.", "lycoris_text_encoder_2_", "clip_g."}))
        return Component::TextEncoder2;
    if (starts({"lora_te", "text_encoder.", "text_encoders.", "lycoris_text_encoder_", "clip_l.",
                "base_model.model.text_model."}))
        return Component::TextEncoder1;
    return Component::Unet;
}

/// The module that a part is for. Where its name fits both encoders, the one whose sizes it has; nothing if
/// they are of one size.
std::optional<LoraTarget::Hit> placeOf(const LoraPart& part, const LoraTarget& target) {
    auto hit = target.find(part.stem);
    if (!hit || !hit->twin || !part.family) return hit;
    const bool first = !shapeConflict(part, *hit->module);
    const bool second = !shapeConflict(part, *hit->twin);
    if (first && second) return std::nullopt;
    if (second) hit->module = hit->twin;
    return hit;
}

LoraReport::Count& countOf(LoraReport& report, Component component) {
    return report.components[static_cast<std::size_t>(component)];
}

/// True if the blocks of the UNet are named by both rules.
bool hasBothNamings(const LoraFile& file, const LoraTarget& target) {
    bool sgm = false;
    bool diffusers = false;
    for (const LoraPart& part : file.parts())
        if (const auto hit = target.find(part.stem); hit && part.family) {
            sgm |= hit->naming == LoraTarget::Naming::Sgm;
            diffusers |= hit->naming == LoraTarget::Naming::Diffusers;
        }
    return sgm && diffusers;
}

/// The words whose embeddings OneTrainer puts into the file, "bundle_emb.WORD.clip_l" (its
/// StableDiffusionXLLoRASaver), with commas between them.
std::string bundledWords(const LoraFile& file) {
    constexpr std::string_view kPrefix = "bundle_emb.";
    std::set<std::string> words;
    for (const TensorEntry* entry : file.foreign())
        if (entry->name.starts_with(kPrefix))
            words.insert(entry->name.substr(kPrefix.size(), entry->name.rfind('.') - kPrefix.size()));
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// True if the file is PEFT's own and has a product without an alpha; diffusers stores PEFT's settings along.
bool isWithoutAlpha(const LoraFile& file) {
    if (file.metadata().contains("lora_adapter_metadata")) return false;
    return std::any_of(file.parts().begin(), file.parts().end(), [](const LoraPart& part) {
        return part.stem.find("base_model.model.") != std::string::npos && part.rank() > 0 &&
               !part.find(LoraRole::Alpha) && !part.find(LoraRole::Scale);
    });
}

void warn(LoraMatch& match, const LoraFile& file) {
    const std::string name = file.path().filename().string();
    LoraReport& report = match.report;
    const std::string& family = report.base;
    const auto [matched, total] = report.all();
    if (matched > 0 && (total - matched) * 100 > total * kMostUnmatchedPercent)
        report.warnings.push_back(
            Error(kLoraPartly,
                  {{"file", name}, {"matched", std::to_string(matched)}, {"total", std::to_string(total)}}));
    if (report.droppedSgm > 0)
        report.warnings.push_back(
            Error(kLoraTwoNamings, {{"file", name}, {"count", std::to_string(report.droppedSgm)}}));
    if (const std::string stated = statedBase(file.metadata());
        !stated.empty() && !family.empty() && stated != family && !isShortened(family))
        report.warnings.push_back(
            Error(kLoraStatedBase, {{"file", name}, {"stated", stated}, {"family", family}}));
    if (isWithoutAlpha(file)) report.warnings.push_back(Error(kLoraNoAlpha, {{"file", name}}));
    if (const std::string words = bundledWords(file); !words.empty())
        report.warnings.push_back(Error(kLoraWords, {{"file", name}, {"words", words}}));
    if (const LoraNotes notes = readLoraNotes(file); !notes.distillation.empty())
        report.warnings.push_back(
            Error(kLoraDistilled,
                  {{"file", name}, {"kind", notes.distillation}, {"sampler", notes.suggestedSampler}}));
}

/// The first tensor of a format that cannot be applied. The rest of such a file is not what was trained.
std::optional<Error> unsupported(const LoraFile& file) {
    for (const TensorEntry& entry : file.entries())
        if (const std::string_view format = unsupportedLoraFormat(entry.name); !format.empty())
            return Error(kLoraUnsupported, {{"file", file.path().filename().string()},
                                            {"format", std::string(format)},
                                            {"tensor", entry.name}});
    return std::nullopt;
}

/// Parts whose names full SDXL has, but not `target`, a shortened one.
int partsOfFullSizeOnly(const LoraFile& file, const LoraTarget& target) {
    static const LoraTarget full(sdxlBaseShape(), "SDXL");
    return static_cast<int>(
        std::count_if(file.parts().begin(), file.parts().end(),
                      [&](const LoraPart& part) { return !target.find(part.stem) && full.find(part.stem); }));
}

}  // namespace

LoraReport::Count LoraReport::all() const {
    Count sum;
    for (const Count& count : components) {
        sum.matched += count.matched;
        sum.total += count.total;
    }
    return sum;
}

LoraMatch matchLora(const LoraFile& file, const LoraTarget& target) {
    LoraMatch match;
    LoraReport& report = match.report;
    const bool bothNamings = hasBothNamings(file, target);
    std::set<const LoraTarget::Module*> taken;
    for (const LoraPart& part : file.parts()) {
        const auto hit = placeOf(part, target);
        if (hit && bothNamings && hit->naming == LoraTarget::Naming::Sgm) {
            ++report.droppedSgm;
            continue;
        }
        LoraReport::Count& count = countOf(report, hit ? hit->module->component : componentByName(part.stem));
        ++count.total;
        if (!hit) {
            ++report.unmatched[withoutNumbers(part.stem)];
        } else if (!part.family || part.repeated) {
            report.incomplete.push_back(part.stem);
        } else if (const auto conflict = shapeConflict(part, *hit->module)) {
            report.conflicts.push_back(
                {std::string(folderName(hit->module->component)) + "." + hit->module->name, *conflict,
                 shapeText(hit->module->weight)});
        } else if (!taken.insert(hit->module).second) {
            ++report.repeated;
        } else {
            ++count.matched;
            ++report.families[std::string(name(*part.family))];
            match.modules.push_back({hit->module, &part});
        }
    }
    for (const TensorEntry* entry : file.foreign()) ++report.unmatched[withoutNumbers(entry->name)];
    report.base = loraBase(file.entries(), target.shape().unet.contextWidth);
    warn(match, file);
    return match;
}

Status acceptLora(const LoraFile& file, const LoraTarget& target, const LoraMatch& match) {
    const std::string name = file.path().filename().string();
    const std::string& family = match.report.base;
    const MessageArgs base{{"file", name}, {"family", family}, {"checkpoint", target.name()}};
    if (const auto unknown = unsupported(file)) return *unknown;
    const std::string shortened = shortenedName(target.shape());
    if (isShortened(family) && family != shortened) return Error(kLoraShortened, base);
    // Whatever matches: SD 1.x shares encoder 1 and some widths of the UNet with SDXL.
    if (!family.empty() && family != "SDXL" && !isShortened(family)) return Error(kLoraOtherBase, base);
    if (const int beyond = shortened.empty() ? 0 : partsOfFullSizeOnly(file, target); beyond > 0)
        return Error(kLoraFullSize, {{"file", name},
                                     {"model", shortened},
                                     {"checkpoint", target.name()},
                                     {"count", std::to_string(beyond)}});
    if (!match.modules.empty()) return Done{};
    if (!match.report.conflicts.empty()) {
        const LoraReport::Conflict& first = match.report.conflicts.front();
        return Error(kLoraNothingFits, {{"file", name},
                                        {"checkpoint", target.name()},
                                        {"tensor", first.found.tensor},
                                        {"shape", first.found.shape},
                                        {"expected", first.expected}});
    }
    const auto entries = file.entries();
    return Error(kLoraNothingMatches, {{"file", name},
                                       {"checkpoint", target.name()},
                                       {"tensor", entries.empty() ? "-" : entries.front().name},
                                       {"count", std::to_string(match.report.all().total)}});
}

}  // namespace manju::weights
