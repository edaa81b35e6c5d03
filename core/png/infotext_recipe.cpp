// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "core/png/errors.h"
#include "core/png/infotext.h"
#include "core/png/recipe.h"
#include "core/png/sampler_names.h"
#include "core/prompt/lora_tags.h"
#include "core/prompt/number.h"

namespace manju::png {
namespace {

constexpr std::size_t kMostListed = 30;
constexpr std::size_t kLongestListed = 60;
constexpr int kLatentFactor = 8;

/// Says nothing about pixels.
constexpr std::array<std::string_view, 3> kWithoutEffect{"Version", "User", "Hashes"};

template <class Number>
bool parseWhole(std::string_view text, Number& value) {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size();
}

bool parseSize(std::string_view text, int& width, int& height) {
    const std::size_t x = text.find('x');
    return x != std::string_view::npos && parseWhole(text.substr(0, x), width) &&
           parseWhole(text.substr(x + 1), height) && width > 0 && height > 0;
}

/// The web UI's other ways of enlarging, for which Lanczos stands here.
bool isNetwork(std::string_view upscaler) {
    return upscaler != "Lanczos" && upscaler != "None" && upscaler != "Nearest" &&
           !upscaler.starts_with("Latent");
}

/// The first of A1111's prompt constructs that change between steps, or a combination by AND.
std::string changingPart(std::string_view prompt) {
    std::size_t open = std::string_view::npos;
    for (std::size_t i = 0; i < prompt.size(); ++i) {
        if (prompt[i] == '\\') {
            ++i;
        } else if (prompt[i] == '[') {
            open = i;
        } else if (prompt[i] == ']' && open != std::string_view::npos) {
            const std::string_view inside = prompt.substr(open, i - open + 1);
            if (inside.find_first_of(":|") != std::string_view::npos) return std::string(inside);
            open = std::string_view::npos;
        }
    }
    return prompt.find(" AND ") == std::string_view::npos ? "" : "AND";
}

class InfotextRecipe {
public:
    InfotextRecipe(const std::string& text, const std::string& file)
        : line_(parseInfotext(text)), file_(file) {}

    Result<Recipe> read() {
        if (line_.fields.empty()) return Error(kNoRecipe, {{"file", file_}});
        ImageSpec& spec = recipe_.spec;
        const std::string* bundle = take("Bundle");
        own_ = bundle != nullptr;
        spec.bundle = own_ ? *bundle : "a1111";
        if (!own_) note(Error(kForeignRecipe, {{"program", "A1111 / Forge"}}));
        MANJU_CHECK(readTexts());
        MANJU_CHECK(readSampling());
        readModel();
        MANJU_CHECK(readPasses());
        noteTheRest();
        return std::move(recipe_);
    }

private:
    const std::string* take(std::string_view key) {
        taken_.insert(key);
        return line_.find(key);
    }
    void note(Error message, std::string option = "") {
        recipe_.notes.push_back({std::move(message), std::move(option)});
    }
    [[nodiscard]] Error invalid(std::string_view field, const std::string& value) const {
        return Error(kFieldInvalid, {{"file", file_}, {"field", std::string(field)}, {"value", value}});
    }

    template <class Number>
    Status readWhole(std::string_view key, Number& value) {
        const std::string* text = take(key);
        if (!text) return Error(kFieldMissing, {{"file", file_}, {"field", std::string(key)}});
        return parseWhole(trimmed(*text), value) ? Status(Done{}) : invalid(key, *text);
    }
    Status readNumber(std::string_view key, double& value) {
        const std::string* text = take(key);
        if (!text) return Error(kFieldMissing, {{"file", file_}, {"field", std::string(key)}});
        const auto number = prompt::numberOf(*text);
        if (!number) return invalid(key, *text);
        value = *number;
        return Done{};
    }

    /// The prompts; the LoRAs stand in the positive one.
    Status readTexts() {
        prompt::TaggedPrompt tagged = prompt::takeLoraTags(line_.prompt);
        if (!tagged.malformed.empty()) return invalid("<lora:…>", tagged.malformed.front());
        recipe_.spec.prompt = trimmed(tagged.text);
        recipe_.spec.negative = line_.negative;
        // In its own conventions brackets are no schedule.
        if (!own_)
            for (const auto& [prompt, option] :
                 {std::pair(recipe_.spec.prompt, "--prompt"), std::pair(line_.negative, "--negative")})
                if (const std::string part = changingPart(prompt); !part.empty())
                    note(Error(kPromptSyntax, {{"text", part}}), option);
        const std::map<std::string, std::string> hashes = loraHashes();
        for (const prompt::LoraTag& tag : tagged.loras) {
            recipe_.spec.loras.push_back(
                {"", tag.unetWeight, tag.textWeight, tag.blocks, tag.rankLimit.value_or(0)});
            const auto hash = hashes.find(tag.name);
            recipe_.loras.push_back(
                {tag.name + ".safetensors", "", hash == hashes.end() ? "" : hash->second, 0});
        }
        return Done{};
    }

    /// "name: hash, name: hash"
    std::map<std::string, std::string> loraHashes() {
        std::map<std::string, std::string> hashes;
        const std::string* text = take("Lora hashes");
        std::string_view rest = text ? std::string_view(*text) : std::string_view();
        while (!rest.empty()) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            const std::string_view pair = rest.substr(0, comma);
            if (const std::size_t colon = pair.rfind(':'); colon != std::string_view::npos)
                hashes[std::string(trimmed(pair.substr(0, colon)))] = trimmed(pair.substr(colon + 1));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
        return hashes;
    }

