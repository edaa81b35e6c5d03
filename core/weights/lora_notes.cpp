// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_notes.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/base/json.h"
#include "core/base/text.h"

namespace manju::weights {
namespace {

constexpr std::size_t kMostTags = 20;
constexpr std::size_t kMostBytes = 200;

using Row = std::pair<std::string_view, std::string_view>;

/// Words of names, and the sampler preset that goes with a model distilled that way.
constexpr std::array kDistillations{
    Row{"lcm", "lcm"}, Row{"lightning", "lightning"}, Row{"hyper", "lightning"}, Row{"turbo", "turbo"},
    Row{"dmd", "lcm"},
};

std::string value(const Metadata& metadata, const std::string& key) {
    const auto at = metadata.find(key);
    if (at == metadata.end() || at->second == "None") return {};
    std::string text(trimmed(at->second));
    if (text.size() <= kMostBytes) return text;
    std::size_t end = kMostBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // whole characters
    return text.substr(0, end);
}

std::string firstOf(const Metadata& metadata, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (std::string text = value(metadata, key); !text.empty()) return text;
    return {};
}

/// {"folder": {"tag": count}} of kohya, summed over the folders.
std::map<std::string, std::int64_t> tagCounts(const Metadata& metadata) {
    std::map<std::string, std::int64_t> counts;
    const auto at = metadata.find("ss_tag_frequency");
    if (at == metadata.end()) return counts;
    const Json folders = Json::parse(at->second, nullptr, false);
    if (!folders.is_object()) return counts;
    for (const Json& folder : folders) {
        if (!folder.is_object()) continue;
        for (const auto& tag : folder.items()) {
            const std::string text(trimmed(tag.key()));
            if (text.empty() || text.size() > kMostBytes || !tag.value().is_number_integer()) continue;
            counts[text] += std::clamp<std::int64_t>(tag.value().get<std::int64_t>(), 0, 1'000'000);
        }
    }
    return counts;
}

std::vector<LoraNotes::Trigger> triggersOf(const Metadata& metadata) {
    std::vector<LoraNotes::Trigger> triggers;
    if (std::string phrase = value(metadata, "modelspec.trigger_phrase"); !phrase.empty())
        triggers.push_back({std::move(phrase), 0});
    const auto counts = tagCounts(metadata);
    std::vector<std::pair<std::string, std::int64_t>> tags(counts.begin(), counts.end());
    std::stable_sort(tags.begin(), tags.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    if (tags.size() > kMostTags) tags.resize(kMostTags);
    for (const auto& [text, sum] : tags) {
        const int count = static_cast<int>(std::min<std::int64_t>(sum, 1'000'000'000));
        if (!triggers.empty() && triggers.front().text == text)
            triggers.front().count = count;
        else
            triggers.push_back({text, count});
    }
    return triggers;
}

/// The lower-case runs of letters of `text`.
std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> out{""};
    for (const char c : text) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (lower >= 'a' && lower <= 'z')
            out.back() += lower;
        else if (!out.back().empty())
            out.emplace_back();
    }
    return out;
}

/// The kind that a name or a note speaks of. The folder counts too: the public LCM files are called
/// "pytorch_lora_weights" in a folder "lcm-lora-sdxl".
const Row* distillationOf(const LoraFile& file) {
    const Metadata& metadata = file.metadata();
    std::string text = file.path().filename().string() + "/" + file.path().parent_path().filename().string();
    for (const char* key : {"ss_output_name", "modelspec.title", "ss_training_comment"})
        text += "/" + value(metadata, key);
    const std::vector<std::string> found = words(text);
    const auto at = std::find_if(kDistillations.begin(), kDistillations.end(), [&](const Row& row) {
        return std::find(found.begin(), found.end(), row.first) != found.end();
    });
    return at == kDistillations.end() ? nullptr : &*at;
}

}  // namespace

LoraNotes readLoraNotes(const LoraFile& file) {
    const Metadata& metadata = file.metadata();
    LoraNotes notes;
    notes.title = firstOf(metadata, {"modelspec.title", "ss_output_name"});
    notes.base = firstOf(metadata, {"modelspec.architecture", "ss_base_model_version"});
    notes.model = value(metadata, "ss_sd_model_name");
    notes.trainer = value(metadata, "ss_network_module");
    notes.rank = value(metadata, "ss_network_dim");
    notes.alpha = value(metadata, "ss_network_alpha");
    notes.triggers = triggersOf(metadata);
    if (const Row* row = distillationOf(file)) {
        notes.distillation = row->first;
        notes.suggestedSampler = row->second;
    }
    return notes;
}

}  // namespace manju::weights
