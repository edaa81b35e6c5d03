// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/sampler.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/sin.h>

#include <cmath>

#include "core/png/sampler_names.h"
#include "fixture.h"
#include "tensors.h"

namespace manju::diffusion {
namespace {

const std::vector<std::int64_t> kShape{1, 4, 3, 4};
constexpr std::uint64_t kSeed = 3;

Sampler samplerOf(const SamplerPreset& preset, weights::Prediction prediction, int steps,
                  bool zeroSnr = false) {
    return {preset.method, makeSchedule(preset.spacing, conventionOf(preset.method), steps, zeroSnr),
            prediction};
}

at::Tensor run(const Sampler& sampler, const Denoiser& model) {
    NoiseStream noise(NoiseMode::CpuFloat, kSeed, kShape);
    SamplerState state = sampler.begin(noise);
    while (!sampler.done(state)) sampler.step(state, model, noise);
    return state.latent;
}

/// The model of the stored runs.
at::Tensor waves(const at::Tensor& x, double timestep) {
    return at::sin(x) * 0.7 + 0.1 * std::cos(static_cast<float>(timestep) / 100.0F);
}

TEST(SamplerPresets, HaveNamesInOtherPrograms) {
    ASSERT_EQ(samplerPresets().size(), png::samplerNames().size());
    for (const SamplerPreset& preset : samplerPresets()) {
        const png::SamplerNames* names = png::namesOfSampler(preset.name);
        ASSERT_NE(names, nullptr) << preset.name;
        EXPECT_EQ(names->spacing, spacingName(preset.spacing)) << preset.name;
    }
}

TEST(Sampler, AgreesWithTheReference) {
    const Fixture fixture("samplers.safetensors");
    int compared = 0;
    for (const SamplerPreset& preset : samplerPresets()) {
        for (const auto& [name, prediction] : {std::pair("epsilon", weights::Prediction::Epsilon),
                                               std::pair("v_prediction", weights::Prediction::V)}) {
            for (const int steps : {1, 2, 4, 5, 8, 20, 25}) {
                const std::string key = std::string(preset.name) + "." + name + "." + std::to_string(steps);
                if (!fixture.file().find(key + ".latent")) continue;
                const Schedule schedule = makeSchedule(preset.spacing, conventionOf(preset.method), steps);
                const auto timesteps = fixture.values<double>(key + ".timesteps");
                ASSERT_EQ(schedule.timesteps.size(), timesteps.size()) << key;
                for (std::size_t i = 0; i < timesteps.size(); ++i)
                    EXPECT_NEAR(schedule.timesteps[i], timesteps[i], 1e-3) << key << " " << i;
                const at::Tensor expected = stored(fixture, key + ".latent");
                const at::Tensor got = run(samplerOf(preset, prediction, steps), waves);
                EXPECT_LT(difference(got, expected), 1e-4) << key;
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 118);
    const at::Tensor zeroSnr =
        run(samplerOf(*findSampler("euler_trailing"), weights::Prediction::V, 8, true), waves);
    EXPECT_LT(difference(zeroSnr, stored(fixture, "euler_trailing.zero_snr.8.latent")), 2e-3);
}

/// Through plain bytes and back, as a file would keep it.
at::Tensor savedAndRead(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    std::vector<float> bytes(dense.data_ptr<float>(), dense.data_ptr<float>() + dense.numel());
    return at::from_blob(bytes.data(), dense.sizes(), at::kFloat).clone();
}

/// A run that is broken off after `stop` steps and taken up by another sampler and another stream of noise.
at::Tensor interrupted(const SamplerPreset& preset, weights::Prediction prediction, int steps, int stop) {
    SamplerState kept;
    {
        const Sampler sampler = samplerOf(preset, prediction, steps);
        NoiseStream noise(NoiseMode::CpuFloat, kSeed, kShape);
        SamplerState state = sampler.begin(noise);
        while (state.next < stop) sampler.step(state, waves, noise);
        kept.next = state.next;
        kept.latent = savedAndRead(state.latent);
        for (const at::Tensor& memory : state.memory) kept.memory.push_back(savedAndRead(memory));
    }
    const Sampler sampler = samplerOf(preset, prediction, steps);
    NoiseStream noise(NoiseMode::CpuFloat, kSeed, kShape);
    while (!sampler.done(kept)) sampler.step(kept, waves, noise);
    return kept.latent;
}

TEST(Sampler, GoesOnFromAnyStepWithTheSameBits) {
    constexpr int kSteps = 6;
    for (const SamplerPreset& preset : samplerPresets())
        for (const auto prediction : {weights::Prediction::Epsilon, weights::Prediction::V}) {
            const at::Tensor whole = run(samplerOf(preset, prediction, kSteps), waves);
            for (int stop = 0; stop <= kSteps; ++stop)
                EXPECT_TRUE(at::equal(interrupted(preset, prediction, kSteps, stop), whole))
                    << preset.name << " from step " << stop;
        }
}

TEST(Sampler, AncestralStepHasThePublishedDeviations) {
    // x = 0 and a clean latent of 0 leave the added noise alone: sigma 14.614641 -> 10.966063 adds 7.249043
    // of it.
    Schedule schedule;
    schedule.timesteps = {999, 950};
    schedule.sigmas = {14.614641, 10.966063, 0};
    schedule.initialScale = 0;
    const Sampler sampler(Method::EulerAncestral, schedule, weights::Prediction::Epsilon);
    NoiseStream source(NoiseMode::CpuFloat, kSeed, kShape);
    SamplerState state = sampler.begin(source);
    sampler.step(
        state, [](const at::Tensor& x, double) { return x; }, source);
    NoiseStream again(NoiseMode::CpuFloat, kSeed, kShape);
    EXPECT_LT(difference(state.latent, again.draw(1) * 7.249043), 1e-4);
    // A prediction of 1 everywhere moves the latent from 14.614641 to 8.228361 beside that noise.
    state = sampler.begin(source);
    sampler.step(
        state, [](const at::Tensor& x, double) { return at::ones_like(x); }, source);
    EXPECT_LT(difference(state.latent - again.draw(1) * 7.249043,
                         at::full(kShape, 8.228361 - 14.614641, at::kFloat)),
              1e-4);
}

TEST(Sampler, NamesAreUnique) {
    for (const SamplerPreset& preset : samplerPresets()) EXPECT_EQ(findSampler(preset.name), &preset);
    EXPECT_EQ(findSampler("ddim"), nullptr);
}

TEST(NoiseStream, HasThePublishedValues) {
    const at::Tensor zero = noise(0, {16});
    const std::vector<double> published{-1.1258, -1.1524, -0.2506, -0.4339, 0.8487, 0.6920, -0.3160, -2.1152,
                                        0.3223,  -1.2633, 0.3500,  0.3081,  0.1198, 1.2377, 1.1168,  -0.2473};
    for (std::int64_t i = 0; i < 16; ++i)
        EXPECT_NEAR(zero[i].item<double>(), published[static_cast<std::size_t>(i)], 6e-5);
    const Fixture fixture("schedules.safetensors");
    EXPECT_LT(difference(noise(0, {1, 16}), stored(fixture, "noise.0")), 1e-5);
    EXPECT_LT(difference(noise(42, {1, 20}), stored(fixture, "noise.42")), 1e-5);
    EXPECT_LT(difference(noise(3, {1, 13}), stored(fixture, "noise.3")), 1e-5);
}

TEST(NoiseStream, PhiloxHasThePublishedValues) {
    NoiseStream stream(NoiseMode::PhiloxEmulated, 0, {3, 4});
    const at::Tensor first = stream.draw(0).flatten();
    const std::vector<double> published{-0.92466259, -0.42534415, -2.6438457,  0.14518388,
                                        -0.12086647, -0.57972564, -0.62285122, -0.32838709,
                                        -1.07454231, -0.36314407, -1.67105067, 2.26550497};
    for (std::int64_t i = 0; i < 12; ++i)
        EXPECT_NEAR(first[i].item<double>(), published[static_cast<std::size_t>(i)], 1e-6);
    // An element depends on its index and not on how many there are.
    NoiseStream larger(NoiseMode::PhiloxEmulated, 0, {1, 4, 16, 16});
    EXPECT_TRUE(at::equal(larger.draw(0).flatten().narrow(0, 0, 12), first));
}

TEST(NoiseStream, HalfPrecisionDrawsOtherNumbers) {
    NoiseStream half(NoiseMode::CpuHalf, 0, {1, 16});
    const at::Tensor values = half.draw(0).flatten();
    const std::vector<double> published{-0.90, 0.48, 1.20, 0.91};
    for (std::int64_t i = 0; i < 4; ++i)
        EXPECT_NEAR(values[i].item<double>(), published[static_cast<std::size_t>(i)], 0.01);
}

TEST(NoiseStream, PicturesOfABatchHaveTheirOwn) {
    // Drawn together, one after the other or alone: picture i of a batch has the noise of its own seed.
    for (const NoiseMode mode : {NoiseMode::CpuFloat, NoiseMode::CpuHalf, NoiseMode::PhiloxEmulated}) {
        std::vector<NoiseStream> batch;
        for (std::uint64_t seed = 7; seed < 10; ++seed) batch.emplace_back(mode, seed, kShape);
        std::vector<std::vector<at::Tensor>> together(batch.size());
        for (int number = 0; number < 3; ++number)
            for (std::size_t i = 0; i < batch.size(); ++i) together[i].push_back(batch[i].draw(number));
        for (std::size_t i = 0; i < batch.size(); ++i) {
            NoiseStream alone(mode, 7 + i, kShape);
            for (int number = 0; number < 3; ++number)
                EXPECT_TRUE(at::equal(together[i][static_cast<std::size_t>(number)], alone.draw(number)));
        }
        EXPECT_FALSE(at::equal(together[0][0], together[1][0]));
    }
}

TEST(NoiseStream, HalfPrecisionCannotReachTheTails) {
    // 11 bits of a uniform reach sqrt(-2 ln 2^-11) = 3.905; single precision goes beyond it.
    NoiseStream half(NoiseMode::CpuHalf, 0, {1, 4, 128, 128});
    EXPECT_LE(half.draw(0).abs().max().item<double>(), 3.9063);
    NoiseStream single(NoiseMode::CpuFloat, 0, {1, 4, 128, 128});
    EXPECT_GT(single.draw(0).abs().max().item<double>(), 3.9063);
}

TEST(NoiseStream, ADrawDependsOnItsNumberAlone) {
    for (const NoiseMode mode : {NoiseMode::CpuFloat, NoiseMode::CpuHalf, NoiseMode::PhiloxEmulated}) {
        NoiseStream inOrder(mode, 9, kShape);
        std::vector<at::Tensor> draws;
        for (int i = 0; i < 4; ++i) draws.push_back(inOrder.draw(i));
        EXPECT_FALSE(at::equal(draws[0], draws[1]));
        NoiseStream anyhow(mode, 9, kShape);
        for (const int number : {2, 0, 3, 3, 1})
            EXPECT_TRUE(at::equal(anyhow.draw(number), draws[static_cast<std::size_t>(number)])) << number;
    }
}

}  // namespace
}  // namespace manju::diffusion