    Status readSampling() {
        ImageSpec& spec = recipe_.spec;
        MANJU_CHECK(readWhole("Steps", spec.steps));
        MANJU_CHECK(readNumber("CFG scale", spec.cfg));
        std::uint64_t seed = 0;
        MANJU_CHECK(readWhole("Seed", seed));
        spec.seed = static_cast<std::uint32_t>(seed);
        if (spec.seed != seed)
            note(Error(kSeedReduced, {{"seed", std::to_string(seed)}, {"used", std::to_string(spec.seed)}}),
                 "--seed");
        const std::string* size = take("Size");
        if (!size) return Error(kFieldMissing, {{"file", file_}, {"field", "Size"}});
        if (!parseSize(*size, spec.width, spec.height)) return invalid("Size", *size);
        const std::string* sampler = take("Sampler");
        if (!sampler) return Error(kFieldMissing, {{"file", file_}, {"field", "Sampler"}});
        const std::string* schedule = take("Schedule type");
        const SamplerMatch match = samplerOfInfotext(*sampler, schedule ? *schedule : "");
        spec.sampler = match.ours;
        if (!match.methodKnown)
            note(Error(kSamplerUnknown, {{"sampler", *sampler}, {"used", match.ours}}), "--sampler");
        else if (!match.scheduleKnown)
            note(Error(kSamplerReplaced, {{"sampler", *sampler},
                                          {"schedule", schedule ? *schedule : "Automatic"},
                                          {"used", match.ours}}),
                 "--sampler");
        if (take("Clip skip")) {
            MANJU_CHECK(readWhole("Clip skip", spec.clipSkip));
            // The line says the layer, counted from the end; this bundle counts from the last but one.
            if (spec.bundle == "diffusers") spec.clipSkip = std::max(0, spec.clipSkip - 2);
        }
        if (const std::string* source = take("RNG"))
            spec.noise = *source == "CPU" ? "cpu_f32" : *source == "cpu_f16" ? *source : "nv_emul";
        return Done{};
    }

    void readModel() {
        const std::string* name = take("Model");
        const std::string* hash = take("Model hash");
        if (name) recipe_.checkpoint.name = *name;
        if (hash) recipe_.checkpoint.sha256 = *hash;
    }

    /// A side of 0 follows from the other one, as A1111 has it.
    bool readResize(const std::string& text, HiresSpec& hires) const {
        const std::size_t x = text.find('x');
        if (x == std::string::npos || !parseWhole(trimmed(text.substr(0, x)), hires.width) ||
            !parseWhole(trimmed(text.substr(x + 1)), hires.height) || hires.width < 0 || hires.height < 0)
            return false;
        const std::int64_t width = recipe_.spec.width;
        const std::int64_t height = recipe_.spec.height;
        if (hires.width == 0) hires.width = static_cast<int>(hires.height * width / height);
        if (hires.height == 0) hires.height = static_cast<int>(hires.width * height / width);
        return hires.width > 0 && hires.height > 0;
    }

    Status readPasses() {
        ImageSpec& spec = recipe_.spec;
        const std::string* scale = take("Hires upscale");
        const std::string* size = take("Hires resize");
        const bool denoises = take("Denoising strength") != nullptr;
        double strength = 0;
        if (denoises) MANJU_CHECK(readNumber("Denoising strength", strength));
        if (!scale && !size) {
            if (denoises) spec.start.emplace().strength = strength;
            return Done{};
        }
        HiresSpec& hires = spec.hires.emplace();
        if (take("Hires denoising strength")) {
            spec.start.emplace().strength = strength;
            MANJU_CHECK(readNumber("Hires denoising strength", strength));
        }
        if (denoises) hires.strength = strength;
        if (take("Hires steps")) MANJU_CHECK(readWhole("Hires steps", hires.steps));
        if (size) {
            if (!readResize(*size, hires)) return invalid("Hires resize", *size);
        } else {
            double factor = 1;
            MANJU_CHECK(readNumber("Hires upscale", factor));
            const double longest = std::max(spec.width, spec.height) * factor;
            if (!(factor > 0 && longest < std::numeric_limits<int>::max()))
                return invalid("Hires upscale", *scale);
            hires.width = static_cast<int>(spec.width * factor);
            hires.height = static_cast<int>(spec.height * factor);
        }
        // As the latent's size is rounded.
        hires.width -= hires.width % kLatentFactor;
        hires.height -= hires.height % kLatentFactor;
        const std::string* upscaler = line_.find("Hires upscaler");
        if (!upscaler || *upscaler == "Lanczos" || isNetwork(*upscaler)) take("Hires upscaler");
        if (upscaler && isNetwork(*upscaler)) recipe_.upscaler.name = *upscaler;
        return Done{};
    }

    /// Names every field that nothing above looked at.
    void noteTheRest() {
        std::string rest;
        std::size_t count = 0;
        for (const InfotextField& field : line_.fields) {
            if (taken_.contains(field.key) || field.key == "VAE" || field.key == "VAE hash" ||
                std::ranges::find(kWithoutEffect, field.key) != kWithoutEffect.end())
                continue;
            if (count++ == kMostListed) {
                rest += ", …";
                break;
            }
            const bool brief = field.value.size() <= kLongestListed;
            rest += (rest.empty() ? "" : ", ") + field.key + (brief ? ": " + field.value : "");
        }
        if (!rest.empty()) note(Error(kFieldsIgnored, {{"fields", rest}}));
        if (const std::string* vae = line_.find("VAE"))
            note(Error(kFieldsIgnored, {{"fields", "VAE: " + *vae}}), "--vae");
    }

    Infotext line_;
    const std::string& file_;
    bool own_ = false;
    std::set<std::string_view> taken_;
    Recipe recipe_;
};

}  // namespace

Result<Recipe> recipeOfInfotext(const std::string& text, const std::string& file) {
    return InfotextRecipe(text, file).read();
}

}  // namespace manju::png
