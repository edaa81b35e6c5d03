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
#include "core/diffusion/latent_pass.h"
#include "core/diffusion/noise.h"
#include "core/diffusion/pixels.h"
#include "core/diffusion/prompt.h"
#include "core/diffusion/resample.h"
#include "core/diffusion/residency.h"
#include "core/diffusion/sampler.h"
#include "core/diffusion/spec_check.h"
#include "core/diffusion/upscaler.h"
#include "core/diffusion/vae_tiles.h"
#include "core/prompt/readability.h"
#include "core/tensor/convert.h"
#include "core/tensor/guard.h"
#include "core/tensor/threads.h"

namespace manju::diffusion {
namespace {

constexpr int kLatentFactor = 8;

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

struct ImageGenerator::State {
    const weights::Checkpoint& checkpoint;
    Residency residency;
    PromptEncoder prompts;
    /// The latest one, by the SHA-256 of its file.
    std::string upscalerKey;
    std::optional<Upscaler> upscaler;

    [[nodiscard]] Status checkClipSkip(const ImageSpec& spec, const Bundle& bundle) const {
        const auto& text = checkpoint.shape().text;
        const int deepest = std::min(mostSkippedLayers(text[0]), mostSkippedLayers(text[1]));
        if (skippedLayers(spec.clipSkip, bundle.clipSkip, true) <= deepest) return Done{};
        const int most = bundle.clipSkip == ClipSkip::FromLast ? deepest + 2 : deepest;
        return Error(kClipSkipInvalid,
                     {{"skip", std::to_string(spec.clipSkip)}, {"most", std::to_string(most)}});
    }

    Result<Guidance> encode(const ImageSpec& spec, const Bundle& bundle, const std::string& identity,
                            bool guidance, PictureFacts& facts) {
        MANJU_CHECK(checkClipSkip(spec, bundle));
        const int skipped = skippedLayers(spec.clipSkip, bundle.clipSkip, true);
        facts.textLayer = skipped + 2;
        MANJU_TRY(const EncodedPrompt positive,
                  prompts.encode(spec.prompt, {bundle, skipped, identity}, residency));
        facts.cutPrompt = positive.cut;
        facts.unreadable = prompt::unreadableText(spec.prompt);
        if (!guidance) {
            facts.negative = "none";
            facts.chunks = chunksIn(positive.context);
            return Guidance{positive.context, positive.pooled, 1};
        }
        EncodedPrompt negative;
        if (negativeIsZero(spec, bundle.emptyNegative, checkpoint.shape())) {
            facts.negative = "zeros";
            negative = zeroPrompt(positive);
        } else {
            facts.negative = "encoded";
            const int negativeSkipped = skippedLayers(spec.clipSkip, bundle.clipSkip, false);
            MANJU_TRY(negative, prompts.encode(spec.negative.value_or(""),
                                               {bundle, negativeSkipped, identity}, residency));
            facts.cutNegative = negative.cut;
        }
        MANJU_TRY(auto contexts, prompts.equallyLong(negative.context, positive.context,
                                                     {bundle, skipped, identity}, residency));
        facts.chunks = chunksIn(contexts.first);
        return Guidance{at::cat({contexts.first, contexts.second}),
                        at::cat({negative.pooled, positive.pooled}), spec.cfg};
    }
};

/// One picture on its way.
class ImageGenerator::Drawing {
public:
    Drawing(State& state, const ImageSpec& spec, const DrawInputs& inputs)
        : state_(state),
          spec_(spec),
          inputs_(inputs),
          shape_(state.checkpoint.shape()),
          preset_(*findSampler(spec.sampler)),
          bundle_(*findBundle(spec.bundle)),
          training_(trainingOf(spec, shape_)),
          noise_(noiseModeOf(spec.noise).value_or(bundle_.noise)) {}

    Result<Picture> draw(const Progress& progress, const std::stop_token& stop);

private:
    using Enter = std::function<Status(std::string_view stage, int index, int count)>;

    /// Reports the VAE's tiles as parts of a stage.
    static BeforeTile tiles(std::string_view stage, const Enter& enter) {
        return [stage, &enter](int done, int count) { return enter(stage, done, count); };
    }

