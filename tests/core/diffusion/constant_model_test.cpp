// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/TensorOperators.h>
#include <ATen/ops/full.h>
#include <ATen/ops/sin.h>

#include <cmath>

#include "core/diffusion/bundle.h"
#include "core/diffusion/sampler.h"
#include "core/diffusion/start_image.h"
#include "fixture.h"
#include "tensors.h"

// Models whose runs are known without a reference: one that always means the same clean latent, and one that
// always predicts the same noise.
namespace manju::diffusion {
namespace {

using weights::Prediction;

const std::vector<std::int64_t> kShape{1, 4, 3, 4};
constexpr std::uint64_t kSeed = 3;
constexpr std::array kMethods{Method::Euler,      Method::EulerAncestral, Method::DpmPp2M,
                              Method::DpmPp2MSde, Method::UniPc,          Method::Lcm};
constexpr std::array kSpacings{Spacing::Linspace,   Spacing::Leading,     Spacing::Trailing,
                               Spacing::Karras,     Spacing::Exponential, Spacing::Normal,
                               Spacing::SgmUniform, Spacing::Simple,      Spacing::Lcm};

/// The boundary scaling of latent consistency models hands the latent through at time 0, where no schedule of
/// theirs goes.
bool belongTogether(Method method, Spacing spacing) {
    return method != Method::Lcm || spacing == Spacing::Lcm;
}

/// What a run was made with.
struct Case {
    Method method;
    Spacing spacing;
    int steps;
    bool zeroSnr;
    Prediction prediction;

