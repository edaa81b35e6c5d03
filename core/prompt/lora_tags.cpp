// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/lora_tags.h"

#include <algorithm>
#include <array>

#include "core/prompt/number.h"

namespace manju::prompt {
namespace {

// Both stand for the same: LyCORIS was a program of its own once.
constexpr std::array<std::string_view, 2> kOpen{"<lora:", "<lyco:"};
constexpr std::size_t kOpenLength = 6;
constexpr double kMostRanks = 100'000;

/// Splits at every colon.
std::vector<std::string_view> fieldsOf(std::string_view text) {
    std::vector<std::string_view> fields;
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':')) {
        fields.push_back(text.substr(0, colon));
        text.remove_prefix(colon + 1);
    }
    fields.push_back(text);
    return fields;
}

bool setRank(std::string_view text, LoraTag& tag) {
    const auto rank = numberOf(text);
    if (!rank || *rank < 1 || *rank > kMostRanks) return false;
    tag.rankLimit = static_cast<int>(*rank);
    return true;
}

/// `inside`: what stands between "<lora:" and ">".
std::optional<LoraTag> parseTag(std::string_view inside) {
    const std::vector<std::string_view> fields = fieldsOf(inside);
    LoraTag tag;
    tag.name = fields[0];
    if (tag.name.empty()) return {};
    std::optional<double> text;
    std::optional<double> unet;
    int place = 0;
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const std::string_view field = fields[i];
        if (field.starts_with("te=")) {
            if (!(text = numberOf(field.substr(3)))) return {};
        } else if (field.starts_with("unet=")) {
            if (!(unet = numberOf(field.substr(5)))) return {};
        } else if (field.starts_with("dyn=")) {
            if (!setRank(field.substr(4), tag)) return {};
        } else if (field.starts_with("lbw=")) {
            tag.blocks = field.substr(4);
        } else if (place == 0) {
            if (!(text = numberOf(field))) return {};
            ++place;
        } else if (place == 1) {
            if (!(unet = numberOf(field))) return {};
            ++place;
        } else if (place++ > 2 || !setRank(field, tag)) {
            return {};
        }
    }
    tag.textWeight = text.value_or(1);
    tag.unetWeight = unet.value_or(tag.textWeight);
    return tag;
}

std::size_t nextTag(std::string_view prompt, std::size_t from) {
    return std::min(prompt.find(kOpen[0], from), prompt.find(kOpen[1], from));
}

}  // namespace

std::string_view openLoraTag(std::string_view text) {
    const std::size_t at = nextTag(text, 0);
    return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

TaggedPrompt takeLoraTags(std::string_view prompt) {
    TaggedPrompt out;
    std::size_t from = 0;
    for (std::size_t at = nextTag(prompt, 0); at != std::string_view::npos; at = nextTag(prompt, from)) {
        const std::size_t end = prompt.find('>', at);
        if (end == std::string_view::npos) break;
        out.text.append(prompt.substr(from, at - from));
        from = end + 1;
        out.written.emplace_back(prompt.substr(at, from - at));
        if (const auto tag = parseTag(prompt.substr(at + kOpenLength, end - at - kOpenLength)))
            out.loras.push_back(*tag);
        else
            out.malformed.push_back(out.written.back());
    }
    out.text.append(prompt.substr(from));
    return out;
}

}  // namespace manju::prompt
