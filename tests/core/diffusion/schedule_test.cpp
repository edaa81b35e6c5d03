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
    const Schedule twenty = makeSchedule(Spacing::Leading, 20);
    EXPECT_EQ(twenty.timesteps.front(), 951);
    EXPECT_EQ(twenty.timesteps[1], 901);
    EXPECT_EQ(twenty.timesteps.back(), 1);
    EXPECT_NEAR(twenty.sigmas[0], 11.028331, 11.1e-5);
    EXPECT_NEAR(twenty.sigmas[1], 8.390685, 8.4e-5);
    EXPECT_NEAR(twenty.sigmas[19], 0.0413144, 1e-6);
    EXPECT_EQ(twenty.sigmas[20], 0);
    EXPECT_NEAR(twenty.initialScale, 11.073576, 11.1e-5);
    EXPECT_NEAR(makeSchedule(Spacing::Leading, 25).initialScale, 11.718791, 11.8e-5);
    const Schedule thirty = makeSchedule(Spacing::Leading, 30);
    EXPECT_EQ(thirty.timesteps[0], 958);
    EXPECT_EQ(thirty.timesteps[1], 925);
    EXPECT_NEAR(thirty.sigmas[1], 9.543583, 9.6e-5);
}

TEST(MakeSchedule, TrailingMatchesTheTable) {
    EXPECT_EQ(makeSchedule(Spacing::Trailing, 1).timesteps, std::vector<double>{999});
    const Schedule eight = makeSchedule(Spacing::Trailing, 8);
    EXPECT_EQ(eight.timesteps, (std::vector<double>{999, 874, 749, 624, 499, 374, 249, 124}));
    expectNear(eight.sigmas, {14.61464, 7.29735, 4.08173, 2.49253, 1.61289, 1.06895, 0.69320, 0.39775, 0},
               "trailing 8");
    EXPECT_EQ(eight.initialScale, eight.sigmas[0]);
}

TEST(MakeSchedule, LinspaceMatchesTheTable) {
    const Schedule twenty = makeSchedule(Spacing::Linspace, 20);
    EXPECT_NEAR(twenty.timesteps[1], 946.42105, 1e-5);
    EXPECT_NEAR(twenty.timesteps[2], 893.84211, 1e-5);
    EXPECT_EQ(twenty.timesteps[19], 0);
    EXPECT_NEAR(twenty.sigmas[1], 10.74684, 11e-5);
    EXPECT_NEAR(twenty.sigmas[2], 8.08153, 9e-5);
    EXPECT_EQ(makeSchedule(Spacing::Linspace, 1).timesteps.size(), 1U);
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
            const Schedule schedule = makeSchedule(spacing, steps);
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
    const Schedule schedule = makeSchedule(Spacing::Trailing, 28, true);
    expectNear(schedule.timesteps, stored.values<double>("zero_snr.28.timesteps"), "timesteps");
    expectNear(schedule.sigmas, stored.values<double>("zero_snr.28.sigmas"), "sigmas");
    EXPECT_NEAR(schedule.sigmas[0], 4095.9999, 1e-3);
    EXPECT_NEAR(schedule.sigmas[1], 57.8674, 1e-3);
}

}  // namespace
}  // namespace manju::diffusion
