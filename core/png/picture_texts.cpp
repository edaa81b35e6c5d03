// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/picture_texts.h"

#include "core/png/infotext.h"
#include "core/png/sampler_names.h"

namespace manju::png {

MANJU_JSON_FIELDS_OR_DEFAULT(PictureFacts, model, prediction, noise, latents, negative, textLayer, spacing,
                             timesteps, sigmas, hiresTimesteps, chunks, unreadable, cutPrompt, cutNegative)
MANJU_JSON_FIELDS_OR_DEFAULT(FileMark, name, sha256, tensors, bytes)

namespace {

constexpr std::size_t kModelHashDigits = 10;    // as A1111's sd_models.py shortens
constexpr std::size_t kTensorsHashDigits = 12;  // as its network.py does

/// 7.0 is "7".
std::string number(double value) {
    std::string text = Json(value).dump();
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string stem(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

const FileMark* fileOf(const DrawnWith& with, const std::string& sha) {
    const auto found = with.files.find(sha);
    return found == with.files.end() ? nullptr : &found->second;
}

/// `<lora:name:0.8>`, or with both strengths and the ranks where they differ from that.
std::string loraTag(const LoraSpec& lora, const std::string& name) {
    std::string tag = "<lora:" + name + ":" + number(lora.text);
    if (lora.unet != lora.text || lora.ranks != 0) tag += ":" + number(lora.unet);
    if (lora.ranks != 0) tag += ":" + std::to_string(lora.ranks);
    if (!lora.blocks.empty()) tag += ":lbw=" + lora.blocks;
    return tag + ">";
}

class Line {
public:
    Line(const ImageSpec& spec, const PictureFacts& facts, const DrawnWith& with)
        : spec_(spec), facts_(facts), with_(with) {}

    std::string text() {
        addSampling();
        addModel();
        addPasses();
        addLoras();
        add("Bundle", spec_.bundle);
        add("RNG", facts_.noise == "nv_emul" ? "NV" : facts_.noise == "cpu_f32" ? "CPU" : facts_.noise);
        if (!with_.version.empty()) add("Version", "Manju Studio " + with_.version);
        return formatInfotext(line_);
    }

private:
    [[nodiscard]] bool guided() const { return facts_.negative != "none"; }
    void add(std::string key, std::string value) {
        line_.fields.push_back({std::move(key), std::move(value)});
    }

    void addSampling() {
        line_.prompt = spec_.prompt;
        if (guided()) line_.negative = spec_.negative.value_or("");
        const SamplerNames* names = namesOfSampler(spec_.sampler);
        add("Steps", std::to_string(spec_.steps));
        add("Sampler", names ? std::string(names->infotext) : spec_.sampler);
        add("Schedule type", scheduleLabel(facts_.spacing));
        add("CFG scale", guided() ? number(spec_.cfg) : "1");
        add("Seed", std::to_string(spec_.seed));
        add("Size", std::to_string(spec_.width) + "x" + std::to_string(spec_.height));
    }

    void addModel() {
        if (with_.singleFile) add("Model hash", spec_.checkpoint.substr(0, kModelHashDigits));
        add("Model", with_.checkpoint.bytes > 0 ? stem(with_.checkpoint.name) : with_.checkpoint.name);
        if (!with_.vae.name.empty()) add("VAE", with_.vae.name);
        if (spec_.clipSkip > 0) add("Clip skip", std::to_string(facts_.textLayer));
    }

    /// What was drawn over, and the second pass.
    void addPasses() {
        const auto& hires = spec_.hires;
        if (spec_.start)
            add("Denoising strength", number(spec_.start->strength));
        else if (hires)
            add("Denoising strength", number(hires->strength));
        if (!hires) return;
        if (spec_.start) add("Hires denoising strength", number(hires->strength));
        const double scale = static_cast<double>(hires->width) / spec_.width;
        const auto scaled = [&](int side) { return static_cast<int>(side * scale); };
        if (scaled(spec_.width) == hires->width && scaled(spec_.height) == hires->height)
            add("Hires upscale", number(scale));
        else
            add("Hires resize", std::to_string(hires->width) + "x" + std::to_string(hires->height));
        if (hires->steps != 0) add("Hires steps", std::to_string(hires->steps));
        const FileMark* network = fileOf(with_, hires->upscaler);
        add("Hires upscaler", network ? stem(network->name) : "Lanczos");
    }

    void addLoras() {
        std::string hashes;
        for (const LoraSpec& lora : spec_.loras) {
            const FileMark* file = fileOf(with_, lora.sha256);
            const std::string name = file ? stem(file->name) : lora.sha256;
            line_.prompt += (line_.prompt.empty() ? "" : " ") + loraTag(lora, name);
            if (file && !file->tensors.empty())
                hashes +=
                    (hashes.empty() ? "" : ", ") + name + ": " + file->tensors.substr(0, kTensorsHashDigits);
        }
        if (!hashes.empty()) add("Lora hashes", hashes);
    }

    const ImageSpec& spec_;
    const PictureFacts& facts_;
    const DrawnWith& with_;
    Infotext line_;
};

}  // namespace

PngTexts pictureTexts(const ImageSpec& spec, const PictureFacts& facts, const DrawnWith& with) {
    Json recipe{{"revision", kRecipeRevision},
                {"spec", spec},
                {"facts", facts},
                {"checkpoint", with.checkpoint},
                {"files", with.files}};
    if (!with.vae.name.empty()) recipe["vae"] = with.vae;
    if (!with.textEncoders.empty()) recipe["textEncoders"] = with.textEncoders;
    return {{"Software", "Manju Studio"},
            {"parameters", Line(spec, facts, with).text()},
            {"manju", canonicalJson(recipe)}};
}

}  // namespace manju::png
