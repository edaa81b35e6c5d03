// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/block_weights.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/lora/errors.h"

namespace manju::lora {
namespace {

using Blocks = weights::LoraTarget::Blocks;

constexpr double kStrongest = 10;
constexpr std::string_view kNames = "all, none, in, middle, out, content, style";

/// The extension's places are those of full SDXL.
constexpr std::array kShortInputs{4, 5, 7, 8};
constexpr int kShortOutputs = 6;
constexpr std::size_t kShortForm = 2 + kShortInputs.size() + kShortOutputs;
constexpr int kSdxlInputs = 9;
constexpr int kSdxlOutputs = 9;
constexpr std::size_t kLongForm = 2 + kSdxlInputs + kSdxlOutputs;

int firstMiddle(const Blocks& blocks) {
    return 1 + blocks.inputs;
}
int firstOutput(const Blocks& blocks) {
    return firstMiddle(blocks) + 3;
}

std::optional<BlockWeights> named(std::string_view name, const Blocks& blocks) {
    const int middle = firstMiddle(blocks);
    const int output = firstOutput(blocks);
    const int end = blocks.count();
    const auto only = [&](int begin, int behind) {
        BlockWeights weights;
        weights.unet.assign(static_cast<std::size_t>(end), 0);
        for (int i = begin; i < behind; ++i) weights.unet[static_cast<std::size_t>(i)] = 1;
        return weights;
    };
    if (name == "all") return BlockWeights{};
    if (name == "none") {
        BlockWeights weights = only(0, 0);
        weights.text = 0;
        return weights;
    }
    if (name == "in") return only(1, middle);
    if (name == "middle") return only(middle, output);
    if (name == "out") return only(output, output + blocks.outputs);
    if (name == "content") return only(output, output + 1);
    if (name == "style") return only(output + 1, output + 2);
    return std::nullopt;
}

std::optional<std::vector<double>> numbers(std::string_view text) {
    std::vector<double> values;
    while (true) {
        const auto comma = text.find(',');
        const std::string_view part = trimmed(text.substr(0, comma));
        double value = 0;
        const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (failure != std::errc() || end != part.data() + part.size() || !(std::abs(value) <= kStrongest))
            return std::nullopt;
        values.push_back(value);
        if (comma == std::string_view::npos) return values;
        text.remove_prefix(comma + 1);
    }
}

/// BASE, input blocks, M00, the first output blocks.
BlockWeights fromExtension(const std::vector<double>& values, const Blocks& blocks) {
    std::vector<int> inputs(kShortInputs.begin(), kShortInputs.end());
    if (values.size() == kLongForm) {
        inputs.resize(kSdxlInputs);
        std::iota(inputs.begin(), inputs.end(), 0);
    }
    BlockWeights weights;
    weights.text = values[0];
    weights.unet.assign(static_cast<std::size_t>(blocks.count()), 0);
    const auto set = [&](int index, double value) { weights.unet[static_cast<std::size_t>(index)] = value; };
    // The embeddings and `out` are in none of its blocks, and it leaves them as they are.
    set(0, 1);
    set(blocks.count() - 1, 1);
    std::size_t next = 1;
    for (const int input : inputs) set(1 + input, values[next++]);
    for (int i = 0; i < 3; ++i) set(firstMiddle(blocks) + i, values[next]);
    ++next;
    for (int i = 0; next < values.size(); ++i) set(firstOutput(blocks) + i, values[next++]);
    return weights;
}

}  // namespace

double BlockWeights::of(const weights::LoraTarget::Module& module) const {
    if (module.block < 0) return text;
    const auto index = static_cast<std::size_t>(module.block);
    return unet.empty() ? 1 : index < unet.size() ? unet[index] : 0;
}

Result<BlockWeights> parseBlockWeights(std::string_view text, const Blocks& blocks) {
    const std::string_view wanted = trimmed(text);
    if (const auto preset = named(wanted, blocks)) return *preset;
    const auto values = numbers(wanted);
    const bool extension = values && (values->size() == kShortForm || values->size() == kLongForm);
    if (extension && blocks.inputs == kSdxlInputs && blocks.outputs == kSdxlOutputs)
        return fromExtension(*values, blocks);
    if (values && values->size() == static_cast<std::size_t>(blocks.count())) return BlockWeights{*values, 1};
    return Error(kBlockWeightsInvalid, {{"text", std::string(wanted)},
                                        {"count", std::to_string(blocks.count())},
                                        {"known", std::string(kNames)}});
}

}  // namespace manju::lora
