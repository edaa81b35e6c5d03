// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/text_to_image.h"

#include <ATen/ops/cat.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/diffusion/conditioning.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/noise.h"
#include "core/diffusion/pixels.h"
#include "core/diffusion/prompt.h"
#include "core/diffusion/residency.h"
#include "core/diffusion/sampler.h"
#include "core/diffusion/schedule.h"
#include "core/tensor/convert.h"
#include "core/tensor/guard.h"
#include "core/tensor/threads.h"

namespace manju::diffusion {
namespace {

constexpr int kLeastSide = 64;
constexpr int kLargestSide = 4096;
constexpr int kLatentFactor = 8;
constexpr int kMostSteps = 150;
constexpr double kStrongestGuidance = 30;

constexpr int kMostLcmSteps = 50;

constexpr std::array<std::string_view, 2> kBundles{"studio", "diffusers"};
constexpr std::string_view kDiffusersBundle = "diffusers";
constexpr NoiseMode kNoiseMode = NoiseMode::CpuFloat;

std::string joined(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

std::vector<std::string_view> samplerNames() {
    std::vector<std::string_view> names;
    for (const SamplerPreset& preset : samplerPresets()) names.push_back(preset.name);
    return names;
}

std::string_view spacingName(Spacing spacing) {
    switch (spacing) {
        case Spacing::Linspace:
            return "linspace";
        case Spacing::Leading:
            return "leading";
        case Spacing::Trailing:
            return "trailing";
        case Spacing::Karras:
            return "karras";
        case Spacing::Exponential:
            return "exponential";
        case Spacing::Normal:
            return "normal";
        case Spacing::SgmUniform:
            return "sgm_uniform";
        case Spacing::Simple:
            return "simple";
        case Spacing::Lcm:
            return "lcm";
    }
    return "";
}

/// What the two bundles make of a missing negative prompt.
bool negativeIsZero(const ImageSpec& spec, const weights::SdxlShape& shape) {
    if (spec.bundle == kDiffusersBundle) return spec.negative.empty() && shape.forceZerosForEmptyPrompt;
    return trimmed(spec.negative).empty();
}

bool finite(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return tensor::allFinite({dense.data_ptr<float>(), static_cast<std::size_t>(dense.numel())});
}

}  // namespace

Status checkSpec(const ImageSpec& spec) {
    const auto badSide = [](int side) {
        return side < kLeastSide || side > kLargestSide || side % kLatentFactor != 0;
    };
    if (badSide(spec.width) || badSide(spec.height))
        return Error(kSizeInvalid,
                     {{"width", std::to_string(spec.width)}, {"height", std::to_string(spec.height)}});
    if (spec.steps < 1 || spec.steps > kMostSteps)
        return Error(kStepsInvalid, {{"steps", std::to_string(spec.steps)}});
    if (!(spec.cfg >= 1 && spec.cfg <= kStrongestGuidance))
        return Error(kGuidanceInvalid, {{"cfg", std::to_string(spec.cfg)}});
    const SamplerPreset* sampler = findSampler(spec.sampler);
    if (!sampler)
        return Error(kSamplerUnknown, {{"sampler", spec.sampler}, {"known", joined(samplerNames())}});
    if (sampler->method == Method::Lcm && spec.steps > kMostLcmSteps)
        return Error(kTooManyLcmSteps, {{"steps", std::to_string(spec.steps)}});
    if (std::ranges::find(kBundles, spec.bundle) == kBundles.end())
        return Error(kBundleUnknown, {{"bundle", spec.bundle}, {"known", joined(kBundles)}});
    if (!spec.loras.empty()) return Error(kLoraNotSupported, {{"count", std::to_string(spec.loras.size())}});
    return Done{};
}

struct TextToImage::State {
    const weights::Checkpoint& checkpoint;
    Residency residency;
    PromptEncoder prompts;

    /// Texts of a batch: [negative, positive] with guidance, else [positive].
    struct Texts {
        at::Tensor context;
        at::Tensor pooled;
    };

    Result<Texts> encode(const ImageSpec& spec, const SamplerPreset& sampler, PictureFacts& facts) {
        MANJU_TRY(const EncodedPrompt positive, prompts.encode(spec.prompt, residency));
        facts.cutPrompt = positive.cut;
        if (spec.cfg <= 1 || !sampler.guidance) {
            facts.negative = "none";
            return Texts{positive.context, positive.pooled};
        }
        EncodedPrompt negative;
        if (negativeIsZero(spec, checkpoint.shape())) {
            facts.negative = "zeros";
            negative = zeroPrompt(positive);
        } else {
            facts.negative = "encoded";
            MANJU_TRY(negative, prompts.encode(spec.negative, residency));
            facts.cutNegative = negative.cut;
        }
        return Texts{at::cat({negative.context, positive.context}),
                     at::cat({negative.pooled, positive.pooled})};
    }

