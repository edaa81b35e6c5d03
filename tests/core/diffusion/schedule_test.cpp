// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/schedule.h"

#include <algorithm>
#include <cmath>

#include "core/diffusion/start_image.h"
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
                2254.238 * 3e-5);  // a difference of nearly equal single-precision numbers
    EXPECT_NEAR(zero.back(), 4095.99988, 1e-2);
}

/// One row of the published tables: timesteps and sigmas by index, and the factor of the first noise.
struct TableRow {
    const char* name;
    Spacing spacing;
    StepConvention convention;
    int steps;
    std::vector<std::pair<std::size_t, double>> timesteps;
    std::vector<std::pair<std::size_t, double>> sigmas;
    double initialScale = 0;  ///< 0: not in the table
};

const std::vector<TableRow>& table() {
    using enum Spacing;
    using enum StepConvention;
    static const std::vector<TableRow> kTable{
        {"leading 20",
         Leading,
         SigmaSpace,
         20,
         {{0, 951}, {1, 901}, {19, 1}},
         {{0, 11.028331}, {1, 8.390685}, {19, 0.0413144}},
         11.073576},
        {"leading 25", Leading, SigmaSpace, 25, {{0, 961}, {1, 921}, {24, 1}}, {{0, 11.676046}}, 11.718791},
        {"leading 30",
         Leading,
         SigmaSpace,
         30,
         {{0, 958}, {1, 925}, {29, 1}},
         {{0, 11.476847}, {1, 9.543583}},
         11.520330},
        {"trailing 1", Trailing, SigmaSpace, 1, {{0, 999}}, {{0, 14.614641}}, 14.614641},
        {"trailing 4",
         Trailing,
         SigmaSpace,
         4,
         {{0, 999}, {1, 749}, {2, 499}, {3, 249}},
         {{0, 14.61464}, {1, 4.08173}, {2, 1.61289}, {3, 0.69320}}},
        {"trailing 8",
         Trailing,
         SigmaSpace,
         8,
         {{0, 999}, {1, 874}, {2, 749}, {3, 624}, {4, 499}, {5, 374}, {6, 249}, {7, 124}},
         {{1, 7.29735}, {2, 4.08173}, {3, 2.49253}, {4, 1.61289}, {5, 1.06895}, {6, 0.69320}, {7, 0.39775}}},
        {"linspace 20",
         Linspace,
         SigmaSpace,
         20,
         {{0, 999}, {1, 946.42105}, {2, 893.84211}, {18, 52.579}, {19, 0}},
         {{0, 14.61464}, {1, 10.74684}, {2, 8.08153}}},
        {"multistep linspace 20",
         Linspace,
         Multistep,
         20,
         {{0, 999}, {1, 949}, {9, 549}, {10, 500}, {19, 50}},
         {{0, 14.61464}, {1, 10.90424}, {2, 8.30280}, {19, 0.225582}}},
        {"multistep leading 20", Leading, Multistep, 20, {{0, 941}, {1, 894}, {19, 48}}, {{0, 10.425041}}},
        {"multistep karras 20",
         Karras,
         Multistep,
         20,
         {{0, 999}, {1, 962}, {12, 197}, {19, 0}},
         {{0, 14.61464}, {1, 11.72536}, {2, 9.34020}, {3, 7.38362}, {18, 0.04848}, {19, 0.02917}}},
        {"karras over leading 20",
         Karras,
         SigmaSpace,
         20,
         {{0, 951}, {1, 913.7394}},
         {{0, 11.02833}, {1, 8.97917}, {19, 0.04131}}},
        {"normal 20", Normal, SigmaSpace, 20, {{0, 999}, {19, 0}}, {{0, 14.61464}, {1, 10.74680}}},
        {"sgm_uniform 20",
         SgmUniform,
         SigmaSpace,
         20,
         {{0, 999}, {1, 949.05}, {19, 49.95}},
         {{0, 14.61464}, {1, 10.90732}, {19, 0.225453}}},
        {"simple 20",
         Simple,
         SigmaSpace,
         20,
         {{0, 999}, {1, 949}, {2, 899}, {19, 49}},
         {{0, trainingSigmas(false)[999]}, {19, trainingSigmas(false)[49]}}},
        {"lcm 4 of 50", Lcm, Multistep, 4, {{0, 999}, {1, 759}, {2, 499}, {3, 259}}, {}},
    };
    return kTable;
}

