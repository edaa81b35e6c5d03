// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/spec_check.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/diffusion/bundle.h"
#include "core/diffusion/errors.h"
#include "core/diffusion/sampler.h"
#include "core/diffusion/start_image.h"

namespace manju::diffusion {
namespace {

constexpr int kLeastSide = 64;
constexpr int kLargestSide = 4096;
constexpr int kLatentFactor = 8;
constexpr int kMostSteps = 150;
constexpr double kStrongestGuidance = 30;
constexpr int kMostLcmSteps = 50;
constexpr int kMostWholeSteps = 999;  // one fewer than trained ones: all spacings stay apart
constexpr Bytes kLongestPrompt{16 * 1024};
constexpr int kMostClipSkip = 12;
constexpr int kSmallestVaeTile = 256;
constexpr int kVaeTileStep = 64;
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

Status checkSize(int width, int height) {
    const auto bad = [](int side) {
        return side < kLeastSide || side > kLargestSide || side % kLatentFactor != 0;
    };
    if (!bad(width) && !bad(height)) return Done{};
    return Error(kSizeInvalid, {{"width", std::to_string(width)}, {"height", std::to_string(height)}});
}

/// At least one step has to be left, and no more than there are trained ones.
Status checkStrength(StrengthRule rule, int steps, double strength, int mostSteps) {
    if (strength > 0 && strength <= 1) {
        // Before partialRun(), whose quotient has to fit into an int.
        const bool fits = rule != StrengthRule::Tail || steps / strength <= mostSteps;
        if (fits) {
            const PartialRun run = partialRun(rule, steps, strength);
            if (run.steps > run.skipped) return Done{};
        }
    }
    return Error(kStrengthInvalid, {{"strength", Json(strength).dump()}, {"steps", std::to_string(steps)}});
}

}  // namespace

int hiresSteps(const ImageSpec& spec) {
    return spec.hires->steps == 0 ? spec.steps : spec.hires->steps;
}

Status checkSpec(const ImageSpec& spec) {
    MANJU_CHECK(checkSize(spec.width, spec.height));
    for (const std::string& prompt : {spec.prompt, spec.negative.value_or("")}) {
        const Bytes size(static_cast<std::int64_t>(prompt.size()));
        if (size > kLongestPrompt)
            return Error(kPromptTooLong, {{"size", size.text()}, {"limit", kLongestPrompt.text()}});
    }
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
        return Error(kNoiseUnknown, {{"noise", spec.noise}, {"known", joined(noiseModeNames())}});
    if (!spec.prediction.empty() && std::ranges::find(kPredictions, spec.prediction) == kPredictions.end())
        return Error(kPredictionUnknown, {{"prediction", spec.prediction}, {"known", joined(kPredictions)}});
    if (spec.clipSkip < 0 || spec.clipSkip > kMostClipSkip)
        return Error(kClipSkipInvalid,
                     {{"skip", std::to_string(spec.clipSkip)}, {"most", std::to_string(kMostClipSkip)}});
    if (spec.vaeTile != 0 &&
        (spec.vaeTile < kSmallestVaeTile || spec.vaeTile > kLargestSide || spec.vaeTile % kVaeTileStep != 0))
        return Error(kVaeTileInvalid, {{"tile", std::to_string(spec.vaeTile)}});
    const StrengthRule rule = findBundle(spec.bundle)->strength;
    const int mostSteps = sampler->method == Method::Lcm ? kMostLcmSteps : kMostWholeSteps;
    if (spec.start) {
        // Behind a mask everything may be drawn anew, in all steps.
        if (spec.start->mask.empty() || spec.start->strength != 1)
            MANJU_CHECK(checkStrength(rule, spec.steps, spec.start->strength, mostSteps));
        if (!spec.start->mask.empty() && spec.hires) return Error(kMaskWithHires);
    }
    if (spec.hires) {
        MANJU_CHECK(checkSize(spec.hires->width, spec.hires->height));
        const int steps = hiresSteps(spec);
        if (steps < 1 || steps > kMostSteps) return Error(kStepsInvalid, {{"steps", std::to_string(steps)}});
        if (sampler->method == Method::Lcm && steps > kMostLcmSteps)
            return Error(kTooManyLcmSteps, {{"steps", std::to_string(steps)}});
        if (spec.hires->strength != 0)
            MANJU_CHECK(checkStrength(rule, steps, spec.hires->strength, mostSteps));
    }
    return Done{};
}

}  // namespace manju::diffusion
