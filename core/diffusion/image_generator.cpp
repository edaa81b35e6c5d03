// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/image_generator.h"

#include <ATen/ops/cat.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/diffusion/bundle.h"
#include "core/diffusion/conditioning.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/noise.h"
#include "core/diffusion/pixels.h"
#include "core/diffusion/prompt.h"
#include "core/diffusion/residency.h"
#include "core/diffusion/sampler.h"
#include "core/diffusion/schedule.h"
#include "core/prompt/readability.h"
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

constexpr int kMostClipSkip = 12;
constexpr std::array<std::string_view, 3> kPredictions{"epsilon", "v", "v_zero_snr"};

std::string joined(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

template <class Named>
std::vector<std::string_view> namesOf(std::span<const Named> things) {
    std::vector<std::string_view> names;
    for (const Named& thing : things) names.push_back(thing.name);
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

/// True where the negative side of guidance is all zeros.
bool negativeIsZero(const ImageSpec& spec, EmptyNegative rule, const weights::SdxlShape& shape) {
    switch (rule) {
        case EmptyNegative::ZerosIfAbsent:
            return !spec.negative && shape.forceZerosForEmptyPrompt;
        case EmptyNegative::ZerosIfEmpty:
            return trimmed(spec.negative.value_or("")).empty();
        case EmptyNegative::Encode:
            break;
    }
    return false;
}

/// Layers that a prompt leaves out above the last but one's.
int skippedLayers(int clipSkip, ClipSkip rule, bool positive) {
    if (rule == ClipSkip::PositiveFromPenultimate) return positive ? clipSkip : 0;
    return std::max(clipSkip - 2, 0);
}

/// The checkpoint's own, unless the spec overrides it.
struct Training {
    weights::Prediction prediction;
    bool zeroTerminalSnr;
};
Training trainingOf(const ImageSpec& spec, const weights::SdxlShape& shape) {
    if (spec.prediction.empty()) return {shape.prediction, shape.zeroTerminalSnr};
    return {spec.prediction == "epsilon" ? weights::Prediction::Epsilon : weights::Prediction::V,
            spec.prediction == "v_zero_snr"};
}

int chunksIn(const at::Tensor& context) {
    return static_cast<int>(context.size(1) / prompt::kTextPositions);
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
        return Error(kSamplerUnknown,
                     {{"sampler", spec.sampler}, {"known", joined(namesOf(samplerPresets()))}});
    if (sampler->method == Method::Lcm && spec.steps > kMostLcmSteps)
        return Error(kTooManyLcmSteps, {{"steps", std::to_string(spec.steps)}});
    if (!findBundle(spec.bundle))
        return Error(kBundleUnknown, {{"bundle", spec.bundle}, {"known", joined(namesOf(bundles()))}});
    if (!spec.noise.empty() && !noiseModeOf(spec.noise))
        return Error(kNoiseUnknown, {{"noise", spec.noise}, {"known", "cpu_f32, cpu_f16, nv_emul"}});
    if (!spec.prediction.empty() && std::ranges::find(kPredictions, spec.prediction) == kPredictions.end())
        return Error(kPredictionUnknown, {{"prediction", spec.prediction}, {"known", joined(kPredictions)}});
    if (spec.clipSkip < 0 || spec.clipSkip > kMostClipSkip)
        return Error(kClipSkipInvalid,
                     {{"skip", std::to_string(spec.clipSkip)}, {"most", std::to_string(kMostClipSkip)}});
    if (!spec.loras.empty()) return Error(kLoraNotSupported, {{"count", std::to_string(spec.loras.size())}});
    return Done{};
}

struct ImageGenerator::State {
    const weights::Checkpoint& checkpoint;
    Residency residency;
    PromptEncoder prompts;

    /// Texts of a batch: [negative, positive] with guidance, else [positive].
    struct Texts {
        at::Tensor context;
        at::Tensor pooled;
    };

    [[nodiscard]] Status checkClipSkip(const ImageSpec& spec, const Bundle& bundle) const {
        const auto& text = checkpoint.shape().text;
        const int deepest = std::min(text[0].layers, text[1].layers) - 1;
        if (skippedLayers(spec.clipSkip, bundle.clipSkip, true) <= deepest) return Done{};
        const int most = bundle.clipSkip == ClipSkip::FromLast ? deepest + 2 : deepest;
        return Error(kClipSkipInvalid,
                     {{"skip", std::to_string(spec.clipSkip)}, {"most", std::to_string(most)}});
    }

    Result<Texts> encode(const ImageSpec& spec, const Bundle& bundle, bool guidance, PictureFacts& facts) {
        MANJU_CHECK(checkClipSkip(spec, bundle));
        const int skipped = skippedLayers(spec.clipSkip, bundle.clipSkip, true);
        MANJU_TRY(const EncodedPrompt positive, prompts.encode(spec.prompt, bundle, skipped, residency));
        facts.cutPrompt = positive.cut;
        facts.unreadable = prompt::unreadableText(spec.prompt);
        if (!guidance) {
            facts.negative = "none";
            facts.chunks = chunksIn(positive.context);
            return Texts{positive.context, positive.pooled};
        }
        EncodedPrompt negative;
        if (negativeIsZero(spec, bundle.emptyNegative, checkpoint.shape())) {
            facts.negative = "zeros";
            negative = zeroPrompt(positive);
        } else {
            facts.negative = "encoded";
            const int negativeSkipped = skippedLayers(spec.clipSkip, bundle.clipSkip, false);
            MANJU_TRY(negative,
                      prompts.encode(spec.negative.value_or(""), bundle, negativeSkipped, residency));
            facts.cutNegative = negative.cut;
        }
        MANJU_TRY(auto contexts,
                  prompts.equallyLong(negative.context, positive.context, bundle, skipped, residency));
        facts.chunks = chunksIn(contexts.first);
        return Texts{at::cat({contexts.first, contexts.second}), at::cat({negative.pooled, positive.pooled})};
    }

    Result<at::Tensor> sample(const ImageSpec& spec, const Texts& texts, const Sampler& sampler,
                              NoiseMode mode, const std::function<Status(int index)>& beforeStep) {
        MANJU_TRY(const Unet* unet, residency.unet());
        const std::int64_t batch = texts.context.size(0);
        const UnetConditioning conditioning =
            unet->prepare(texts.context, texts.pooled, timeIds(spec.width, spec.height).expand({batch, 6}));
        const Denoiser denoise = [&](const at::Tensor& latent, double timestep) {
            const at::Tensor output = (*unet)(latent.expand({batch, -1, -1, -1}), timestep, conditioning);
            return batch == 1 ? output : guided(output, spec.cfg);
        };
        NoiseStream noise(
            mode, spec.seed,
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

Result<Picture> ImageGenerator::State::draw(const ImageSpec& spec, const Progress& progress,
                                         const std::stop_token& stop) {
    const weights::SdxlShape& shape = checkpoint.shape();
    const std::string file = checkpoint.path().filename().string();
    if (shape.unet.inChannels != shape.vae.latentChannels)
        return Error(kNeedsMask, {{"file", file}, {"channels", std::to_string(shape.unet.inChannels)}});
    const Training training = trainingOf(spec, shape);
    if (training.zeroTerminalSnr && training.prediction == weights::Prediction::Epsilon)
        return Error(kScheduleContradictory, {{"file", file}});
    const SamplerPreset& preset = *findSampler(spec.sampler);
    const Bundle& bundle = *findBundle(spec.bundle);
    const NoiseMode noise = noiseModeOf(spec.noise).value_or(bundle.noise);
    // Without signal at the last training step only trailing spacing begins where the model was trained to.
    const Spacing spacing = training.zeroTerminalSnr ? Spacing::Trailing : preset.spacing;
    const Schedule schedule =
        makeSchedule(spacing, conventionOf(preset.method), spec.steps, training.zeroTerminalSnr);

    Picture picture{spec.width, spec.height, {}, {}};
    PictureFacts& facts = picture.facts;
    facts.model = checkpoint.variant();
    facts.prediction = training.prediction == weights::Prediction::V ? "v" : "epsilon";
    facts.noise = noiseModeName(noise);
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
    MANJU_TRY(const Texts texts, encode(spec, bundle, spec.cfg > 1 && preset.guidance, facts));
    MANJU_CHECK(enter("stage.model", 0, 0));
    MANJU_TRY(const at::Tensor latent,
              sample(spec, texts, Sampler(preset.method, schedule, training.prediction), noise,
                     [&](int index) { return enter("stage.sample", index, spec.steps); }));
    MANJU_CHECK(enter("stage.sample", spec.steps, spec.steps));
    MANJU_CHECK(enter("stage.decode", 0, 0));
    MANJU_TRY(const VaeDecoder* decoder, residency.vaeDecoder());
    MANJU_TRY(picture.rgb, toPixels((*decoder)(latent), spec.seed));
    return picture;
}

ImageGenerator::ImageGenerator(std::unique_ptr<State> state) : state_(std::move(state)) {}
ImageGenerator::ImageGenerator(ImageGenerator&&) noexcept = default;
ImageGenerator& ImageGenerator::operator=(ImageGenerator&&) noexcept = default;
ImageGenerator::~ImageGenerator() = default;

Result<ImageGenerator> ImageGenerator::load(const weights::Checkpoint& checkpoint,
                                      const ImageGeneratorOptions& options) {
    MANJU_TRY(prompt::ClipTokenizer tokenizer, prompt::ClipTokenizer::load(options.resources / "clip"));
    tensor::setThreads(options.threads);
    return ImageGenerator(std::unique_ptr<State>(
        new State{checkpoint, Residency(checkpoint, options.residentLimit, options.attentionLimit),
                  PromptEncoder(std::move(tokenizer))}));
}

Result<Picture> ImageGenerator::draw(const ImageSpec& spec, const Progress& progress,
                                  const std::stop_token& stop) {
    MANJU_CHECK(checkSpec(spec));
    return tensor::guarded([&] { return state_->draw(spec, progress, stop); });
}

void ImageGenerator::release() {
    state_->residency.release();
    state_->prompts.release();
}

}  // namespace manju::diffusion