TEST(MakeSchedule, EveryRowOfTheTable) {
    // The tables have five digits behind the point where a number is small.
    const auto near = [](double got, double expected, const TableRow& row) {
        EXPECT_NEAR(got, expected, std::max(kTolerance * expected, 5e-6)) << row.name;
    };
    for (const TableRow& row : table()) {
        const Schedule schedule = makeSchedule(row.spacing, row.convention, row.steps);
        EXPECT_EQ(schedule.timesteps.size(), static_cast<std::size_t>(row.steps)) << row.name;
        for (const auto& [i, t] : row.timesteps) EXPECT_NEAR(schedule.timesteps.at(i), t, 1e-3) << row.name;
        for (const auto& [i, sigma] : row.sigmas) near(schedule.sigmas.at(i), sigma, row);
        EXPECT_EQ(schedule.sigmas.back(), 0) << row.name;
        if (row.initialScale > 0) near(schedule.initialScale, row.initialScale, row);
    }
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

TEST(MakeSchedule, WholeTimestepsMatchTheTable) {
    const auto of = [](Spacing spacing, int steps) {
        return makeSchedule(spacing, StepConvention::Multistep, steps).timesteps;
    };
    EXPECT_EQ(of(Spacing::Linspace, 20),
              (std::vector<double>{999, 949, 899, 849, 799, 749, 699, 649, 599, 549,
                                   500, 450, 400, 350, 300, 250, 200, 150, 100, 50}));
    EXPECT_EQ(of(Spacing::Karras, 20), (std::vector<double>{999, 962, 921, 876, 827, 772, 710, 640, 561, 474,
                                                            380, 285, 197, 123, 69,  35,  15,  6,   2,   0}));
    const std::vector<double> hundred = of(Spacing::Karras, 100);
    EXPECT_EQ(std::vector<double>(hundred.end() - 12, hundred.end()),
              (std::vector<double>{7, 6, 4, 4, 3, 2, 2, 1, 1, 1, 0, 0}));
}

TEST(MakeSchedule, ExponentialStepsHaveOneRatio) {
    const Schedule schedule = makeSchedule(Spacing::Exponential, StepConvention::SigmaSpace, 20);
    EXPECT_NEAR(schedule.sigmas[0], 14.614641, 1.5e-4);
    EXPECT_NEAR(schedule.sigmas[19], 0.0291672, 1e-6);
    EXPECT_NEAR(schedule.sigmas[1] / schedule.sigmas[0], schedule.sigmas[11] / schedule.sigmas[10], 1e-5);
}

TEST(MakeSchedule, StartsOfEulerOverTheWholeOfTrainingAreNoiseAlone) {
    for (const Spacing spacing : {Spacing::Linspace, Spacing::Trailing}) {
        const Schedule schedule = makeSchedule(spacing, StepConvention::SigmaSpace, 8);
        EXPECT_EQ(schedule.initialScale, schedule.sigmas[0]);
    }
    EXPECT_EQ(makeSchedule(Spacing::Linspace, StepConvention::SigmaSpace, 1).timesteps.size(), 1U);
}

// huggingface/diffusers#7651: a strength of 0.8 leaves the last 16 of 20 steps, from timestep 751 (report
// 12).
TEST(MakeSchedule, AStrengthLeavesTheLastSteps) {
    const PartialRun part = partialRun(StrengthRule::Share, 20, 0.8);
    const Schedule rest =
        withoutFirst(makeSchedule(Spacing::Leading, StepConvention::SigmaSpace, part.steps), part.skipped);
    EXPECT_EQ(rest.timesteps.size(), 16U);
    EXPECT_EQ(rest.sigmas.size(), 17U);
    EXPECT_EQ(rest.timesteps.front(), 751);
    EXPECT_EQ(rest.timesteps.back(), 1);
}

}  // namespace
}  // namespace manju::diffusion