    Result<at::Tensor> sample(const ImageSpec& spec, const Texts& texts, const Sampler& sampler,
                              const std::function<Status(int index)>& beforeStep) {
        MANJU_TRY(const Unet* unet, residency.unet());
        const std::int64_t batch = texts.context.size(0);
        const UnetConditioning conditioning =
            unet->prepare(texts.context, texts.pooled, timeIds(spec.width, spec.height).expand({batch, 6}));
        const Denoiser denoise = [&](const at::Tensor& latent, double timestep) {
            const at::Tensor output = (*unet)(latent.expand({batch, -1, -1, -1}), timestep, conditioning);
            return batch == 1 ? output : guided(output, spec.cfg);
        };
        NoiseStream noise(
            kNoiseMode, spec.seed,
            {1, checkpoint.shape().unet.inChannels, spec.height / kLatentFactor, spec.width / kLatentFactor});
        SamplerState state = sampler.begin(noise);
        while (!sampler.done(state)) {
            MANJU_CHECK(beforeStep(state.next));
            sampler.step(state, denoise, noise);
        }
        const at::Tensor& latent = state.latent;
        if (!finite(latent))
            return Error(kPictureNotFinite, {{"seed", std::to_string(spec.seed)}, {"stage", "sample"}});
        return latent;
    }

    Result<Picture> draw(const ImageSpec& spec, const Progress& progress, const std::stop_token& stop);
};

Result<Picture> TextToImage::State::draw(const ImageSpec& spec, const Progress& progress,
                                         const std::stop_token& stop) {
    const weights::SdxlShape& shape = checkpoint.shape();
    const std::string file = checkpoint.path().filename().string();
    if (shape.unet.inChannels != shape.vae.latentChannels)
        return Error(kNotTextToImage, {{"file", file}, {"channels", std::to_string(shape.unet.inChannels)}});
    if (shape.zeroTerminalSnr && shape.prediction == weights::Prediction::Epsilon)
        return Error(kScheduleContradictory, {{"file", file}});
    const SamplerPreset& preset = *findSampler(spec.sampler);
    // Without signal at the last training step only trailing spacing begins where the model was trained to.
    const Spacing spacing = shape.zeroTerminalSnr ? Spacing::Trailing : preset.spacing;
    const Schedule schedule =
        makeSchedule(spacing, conventionOf(preset.method), spec.steps, shape.zeroTerminalSnr);

    Picture picture{spec.width, spec.height, {}, {}};
    PictureFacts& facts = picture.facts;
    facts.model = checkpoint.variant();
    facts.prediction = shape.prediction == weights::Prediction::V ? "v" : "epsilon";
    facts.noise = noiseModeName(kNoiseMode);
    facts.latents = "fp32";
    facts.spacing = spacingName(spacing);
    facts.timesteps = schedule.timesteps;
    facts.sigmas = schedule.sigmas;

    const auto enter = [&](std::string_view stage, int index, int count) -> Status {
        if (stop.stop_requested()) return Error(kCancelled);
        if (progress) progress(stage, index, count);
        return Done{};
    };
    MANJU_CHECK(enter("stage.text", 0, 0));
    MANJU_TRY(const Texts texts, encode(spec, preset, facts));
    MANJU_CHECK(enter("stage.model", 0, 0));
    MANJU_TRY(const at::Tensor latent,
              sample(spec, texts, Sampler(preset.method, schedule, shape.prediction),
                     [&](int index) { return enter("stage.sample", index, spec.steps); }));
    MANJU_CHECK(enter("stage.sample", spec.steps, spec.steps));
    MANJU_CHECK(enter("stage.decode", 0, 0));
    MANJU_TRY(const VaeDecoder* decoder, residency.vaeDecoder());
    MANJU_TRY(picture.rgb, toPixels((*decoder)(latent), spec.seed));
    return picture;
}

TextToImage::TextToImage(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextToImage::TextToImage(TextToImage&&) noexcept = default;
TextToImage& TextToImage::operator=(TextToImage&&) noexcept = default;
TextToImage::~TextToImage() = default;

Result<TextToImage> TextToImage::load(const weights::Checkpoint& checkpoint,
                                      const TextToImageOptions& options) {
    MANJU_TRY(ClipTokenizer tokenizer, ClipTokenizer::load(options.resources / "clip"));
    tensor::setThreads(options.threads);
    return TextToImage(std::unique_ptr<State>(
        new State{checkpoint, Residency(checkpoint, options.residentLimit, options.attentionLimit),
                  PromptEncoder(std::move(tokenizer))}));
}

Result<Picture> TextToImage::draw(const ImageSpec& spec, const Progress& progress,
                                  const std::stop_token& stop) {
    MANJU_CHECK(checkSpec(spec));
    return tensor::guarded([&] { return state_->draw(spec, progress, stop); });
}

void TextToImage::release() {
    state_->residency.release();
    state_->prompts.release();
}

}  // namespace manju::diffusion