    [[nodiscard]] Status check() const;
    [[nodiscard]] bool paintsIn() const { return shape_.unet.inChannels != shape_.vae.latentChannels; }
    [[nodiscard]] Sampler sampler(const PartialRun& run) const;
    [[nodiscard]] NoiseStream noise(int width, int height, NoiseOrder order) const;
    Result<at::Tensor> encoded(const at::Tensor& picture, const std::function<at::Tensor()>& draw,
                               const BeforeTile& before);
    Result<LatentStart> startFrom(const StartImage& image, NoiseStream& noise, const BeforeTile& before);
    Result<at::Tensor> run(const Sampler& sampler, const LatentStart& start, NoiseStream& noise,
                           std::string_view stage, const Enter& enter);
    Result<at::Tensor> firstPass(const StartImage* image, const Enter& enter);
    Status loadUpscaler();
    Status enlarge(const Enter& enter, const std::stop_token& stop);
    Status secondPass(const Enter& enter, const std::stop_token& stop);
    Result<std::vector<std::uint8_t>> decoded(const at::Tensor& latent, const BeforeTile& before);

    State& state_;
    const ImageSpec& spec_;
    const DrawInputs& inputs_;
    const weights::SdxlShape& shape_;
    const SamplerPreset& preset_;
    const Bundle& bundle_;
    Training training_;
    NoiseMode noise_;
    Guidance guidance_;
    Picture picture_;
};

Status ImageGenerator::Drawing::check() const {
    const std::string file = state_.checkpoint.path().filename().string();
    if (paintsIn() && (!spec_.start || spec_.start->mask.empty())) return Error(kNeedsMask, {{"file", file}});
    return Done{};
}

Sampler ImageGenerator::Drawing::sampler(const PartialRun& run) const {
    // Without signal at the last training step only trailing spacing begins where the model was trained to.
    const Spacing spacing = training_.zeroTerminalSnr ? Spacing::Trailing : preset_.spacing;
    return {preset_.method,
            withoutFirst(
                makeSchedule(spacing, conventionOf(preset_.method), run.steps, training_.zeroTerminalSnr),
                run.skipped),
            training_.prediction};
}

NoiseStream ImageGenerator::Drawing::noise(int width, int height, NoiseOrder order) const {
    return {noise_,
            spec_.seed,
            {1, shape_.vae.latentChannels, height / kLatentFactor, width / kLatentFactor},
            order};
}

/// The latent of a picture; `draw` gives the noise for a sample of it.
Result<at::Tensor> ImageGenerator::Drawing::encoded(const at::Tensor& picture,
                                                    const std::function<at::Tensor()>& draw,
                                                    const BeforeTile& before) {
    MANJU_TRY(const VaeEncoder* encoder, state_.residency.vaeEncoder());
    MANJU_TRY(const EncodedPicture latent, encodeInTiles(*encoder, picture, spec_.vaeTile, before));
    return bundle_.posterior == Posterior::Sample ? latent.mean + latent.deviation * draw() : latent.mean;
}

Result<LatentStart> ImageGenerator::Drawing::startFrom(const StartImage& image, NoiseStream& noise,
                                                       const BeforeTile& before) {
    LatentStart start;
    start.noiseOnly = !image.mask.empty() && spec_.start->strength >= 1;
    // An inpainting model that begins with noise alone never looks at it.
    if (!(paintsIn() && start.noiseOnly)) {
        MANJU_TRY(start.latent, encoded(
                                    image.picture(), [&] { return noise.drawBefore(0); }, before));
    }
    if (image.mask.empty()) return start;
    start.mask = image.latentMask();
    if (paintsIn()) {
        MANJU_TRY(start.masked, encoded(
                                    image.picture() * (1 - image.pixelMask()),
                                    [&] { return noise.drawBetween(0); }, before));
    }
    return start;
}

/// Samples in the picture's present size.
Result<at::Tensor> ImageGenerator::Drawing::run(const Sampler& sampler, const LatentStart& start,
                                                NoiseStream& noise, std::string_view stage,
                                                const Enter& enter) {
    MANJU_TRY(const Unet* unet, state_.residency.unet());
    const int steps = static_cast<int>(sampler.schedule().timesteps.size());
    MANJU_TRY(const at::Tensor latent,
              runPass(*unet, sampler, guidance_, start, noise, picture_.width, picture_.height,
                      [&](int index) { return enter(stage, index, steps); }));
    MANJU_CHECK(enter(stage, steps, steps));
    if (!finite(latent))
        return Error(kPictureNotFinite, {{"seed", std::to_string(spec_.seed)}, {"stage", "sample"}});
    return latent;
}

Result<at::Tensor> ImageGenerator::Drawing::firstPass(const StartImage* image, const Enter& enter) {
    NoiseOrder order;
    PartialRun run{spec_.steps, 0};
    if (image) {
        if (image->mask.empty() || spec_.start->strength < 1)
            run = partialRun(bundle_.strength, spec_.steps, spec_.start->strength);
        if (bundle_.posterior == Posterior::Sample) {
            // diffusers does not encode what an inpainting model at full strength would not use.
            order.before = paintsIn() && spec_.start->strength >= 1 ? 0 : 1;
            // With a mask it encodes the masked picture too, whether the model takes it or not.
            order.between = image->mask.empty() ? 0 : 1;
        }
    }
    NoiseStream noise = this->noise(spec_.width, spec_.height, order);
    LatentStart start;
    if (image) {
        MANJU_CHECK(enter("stage.encode", 0, 0));
        MANJU_TRY(start, startFrom(*image, noise, tiles("stage.encode", enter)));
    }
    MANJU_CHECK(enter("stage.model", 0, 0));
    const Sampler sampler = this->sampler(run);
    picture_.facts.timesteps = sampler.schedule().timesteps;
    picture_.facts.sigmas = sampler.schedule().sigmas;
    return this->run(sampler, start, noise, "stage.sample", enter);
}

/// Loads the network of the second pass, if it has one and another one is loaded.
Status ImageGenerator::Drawing::loadUpscaler() {
    if (!spec_.hires || spec_.hires->upscaler.empty() || state_.upscalerKey == spec_.hires->upscaler)
        return Done{};
    MANJU_TRY(const std::string file, inputFile(inputs_.files, spec_.hires->upscaler));
    MANJU_TRY(state_.upscaler, Upscaler::load(file));
    state_.upscalerKey = spec_.hires->upscaler;
    return Done{};
}

/// The drawn picture in the size of the second pass.
Status ImageGenerator::Drawing::enlarge(const Enter& enter, const std::stop_token& stop) {
    const HiresSpec& hires = *spec_.hires;
    Pixels pixels{picture_.width, picture_.height, 3, std::move(picture_.rgb)};
    if (!hires.upscaler.empty()) {
        const auto report = [&](int done, int count) { (void)enter("stage.enlarge", done, count); };
        MANJU_TRY(pixels, state_.upscaler->enlarge(pixels, {}, report, stop));
    }
    picture_.rgb = resized(pixels, hires.width, hires.height).bytes;
    picture_.width = hires.width;
    picture_.height = hires.height;
    return Done{};
}

/// Enlarges the picture and draws over it with new noise.
Status ImageGenerator::Drawing::secondPass(const Enter& enter, const std::stop_token& stop) {
    MANJU_CHECK(enlarge(enter, stop));
    if (spec_.hires->strength == 0) return Done{};
    const StartImage image{picture_.width, picture_.height, std::move(picture_.rgb), {}};
    NoiseStream noise =
        this->noise(image.width, image.height, {bundle_.posterior == Posterior::Sample ? 1 : 0, 0});
    LatentStart start;
    MANJU_TRY(start.latent,
              encoded(
                  image.picture(), [&] { return noise.drawBefore(0); }, tiles("stage.enlarge", enter)));
    const Sampler sampler =
        this->sampler(partialRun(bundle_.strength, hiresSteps(spec_), spec_.hires->strength));
    picture_.facts.hiresTimesteps = sampler.schedule().timesteps;
    MANJU_TRY(const at::Tensor latent, run(sampler, start, noise, "stage.hires", enter));
    MANJU_CHECK(enter("stage.decode", 0, 0));
    MANJU_TRY(picture_.rgb, decoded(latent, tiles("stage.decode", enter)));
    return Done{};
}

Result<std::vector<std::uint8_t>> ImageGenerator::Drawing::decoded(const at::Tensor& latent,
                                                                   const BeforeTile& before) {
    MANJU_TRY(const VaeDecoder* decoder, state_.residency.vaeDecoder());
    MANJU_TRY(const at::Tensor picture, decodeInTiles(*decoder, latent, spec_.vaeTile, before));
    return toPixels(picture, spec_.seed);
}

Result<Picture> ImageGenerator::Drawing::draw(const Progress& progress, const std::stop_token& stop) {
    MANJU_CHECK(check());
    picture_ = {spec_.width, spec_.height, {}, {}};
    PictureFacts& facts = picture_.facts;
    facts.model = state_.checkpoint.variant();
    facts.prediction = training_.prediction == weights::Prediction::V ? "v" : "epsilon";
    facts.noise = noiseModeName(noise_);
    facts.latents = "fp32";
    facts.spacing = spacingName(training_.zeroTerminalSnr ? Spacing::Trailing : preset_.spacing);

    const Enter enter = [&](std::string_view stage, int index, int count) -> Status {
        if (stop.stop_requested()) return Error(kCancelled);
        if (progress) progress(stage, index, count);
        return Done{};
    };
    std::optional<StartImage> image;
    if (spec_.start) {
        MANJU_TRY(image, loadStartImage(*spec_.start, inputs_.files, spec_.width, spec_.height));
    }
    MANJU_CHECK(loadUpscaler());  // what is wrong with it is said before anything is drawn
    MANJU_CHECK(enter("stage.text", 0, 0));
    MANJU_TRY(guidance_,
              state_.encode(spec_, bundle_, inputs_.textIdentity, spec_.cfg > 1 && preset_.guidance, facts));
    MANJU_TRY(const at::Tensor latent, firstPass(image ? &*image : nullptr, enter));
    const std::string_view finish = spec_.hires ? "stage.enlarge" : "stage.decode";
    MANJU_CHECK(enter(finish, 0, 0));
    MANJU_TRY(picture_.rgb, decoded(latent, tiles(finish, enter)));
    if (image) image->restoreKept(picture_.rgb);
    if (spec_.hires) MANJU_CHECK(secondPass(enter, stop));
    return std::move(picture_);
}

ImageGenerator::ImageGenerator(std::unique_ptr<State> state) : state_(std::move(state)) {}
ImageGenerator::ImageGenerator(ImageGenerator&&) noexcept = default;
ImageGenerator& ImageGenerator::operator=(ImageGenerator&&) noexcept = default;
ImageGenerator::~ImageGenerator() = default;

Result<ImageGenerator> ImageGenerator::load(const weights::Checkpoint& checkpoint,
                                            const ImageGeneratorOptions& options) {
    MANJU_TRY(prompt::ClipTokenizer tokenizer, prompt::ClipTokenizer::load(options.resources / "clip"));
    tensor::setThreads(options.threads);
    return ImageGenerator(
        std::unique_ptr<State>(new State{checkpoint,
                                         Residency(checkpoint, options.residentLimit, options.attentionLimit),
                                         PromptEncoder(std::move(tokenizer)),
                                         {},
                                         std::nullopt}));
}

Result<Picture> ImageGenerator::draw(const ImageSpec& spec, const DrawInputs& inputs,
                                     const Progress& progress, const std::stop_token& stop) {
    MANJU_CHECK(checkSpec(spec));
    return tensor::guarded([&] { return Drawing(*state_, spec, inputs).draw(progress, stop); });
}

void ImageGenerator::setAdapter(Adapter adapter) {
    state_->residency.setAdapter(std::move(adapter));
}

void ImageGenerator::release() {
    state_->residency.release();
    state_->prompts.release();
    state_->upscaler.reset();
    state_->upscalerKey.clear();
}

}  // namespace manju::diffusion
