// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/merger.h"

#include <ATen/TensorOperators.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/base/sha256.h"
#include "core/lora/errors.h"
#include "core/tensor/convert.h"

namespace manju::lora {
namespace {

using weights::Component;

constexpr double kStrongest = 10;
/// The key of a module while its tensors are being changed.
constexpr std::string_view kUnfinished = "?";

std::size_t index(Component component) {
    return static_cast<std::size_t>(component);
}

/// The shortest text that reads back as the same number.
std::string numberText(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string keyOf(const std::string& sha256, const Dose& dose) {
    return sha256 + ":" + numberText(dose.strength) + ":" + std::to_string(dose.ranks) + ";";
}

double strengthOn(const LoraUse& use, const weights::LoraTarget::Module& module) {
    return (module.component == Component::Unet ? use.unet : use.text) * use.blocks.of(module);
}

/// Puts `values` where `parameter` has its own, in the same memory order. The one rounding, where the
/// parameter is not fp32.
void replace(at::Tensor& parameter, const at::Tensor& values) {
    parameter.set_(values.to(parameter.options()).contiguous(parameter.suggest_memory_format()));
}

bool finite(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return tensor::allFinite({dense.data_ptr<float>(), static_cast<std::size_t>(dense.numel())});
}

void accumulate(at::Tensor& sum, const at::Tensor& change) {
    if (!change.defined()) return;
    sum = sum.defined() ? sum + change : change;
}

}  // namespace

LoraMerger::LoraMerger(const weights::Checkpoint& checkpoint)
    : checkpoint_(checkpoint), target_(checkpoint.shape(), checkpoint.path().filename().string()) {}

Result<std::shared_ptr<const LoraMerger::Opened>> LoraMerger::open(const LoraUse& use) {
    for (const Selected& known : selected_)
        if (known.use.path == use.path && known.use.sha256 == use.sha256) return known.opened;
    MANJU_TRY(weights::LoraFile file, weights::LoraFile::open(use.path));
    ++counts_.opened;
    auto opened = std::make_shared<Opened>(Opened{std::move(file), {}});
    // The match points into the file where it stays.
    opened->match = weights::matchLora(opened->file, target_);
    MANJU_CHECK(weights::acceptLora(opened->file, target_, opened->match));
    return std::shared_ptr<const Opened>(std::move(opened));
}

Status LoraMerger::select(std::vector<LoraUse> set, std::stop_token stop) {
    std::vector<Selected> selected;
    for (LoraUse& use : set) {
        for (const double strength : {use.unet, use.text})
            if (!(std::abs(strength) <= kStrongest))
                return Error(kStrengthInvalid,
                             {{"file", use.path.filename().string()}, {"value", numberText(strength)}});
        if (use.sha256.empty()) {
            MANJU_TRY(const os::FileDigest digest, os::digestFile(use.path));
            use.sha256 = digest.sha256;
        }
        MANJU_TRY(auto opened, open(use));
        selected.push_back({std::move(use), std::move(opened)});
    }
    stop_ = std::move(stop);
    const bool same = std::equal(selected.begin(), selected.end(), selected_.begin(), selected_.end(),
                                 [](const Selected& a, const Selected& b) { return a.use == b.use; });
    if (same) return Done{};
    selected_ = std::move(selected);
    plan();
    return Done{};
}

std::vector<const weights::LoraReport*> LoraMerger::reports() const {
    std::vector<const weights::LoraReport*> reports;
    for (const Selected& selected : selected_) reports.push_back(&selected.opened->match.report);
    return reports;
}

void LoraMerger::plan() {
    std::vector<const Selected*> ordered;
    for (const Selected& selected : selected_) ordered.push_back(&selected);
    std::stable_sort(ordered.begin(), ordered.end(), [](const Selected* a, const Selected* b) {
        const auto rank = [](const LoraUse& use) {
            return std::tie(use.sha256, use.unet, use.text, use.ranks, use.blocks.text, use.blocks.unet);
        };
        return rank(a->use) < rank(b->use);
    });
    for (WantedMap& map : wanted_) map.clear();
    for (const Selected* selected : ordered)
        for (const weights::LoraModule& module : selected->opened->match.modules) {
            const Dose dose{strengthOn(selected->use, *module.module), selected->use.ranks};
            if (dose.strength == 0) continue;
            Wanted& wanted = wanted_[index(module.module->component)][module.module->name];
            wanted.module = module.module;
            wanted.changes.push_back({&selected->opened->file, module, dose});
            wanted.key += keyOf(selected->use.sha256, dose);
        }
    ++selection_;
}

Status LoraMerger::adapt(tensor::LoadedComponent& component) {
    if (component.component == Component::Vae) return Done{};
    Applied& applied = applied_[index(component.component)];
    if (applied.load != component.load) applied = {component.load, 0, {}};
    if (applied.selection == selection_) return Done{};
    const WantedMap& wanted = wanted_[index(component.component)];
    for (const weights::LoraTarget::Module& module : target_.modules()) {
        if (module.component != component.component) continue;
        const auto want = wanted.find(module.name);
        const auto has = applied.keys.find(module.name);
        const bool changes = want != wanted.end();
        if (!changes && has == applied.keys.end()) continue;
        if (changes && has != applied.keys.end() && has->second == want->second.key) continue;
        if (stop_.stop_requested()) return Error(kCancelled);
        applied.keys[module.name] = kUnfinished;
        MANJU_CHECK(bring(component, module, changes ? &want->second : nullptr));
        if (changes)
            applied.keys[module.name] = want->second.key;
        else
            applied.keys.erase(module.name);
    }
    applied.selection = selection_;
    return Done{};
}

Result<at::Tensor> LoraMerger::pristine(Component component, const std::string& name,
                                        const std::vector<std::int64_t>& shape) {
    MANJU_TRY(at::Tensor values, tensor::ParameterReader(checkpoint_, component).read(name, shape));
    counts_.pristineBytes = counts_.pristineBytes + Bytes(static_cast<std::int64_t>(values.nbytes()));
    return values;
}

Status LoraMerger::bring(tensor::LoadedComponent& component, const weights::LoraTarget::Module& module,
                         const Wanted* wanted) {
    const auto weight = component.parameters.find(module.name + ".weight");
    const auto bias = component.parameters.find(module.name + ".bias");
    // A layer that no result depends on is not loaded (the last one of encoder 1).
    if (weight == component.parameters.end()) return Done{};
    MANJU_TRY(at::Tensor newWeight, pristine(module.component, module.name + ".weight", module.weight));
    at::Tensor newBias;
    if (bias != component.parameters.end()) {
        MANJU_TRY(newBias, pristine(module.component, module.name + ".bias", module.bias));
    }
    if (wanted) {
        Delta sum;
        for (const Change& change : wanted->changes) {
            MANJU_TRY(const Delta delta, deltaOf(*change.file, change.module, newWeight, change.dose));
            accumulate(sum.weight, delta.weight);
            accumulate(sum.bias, delta.bias);
            for (const auto& [role, entry] : change.module.part->tensors)
                counts_.loraBytes =
                    counts_.loraBytes + Bytes(static_cast<std::int64_t>(entry->end - entry->begin));
        }
        if (sum.weight.defined()) newWeight = newWeight + sum.weight;
        if (sum.bias.defined() && newBias.defined()) newBias = newBias + sum.bias;
        if (!finite(newWeight) || (newBias.defined() && !finite(newBias)))
            return Error(kMergedNotFinite,
                         {{"file", wanted->changes.front().file->path().filename().string()},
                          {"module", module.name}});
    }
    replace(weight->second, newWeight);
    if (newBias.defined()) replace(bias->second, newBias);
    ++(wanted ? counts_.merged : counts_.restored);
    return Done{};
}

std::string LoraMerger::identity(Component component) const {
    if (component == Component::Vae) return {};
    std::string text;
    for (const auto& [name, wanted] : wanted_[index(component)]) text += name + "=" + wanted.key + "\n";
    return text.empty() ? text : sha256Hex(text);
}

}  // namespace manju::lora
