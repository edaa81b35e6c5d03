// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/lora_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "core/base/json.h"
#include "core/weights/architecture.h"
#include "core/weights/errors.h"
#include "core/weights/file_kind.h"
#include "core/weights/finite_scan.h"

namespace manju::weights {
namespace {

std::int64_t rows(const TensorEntry* entry) {
    return entry && !entry->shape.empty() ? entry->shape.front() : 0;
}

template <class Integer>
double integerValue(std::span<const std::byte> bytes) {
    Integer value = 0;
    std::memcpy(&value, bytes.data(), sizeof(value));
    return static_cast<double>(value);
}

/// PEFT's configuration as diffusers stores it: one JSON object with keys "unet.lora_alpha", "unet.r", ...
struct PeftConfig {
    double alpha = 0;
    bool rootOfRank = false;
};

/// `patterns` maps ends of module names to alphas.
std::optional<double> patternAlpha(const Json& patterns, std::string_view stem) {
    if (!patterns.is_object()) return std::nullopt;
    for (const auto& item : patterns.items()) {
        const std::string& key = item.key();
        const bool fits = stem == key || (stem.size() > key.size() && stem.ends_with(key) &&
                                          stem[stem.size() - key.size() - 1] == '.');
        if (!key.empty() && fits && item.value().is_number()) return item.value().get<double>();
    }
    return std::nullopt;
}

std::optional<PeftConfig> peftConfig(const Metadata& metadata, std::string_view stem) {
    const auto text = metadata.find("lora_adapter_metadata");
    if (text == metadata.end()) return std::nullopt;
    const Json config = Json::parse(text->second, nullptr, false);
    if (!config.is_object()) return std::nullopt;
    const std::string prefix = stem.starts_with("text_encoder_2.") ? "text_encoder_2."
                               : stem.starts_with("text_encoder.") ? "text_encoder."
                               : stem.starts_with("unet.")         ? "unet."
                                                                   : "";
    const auto value = [&](const std::string& key) {
        const auto at = config.find(prefix + key);
        return at == config.end() ? Json() : *at;
    };
    const std::optional<double> special = patternAlpha(value("alpha_pattern"), stem);
    const Json general = value("lora_alpha");
    if (!special && !general.is_number()) return std::nullopt;
    const Json root = value("use_rslora");
    return PeftConfig{special ? *special : general.get<double>(), root.is_boolean() && root.get<bool>()};
}

bool isWholeLokr(const LoraPart& part) {
    return part.family == LoraFamily::LoKr && part.find(LoraRole::LokrW1) && part.find(LoraRole::LokrW2);
}

}  // namespace

const TensorEntry* LoraPart::find(LoraRole role) const {
    const auto at = tensors.find(role);
    return at == tensors.end() ? nullptr : at->second;
}

std::int64_t LoraPart::rank() const {
    using enum LoraRole;
    if (!family) return 0;
    switch (*family) {
        case LoraFamily::Lora:
            return rows(find(Down));
        case LoraFamily::LoHa:
            return rows(find(HadaW1B));
        case LoraFamily::LoKr:
            if (!find(LokrW2)) return rows(find(LokrW2B));
            return find(LokrW1) ? 0 : rows(find(LokrW1B));
        case LoraFamily::GLora: {
            // The order of the factors changed once; the rank is the shorter side of either.
            const TensorEntry* a1 = find(GloraA1);
            return a1->shape.size() < 2 ? 0 : std::min(a1->shape[0], a1->shape[1]);
        }
        default:
            return 0;
    }
}

Result<LoraFile> LoraFile::open(const std::filesystem::path& path) {
    MANJU_TRY(SafetensorsFile opened, SafetensorsFile::open(path));
    if (!isLoraFile(opened.entries()))
        return Error(kNotLora, {{"file", path.string()},
                                {"kind", std::string(name(detectFileKind(opened.entries()).role))}});
    LoraFile file(std::move(opened));
    file.collect();
    return file;
}

void LoraFile::collect() {
    std::map<std::string, LoraPart, std::less<>> byStem;
    for (const TensorEntry& entry : file_.entries()) {
        const auto key = splitLoraName(entry.name);
        if (!key) {
            foreign_.push_back(&entry);
            continue;
        }
        LoraPart& part = byStem[key->stem];
        part.repeated |= !part.tensors.try_emplace(key->role, &entry).second;
    }
    for (auto& [stem, part] : byStem) {
        part.stem = stem;
        part.family = familyOf(part.tensors);
        parts_.push_back(std::move(part));
    }
}

Bytes LoraFile::dataBytes() const {
    std::int64_t bytes = 0;
    for (const TensorEntry& entry : entries()) bytes += static_cast<std::int64_t>(entry.end - entry.begin);
    return Bytes(bytes);
}

TensorView LoraFile::view(const TensorEntry& entry) const {
    return {entry.dtype, entry.shape, file_.bytes(entry), false};
}

std::optional<double> LoraFile::scalar(const TensorEntry& entry) const {
    if (elementCount(entry.shape) != 1) return std::nullopt;
    const auto bytes = file_.bytes(entry);
    if (isDecodable(entry.dtype)) {
        float value = 0;
        decodeToFloat(entry.dtype, bytes, {&value, 1});
        return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
    }
    switch (entry.dtype) {
        case Dtype::Bool:
        case Dtype::U8:
            return integerValue<std::uint8_t>(bytes);
        case Dtype::I8:
            return integerValue<std::int8_t>(bytes);
        case Dtype::I16:
            return integerValue<std::int16_t>(bytes);
        case Dtype::I32:
            return integerValue<std::int32_t>(bytes);
        case Dtype::I64:
            return integerValue<std::int64_t>(bytes);
        default:
            return std::nullopt;
    }
}

std::optional<double> LoraFile::alpha(const LoraPart& part) const {
    const TensorEntry* entry = part.find(LoraRole::Alpha);
    return entry ? scalar(*entry) : std::nullopt;
}

double LoraFile::scale(const LoraPart& part) const {
    if (isWholeLokr(part)) return 1;
    if (const TensorEntry* entry = part.find(LoraRole::Scale))
        if (const auto value = scalar(*entry)) return *value;
    const double rank = static_cast<double>(part.rank());
    if (rank <= 0) return 1;
    if (const auto stored = alpha(part)) return *stored == 0 ? 1 : *stored / rank;
    if (const auto config = peftConfig(metadata(), part.stem))
        return config->alpha == 0 ? 1 : config->alpha / (config->rootOfRank ? std::sqrt(rank) : rank);
    return 1;
}

Status LoraFile::scanValues() const {
    for (const TensorEntry& entry : entries())
        if (const std::size_t count = countNonFinite(entry.dtype, file_.bytes(entry)); count > 0)
            return Error(
                kLoraNotFinite,
                {{"file", path().string()}, {"tensor", entry.name}, {"count", std::to_string(count)}});
    return Done{};
}

}  // namespace manju::weights
