// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/schedule.h"

#include <cmath>

#include "fixture.h"

namespace manju::diffusion {
namespace {

constexpr double kTolerance = 1e-5;  // relative

void expectNear(const std::vector<double>& got, const std::vector<double>& expected,
                const std::string& what) {
    ASSERT_EQ(got.size(), expected.size()) << what;
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(got[i], expected[i], kTolerance * std::abs(expected[i])) << what << " " << i;
}

TEST(TrainingSigmas, HavePublishedEnds) {
    const auto sigmas = trainingSigmas(false);
    ASSERT_EQ(sigmas.size(), 1000U);
    EXPECT_NEAR(sigmas.front(), 0.0291672, 6e-7);  // 1 - 0.99915 in single precision
    EXPECT_NEAR(sigmas.back(), 14.614641, 1.5e-4);
    const auto zero = trainingSigmas(true);
    EXPECT_NEAR(zero.front(), 0.0291672, 6e-7);
    EXPECT_NEAR(zero[998], 2254.238,
                2254.238 * 2e-2);  // a difference of nearly equal single-precision numbers
    EXPECT_NEAR(zero.back(), 4095.99988, 1e-2);
}

TEST(MakeSchedule, LeadingMatchesTheTable) {
    const Schedule twenty = makeSchedule(Spacing::Leading, StepConvention::SigmaSpace, 20);
    EXPECT_EQ(twenty.timesteps.front(), 951);
    EXPECT_EQ(twenty.timesteps[1], 901);
    EXPECT_EQ(twenty.timesteps.back(), 1);
    EXPECT_NEAR(twenty.sigmas[0], 11.028331, 11.1e-5);
    EXPECT_NEAR(twenty.sigmas[1], 8.390685, 8.4e-5);
    EXPECT_NEAR(twenty.sigmas[19], 0.0413144, 1e-6);
    EXPECT_EQ(twenty.sigmas[20], 0);
    EXPECT_NEAR(twenty.initialScale, 11.073576, 11.1e-5);
    EXPECT_NEAR(makeSchedule(Spacing::Leading, StepConvention::SigmaSpace, 25).initialScale, 11.718791,
                11.8e-5);
    const Schedule thirty = makeSchedule(Spacing::Leading, StepConvention::SigmaSpace, 30);
    EXPECT_EQ(thirty.timesteps[0], 958);
    EXPECT_EQ(thirty.timesteps[1], 925);
    EXPECT_NEAR(thirty.sigmas[1], 9.543583, 9.6e-5);
}

TEST(MakeSchedule, TrailingMatchesTheTable) {
    EXPECT_EQ(makeSchedule(Spacing::Trailing, StepConvention::SigmaSpace, 1).timesteps,
              std::vector<double>{999});
    const Schedule eight = makeSchedule(Spacing::Trailing, StepConvention::SigmaSpace, 8);
    EXPECT_EQ(eight.timesteps, (std::vector<double>{999, 874, 749, 624, 499, 374, 249, 124}));
    expectNear(eight.sigmas, {14.61464, 7.29735, 4.08173, 2.49253, 1.61289, 1.06895, 0.69320, 0.39775, 0},
               "trailing 8");
    EXPECT_EQ(eight.initialScale, eight.sigmas[0]);
}

TEST(MakeSchedule, LinspaceMatchesTheTable) {
    const Schedule twenty = makeSchedule(Spacing::Linspace, StepConvention::SigmaSpace, 20);
    EXPECT_NEAR(twenty.timesteps[1], 946.42105, 1e-5);
    EXPECT_NEAR(twenty.timesteps[2], 893.84211, 1e-5);
    EXPECT_EQ(twenty.timesteps[19], 0);
    EXPECT_NEAR(twenty.sigmas[1], 10.74684, 11e-5);
    EXPECT_NEAR(twenty.sigmas[2], 8.08153, 9e-5);
    EXPECT_EQ(makeSchedule(Spacing::Linspace, StepConvention::SigmaSpace, 1).timesteps.size(), 1U);
}

TEST(MakeSchedule, AgreesWithTheReference) {
    const Fixture stored("schedules.safetensors");
    const std::vector<std::pair<std::string, Spacing>> spacings{
        {"leading", Spacing::Leading}, {"linspace", Spacing::Linspace}, {"trailing", Spacing::Trailing}};
    int compared = 0;
    for (const auto& [name, spacing] : spacings) {
        for (const int steps : {1, 4, 8, 20, 25, 28, 30, 100}) {
            const std::string key = name + "." + std::to_string(steps);
            if (!stored.file().find(key + ".sigmas")) continue;
            const Schedule schedule = makeSchedule(spacing, StepConvention::SigmaSpace, steps);
            expectNear(schedule.timesteps, stored.values<double>(key + ".timesteps"), key);
            expectNear(schedule.sigmas, stored.values<double>(key + ".sigmas"), key);
            expectNear({schedule.initialScale}, stored.values<double>(key + ".scale"), key);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 23);
}

TEST(MakeSchedule, ZeroTerminalSnrAgreesWithTheReference) {
    const Fixture stored("schedules.safetensors");
    const Schedule schedule = makeSchedule(Spacing::Trailing, StepConvention::SigmaSpace, 28, true);
    expectNear(schedule.timesteps, stored.values<double>("zero_snr.28.timesteps"), "timesteps");
    expectNear(schedule.sigmas, stored.values<double>("zero_snr.28.sigmas"), "sigmas");
    EXPECT_NEAR(schedule.sigmas[0], 4095.9999, 1e-3);
    EXPECT_NEAR(schedule.sigmas[1], 57.8674, 1e-3);
}

TEST(MakeSchedule, MultistepMatchesTheTable) {
    const auto of = [](Spacing spacing, int steps) {
        return makeSchedule(spacing, StepConvention::Multistep, steps);
    };
    const Schedule linspace = of(Spacing::Linspace, 20);
    EXPECT_EQ(linspace.timesteps, (std::vector<double>{999, 949, 899, 849, 799, 749, 699, 649, 599, 549,
                                                       500, 450, 400, 350, 300, 250, 200, 150, 100, 50}));
    EXPECT_NEAR(linspace.sigmas[1], 10.90424, 11e-5);
    EXPECT_NEAR(linspace.sigmas[19], 0.225582, 3e-6);
    EXPECT_EQ(of(Spacing::Leading, 20).timesteps[0], 941);
    EXPECT_EQ(of(Spacing::Leading, 20).timesteps[19], 48);
    EXPECT_NEAR(of(Spacing::Leading, 20).sigmas[0], 10.425041, 11e-5);
    const Schedule karras = of(Spacing::Karras, 20);
    EXPECT_EQ(karras.timesteps, (std::vector<double>{999, 962, 921, 876, 827, 772, 710, 640, 561, 474,
                                                     380, 285, 197, 123, 69,  35,  15,  6,   2,   0}));
    EXPECT_NEAR(karras.sigmas[1], 11.72536, 12e-5);
    EXPECT_NEAR(karras.sigmas[19], 0.02917, 1e-5);
    const Schedule hundred = of(Spacing::Karras, 100);
    EXPECT_EQ(std::vector<double>(hundred.timesteps.end() - 12, hundred.timesteps.end()),
              (std::vector<double>{7, 6, 4, 4, 3, 2, 2, 1, 1, 1, 0, 0}));
    EXPECT_EQ(of(Spacing::Lcm, 4).timesteps, (std::vector<double>{999, 759, 499, 259}));
}

TEST(MakeSchedule, OtherSpacingsMatchTheTable) {
    const auto of = [](Spacing spacing) { return makeSchedule(spacing, StepConvention::SigmaSpace, 20); };
    const Schedule karras = of(Spacing::Karras);
    EXPECT_NEAR(karras.timesteps[0], 951, 1e-3);
    EXPECT_NEAR(karras.timesteps[1], 913.7394, 2e-3);
    EXPECT_NEAR(karras.sigmas[1], 8.97917, 9e-5);
    EXPECT_NEAR(karras.sigmas[19], 0.04131, 1e-5);
    EXPECT_NEAR(of(Spacing::Normal).sigmas[1], 10.74680, 11e-5);
    EXPECT_EQ(of(Spacing::Normal).timesteps[19], 0);
    const Schedule uniform = of(Spacing::SgmUniform);
    EXPECT_NEAR(uniform.timesteps[1], 949.05, 1e-9);
    EXPECT_NEAR(uniform.timesteps[19], 49.95, 1e-9);
    EXPECT_NEAR(uniform.sigmas[1], 10.90732, 11e-5);
    EXPECT_NEAR(uniform.sigmas[19], 0.225453, 3e-6);
    EXPECT_EQ(of(Spacing::Simple).timesteps[1], 949);
    EXPECT_EQ(of(Spacing::Simple).timesteps[19], 49);
    const Schedule exponential = of(Spacing::Exponential);
    EXPECT_NEAR(exponential.sigmas[0], 14.614641, 2e-4);
    EXPECT_NEAR(exponential.sigmas[19], 0.0291672, 1e-6);
    EXPECT_NEAR(exponential.sigmas[1] / exponential.sigmas[0],
                exponential.sigmas[11] / exponential.sigmas[10], 1e-5);
}

}  // namespace
}  // namespace manju::diffusion