    [[nodiscard]] Schedule schedule() const {
        return makeSchedule(spacing, conventionOf(method), steps, zeroSnr);
    }
    [[nodiscard]] std::string text() const {
        return "method " + std::to_string(static_cast<int>(method)) + ", spacing " +
               std::to_string(static_cast<int>(spacing)) + ", " + std::to_string(steps) + " steps" +
               (zeroSnr ? ", zero SNR" : "") + (prediction == Prediction::V ? ", v" : ", epsilon");
    }
};

std::vector<Case> cases(std::initializer_list<int> steps) {
    std::vector<Case> all;
    for (const Method method : kMethods)
        for (const Spacing spacing : kSpacings)
            if (belongTogether(method, spacing))
                for (const int count : steps)
                    for (const bool zeroSnr : {false, true})
                        for (const Prediction prediction : {Prediction::Epsilon, Prediction::V})
                            all.push_back({method, spacing, count, zeroSnr, prediction});
    return all;
}

/// The model's output that means `clean` at this step, or the noise `epsilon`: x = clean + sigma * epsilon.
at::Tensor outputFor(Prediction prediction, const at::Tensor& clean, const at::Tensor& epsilon,
                     double sigma) {
    if (prediction == Prediction::Epsilon) return epsilon.to(at::kFloat);
    return ((epsilon - clean * sigma) / std::sqrt(sigma * sigma + 1)).to(at::kFloat);
}

/// Always means `clean`. Asked once a step, in the order of the schedule.
Denoiser constantClean(const Schedule& schedule, Prediction prediction, const at::Tensor& clean, int& asked) {
    return [&schedule, prediction, clean, &asked](const at::Tensor& scaled, double timestep) {
        const auto step = static_cast<std::size_t>(asked++);
        EXPECT_EQ(timestep, schedule.timesteps.at(step));
        const double sigma = schedule.sigmas[step];
        const at::Tensor x = scaled.to(at::kDouble) * std::sqrt(sigma * sigma + 1);
        return outputFor(prediction, clean, (x - clean) / sigma, sigma);
    };
}

/// Always predicts `epsilon`.
Denoiser constantNoise(const Schedule& schedule, Prediction prediction, const at::Tensor& epsilon,
                       int& asked) {
    return [&schedule, prediction, epsilon, &asked](const at::Tensor& scaled, double) {
        const double sigma = schedule.sigmas.at(static_cast<std::size_t>(asked++));
        const at::Tensor x = scaled.to(at::kDouble) * std::sqrt(sigma * sigma + 1);
        return outputFor(prediction, x - epsilon * sigma, epsilon, sigma);
    };
}

at::Tensor run(const Sampler& sampler, SamplerState state, const Denoiser& model, NoiseStream& noise) {
    while (!sampler.done(state)) sampler.step(state, model, noise);
    return state.latent;
}

NoiseStream noiseOf() {
    return {NoiseMode::CpuFloat, kSeed, kShape};
}

// crowsonkb/k-diffusion#43, crowsonkb/k-diffusion#85, huggingface/diffusers#5433, huggingface/diffusers#5541,
// huggingface/diffusers#6295, huggingface/diffusers#6477: a last step of higher order leaves noise in the
// picture, most of all DPM++ 2M and its SDE form with Karras' sigmas in 25 steps (report 9).
TEST(ConstantModel, EverySamplerEndsAtTheCleanLatent) {
    const at::Tensor clean = noise(5, kShape).to(at::kDouble);
    int runs = 0;
    for (const Case& each : cases({1, 2, 3, 20, 25})) {
        const Schedule schedule = each.schedule();
        int asked = 0;
        const Denoiser model = constantClean(schedule, each.prediction, clean, asked);
        NoiseStream source = noiseOf();
        const Sampler sampler(each.method, schedule, each.prediction);
        const at::Tensor got = run(sampler, sampler.begin(source), model, source);
        // What single precision keeps of the clean latent beside the noise of the last step.
        const double last = schedule.sigmas[static_cast<std::size_t>(each.steps) - 1];
        EXPECT_LT(difference(got.to(at::kDouble), clean), 1e-5 + 2e-6 * last) << each.text();
        EXPECT_EQ(asked, each.steps) << each.text();
        ++runs;
    }
    EXPECT_EQ(runs, (5 * 9 + 1) * 5 * 2 * 2);
}

/// Where a run ends whose model always predicts `epsilon`, by its own recursion over y = x - sigma * epsilon,
/// the clean latent that the model means.
at::Tensor endOfConstantNoise(const Case& each, const Schedule& schedule, const at::Tensor& start,
                              const at::Tensor& epsilon) {
    NoiseStream source = noiseOf();
    const auto& sigmas = schedule.sigmas;
    at::Tensor y = start.to(at::kDouble) - epsilon * sigmas[0];
    at::Tensor before = y;
    for (int i = 0; i < each.steps; ++i) {
        const double now = sigmas[static_cast<std::size_t>(i)];
        const double next = sigmas[static_cast<std::size_t>(i) + 1];
        const at::Tensor drawn = source.draw(i + 1).to(at::kDouble);
        at::Tensor moved = y;  // without noise of their own, all methods keep it
        if (each.method == Method::EulerAncestral) {
            const double down = next * next / now;  // up^2 = next^2 - down^2
            moved = y + epsilon * (down - next) + drawn * std::sqrt(next * next - down * down);
        } else if (each.method == Method::DpmPp2MSde && next > 0) {
            const double ratio = next / now;
            const double older = i > 0 ? std::log(sigmas[static_cast<std::size_t>(i) - 1] / now) : 1;
            const at::Tensor target = y + (y - before) * (0.5 * -std::log(ratio) / older);
            const double lost = 1 - ratio * ratio;
            moved = (y + epsilon * now) * (ratio * ratio) + target * lost + drawn * (next * std::sqrt(lost)) -
                    epsilon * next;
        } else if (each.method == Method::Lcm) {
            const double t = 10 * schedule.timesteps[static_cast<std::size_t>(i)];
            moved = y * (t / std::sqrt(t * t + 0.25)) +
                    (y + epsilon * now) * (0.25 / (t * t + 0.25) / std::sqrt(now * now + 1)) +
                    (drawn - epsilon) * next;
        }
        before = y;
        y = moved;
    }
    return y;
}

TEST(ConstantModel, EverySamplerFollowsTheSameNoise) {
    const at::Tensor epsilon = noise(6, kShape).to(at::kDouble);
    for (const Case& each : cases({1, 2, 3, 20})) {
        const Schedule schedule = each.schedule();
        int asked = 0;
        const Denoiser model = constantNoise(schedule, each.prediction, epsilon, asked);
        NoiseStream source = noiseOf();
        const Sampler sampler(each.method, schedule, each.prediction);
        const SamplerState start = sampler.begin(source);
        const at::Tensor got = run(sampler, start, model, source);
        const at::Tensor expected = endOfConstantNoise(each, schedule, start.latent, epsilon);
        // The largest latents have four to five times sigma and lose 2^-24 of it in each operation.
        EXPECT_LT(difference(got.to(at::kDouble), expected), 1e-5 + 4e-6 * schedule.sigmas[0]) << each.text();
    }
}

// huggingface/diffusers#5689: the last sigma is 0, and the last step gives the model's clean latent itself
// (report 8).
TEST(ConstantModel, TheLastStepIsTheCleanLatent) {
    for (const Method method : kMethods)
        for (const Spacing spacing : kSpacings) {
            if (!belongTogether(method, spacing)) continue;
            for (const int steps : {1, 2, 20, 50}) {
                const Schedule schedule = makeSchedule(spacing, conventionOf(method), steps);
                ASSERT_EQ(schedule.sigmas.size(), static_cast<std::size_t>(steps) + 1);
                EXPECT_EQ(schedule.sigmas.back(), 0);
                for (std::size_t i = 0; i < schedule.timesteps.size(); ++i)
                    EXPECT_GT(schedule.sigmas[i], schedule.sigmas[i + 1]);
                if (method == Method::Lcm) continue;  // mixes a little of the latent in
                at::Tensor output;
                const Denoiser model = [&](const at::Tensor& x, double) { return output = at::sin(x) * 0.7; };
                NoiseStream source = noiseOf();
                const Sampler sampler(method, schedule, Prediction::Epsilon);
                SamplerState state = sampler.begin(source);
                at::Tensor before;
                while (!sampler.done(state)) {
                    before = state.latent;
                    sampler.step(state, model, source);
                }
                const at::Tensor clean =
                    before - output * schedule.sigmas[static_cast<std::size_t>(steps) - 1];
                // Euler computes x + (x - clean) / sigma * (0 - sigma).
                const bool euler = conventionOf(method) == StepConvention::SigmaSpace;
                EXPECT_LE(difference(state.latent, clean),
                          euler ? 1e-6 * before.abs().max().item<double>() : 0)
                    << static_cast<int>(method) << " " << static_cast<int>(spacing);
            }
        }
}

// huggingface/diffusers#5630: a few steps over a latent that is there leave no noise either (report 46).
TEST(ConstantModel, ATenthOfFiftyStepsEndsClean) {
    const at::Tensor clean = noise(5, kShape).to(at::kDouble);
    const PartialRun part = partialRun(StrengthRule::Share, 50, 0.1);
    ASSERT_EQ(part.steps - part.skipped, 5);
    for (const SamplerPreset& preset : samplerPresets())
        for (const Prediction prediction : {Prediction::Epsilon, Prediction::V}) {
            const Schedule schedule = withoutFirst(
                makeSchedule(preset.spacing, conventionOf(preset.method), part.steps), part.skipped);
            int asked = 0;
            const Denoiser model = constantClean(schedule, prediction, clean, asked);
            NoiseStream source = noiseOf();
            const Sampler sampler(preset.method, schedule, prediction);
            const at::Tensor got = run(sampler, sampler.beginFrom(noise(7, kShape), source), model, source);
            EXPECT_LT(difference(got.to(at::kDouble), clean), 1e-4) << preset.name;
            EXPECT_EQ(asked, 5);
        }
}

// huggingface/diffusers#5687, huggingface/diffusers#5746: Karras' sigmas in 100 steps share timesteps; a
// partial run goes by the index of a step and not by its timestep (report 10).
TEST(ConstantModel, EqualTimestepsAreStepsOfTheirOwn) {
    const Schedule whole = makeSchedule(Spacing::Karras, StepConvention::Multistep, 100);
    int repeated = 0;
    for (std::size_t i = 1; i < whole.timesteps.size(); ++i)
        repeated += whole.timesteps[i] == whole.timesteps[i - 1] ? 1 : 0;
    EXPECT_EQ(repeated, 5);
    const PartialRun part = partialRun(StrengthRule::Share, 100, 0.1);
    EXPECT_EQ(part.skipped, 90);
    const Schedule tail = withoutFirst(whole, part.skipped);
    EXPECT_EQ(tail.timesteps, std::vector<double>(whole.timesteps.begin() + 90, whole.timesteps.end()));
    EXPECT_EQ(tail.sigmas, std::vector<double>(whole.sigmas.begin() + 90, whole.sigmas.end()));
    const at::Tensor clean = noise(5, kShape).to(at::kDouble);
    for (const Method method : {Method::DpmPp2M, Method::DpmPp2MSde, Method::UniPc}) {
        int asked = 0;  // and each timestep is compared in the model
        const Denoiser model = constantClean(tail, Prediction::Epsilon, clean, asked);
        NoiseStream source = noiseOf();
        const Sampler sampler(method, tail, Prediction::Epsilon);
        const at::Tensor got = run(sampler, sampler.beginFrom(noise(7, kShape), source), model, source);
        EXPECT_EQ(asked, 10);
        EXPECT_LT(difference(got.to(at::kDouble), clean), 1e-5);
    }
}

// huggingface/diffusers#7046: v is read beside the latent that was not scaled for the model. Clean latent 3,
// noise 1, sigma 2: the latent is 5 and v is (1 - 2 * 3) / sqrt(5) (report 20).
TEST(ConstantModel, VelocityIsReadBesideTheUnscaledLatent) {
    const auto all = [](double value) { return at::full(kShape, value, at::kFloat); };
    const Schedule schedule{{500}, {2, 0}, 1};
    for (const Method method : {Method::Euler, Method::EulerAncestral, Method::DpmPp2M, Method::UniPc}) {
        const Sampler sampler(method, schedule, Prediction::V);
        SamplerState state{0, all(5), {}};
        NoiseStream source = noiseOf();
        sampler.step(
            state,
            [&](const at::Tensor& x, double) {
                EXPECT_LT(difference(x, all(5 / std::sqrt(5.0))), 1e-6);
                return all(-5 / std::sqrt(5.0));
            },
            source);
        EXPECT_LT(difference(state.latent, all(3)), 1e-6);
    }
}

}  // namespace
}  // namespace manju::diffusion
