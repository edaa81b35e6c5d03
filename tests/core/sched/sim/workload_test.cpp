// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/workload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/base/os/file.h"
#include "core/messages/messages.h"
#include "core/sched/sim/errors.h"
#include "core/sched/sim/stress.h"

namespace manju::sched::sim {
namespace {

constexpr double kGb = 1024.0 * 1024 * 1024;

Workload large(WorkloadParameters parameters = {}) {
    parameters.episodes = 3000;
    return generate(parameters, 11);
}

TEST(Workload, IsTheSameForTheSameSeedOnly) {
    const Workload one = generate({}, 1), same = generate({}, 1), other = generate({}, 2);
    ASSERT_EQ(one.episodes.size(), 100U);
    EXPECT_EQ(one.loraBytes, same.loraBytes);
    for (std::size_t i = 0; i < one.episodes.size(); ++i) {
        EXPECT_EQ(one.episodes[i].episode, same.episodes[i].episode);
        ASSERT_EQ(one.episodes[i].tasks.size(), same.episodes[i].tasks.size());
        EXPECT_EQ(one.episodes[i].tasks[0].peakBytes, same.episodes[i].tasks[0].peakBytes);
    }
    EXPECT_NE(one.episodes[5].episode.submitted, other.episodes[5].episode.submitted);
}

TEST(Workload, HasTheMeansOfItsParameters) {
    const Workload made = large();
    double urgent = 0, low = 0, shots = 0, voices = 0, outliers = 0, style0 = 0, failing = 0, poison = 0,
           tasks = 0;
    std::set<std::int64_t> batches;
    for (const SimEpisode& each : made.episodes) {
        batches.insert(each.episode.submitted);
        urgent += each.episode.urgent ? 1 : 0;
        low += each.episode.priority == Priority::Low ? 1 : 0;
        EXPECT_EQ(each.episode.deadline.has_value(), each.episode.urgent);
        style0 += each.tasks.front().task.shape.model == "style0" ? 1 : 0;
        for (const SimTask& task : each.tasks) {
            const bool image = task.task.shape.kind == TaskClass::Image;
            shots += image ? 1 : 0;
            voices += image ? 0 : 1;
            outliers += image && task.task.shape.width == 2160 ? 1 : 0;
            ++tasks;
            poison += task.failures == SimTask::kPoison ? 1 : 0;
            failing += task.failures == SimTask::kPoison ? 4 : task.failures;
        }
    }
    const auto episodes = static_cast<double>(made.episodes.size());
    EXPECT_NEAR(urgent / episodes, 0.05, 0.015);
    EXPECT_NEAR(low / episodes, 0.2, 0.03);
    EXPECT_NEAR(shots / episodes, 30, 0.6);
    EXPECT_NEAR(voices / episodes, 1.5, 0.05);
    EXPECT_NEAR(outliers / shots, 0.05, 0.004);
    EXPECT_NEAR(style0 / episodes, 1 / 2.45, 0.03) << "Zipf over six";
    EXPECT_NEAR(failing / (tasks + failing), 0.04, 0.003) << "of attempts";
    EXPECT_NEAR(4 * poison / failing, 0.1, 0.02);
    const double minutes = static_cast<double>(made.episodes.back().episode.submitted) / 60'000;
    EXPECT_NEAR(minutes / static_cast<double>(batches.size()), 25, 3);
    EXPECT_NEAR(episodes / static_cast<double>(batches.size()), 6, 0.6);
}

TEST(Workload, ErrsOnActivationsOnly) {
    const Workload made = large();
    double sum = 0, squares = 0, count = 0;
    for (const SimEpisode& each : made.episodes)
        for (const SimTask& task : each.tasks) {
            const double context = 0.5 * kGb;
            const double declared = static_cast<double>(task.task.needs.cardBytes) - context;
            const double error = std::log(declared / (static_cast<double>(task.peakBytes) - context));
            sum += error;
            squares += error * error;
            ++count;
            ASSERT_FALSE(task.task.components.empty());
        }
    EXPECT_NEAR(sum / count, 0, 0.001);
    EXPECT_NEAR(std::sqrt(squares / count), 0.06, 0.001);
}

TEST(Workload, AnImageTakesWhatTheArticlesSay) {
    WorkloadParameters parameters;
    parameters.timeSpread = 0;
    parameters.outliers = 0;
    const Workload made = generate(parameters, 1);
    const SimTask& image = made.episodes[0].tasks[0];
    EXPECT_DOUBLE_EQ(image.encode + image.sample + image.decode + image.host, 8500);
    EXPECT_EQ(image.task.time, 8500);
    EXPECT_DOUBLE_EQ(image.step * 28, image.sample);
}

TEST(Workload, OnlyPartialCastsDifferWithinAnEpisode) {
    const auto mostSets = [](const Workload& made) {
        std::size_t most = 0;
        for (const SimEpisode& each : made.episodes) {
            std::set<std::string> sets;
            for (const SimTask& task : each.tasks)
                if (task.task.shape.kind == TaskClass::Image) sets.insert(task.task.components[0].loraSet);
            most = std::max(most, sets.size());
        }
        return most;
    };
    EXPECT_EQ(mostSets(generate({}, 1)), 1U);
    WorkloadParameters parameters;
    parameters.partialCast = 1;
    EXPECT_EQ(mostSets(generate(parameters, 1)), 3U);
}

TEST(WorkloadFile, TheExampleHasTheDefaults) {
    const std::string example = MANJU_SOURCE_DIR "/resources/examples/workload.json";
    const auto text = os::readFile(example);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(parseJson(*text, example).value(), Json(WorkloadParameters{}));
    EXPECT_TRUE(readWorkloadParameters(*text, example).ok());
}

TEST(WorkloadFile, KeepsDefaultsAndTakesNumbers) {
    const auto read = readWorkloadParameters(R"({"episodes": 7, "peakSigma": 0.1})", "w.json");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->episodes, 7);
    EXPECT_EQ(read->peakSigma, 0.1);
    EXPECT_EQ(read->shotsMost, 45);
    const auto again = readWorkloadParameters(Json(*read).dump(), "w.json");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(Json(*again), Json(*read));
}

TEST(WorkloadFile, SaysWhatIsWrong) {
    const auto unknown = readWorkloadParameters(R"({"episode": 7})", "w.json");
    ASSERT_FALSE(unknown.ok());
    EXPECT_TRUE(unknown.error().is(kNameUnknown));
    EXPECT_EQ(unknown.error().args().at("name"), "episode");
    for (const char* text :
         {R"({"urgent": 1.5})", R"({"shotsLeast": 50})", R"({"episodes": 0})", R"({"checkpointGb": 20})",
          R"({"failures": -0.1})", R"({"urgent": 0.7, "low": 0.7})"}) {
        const auto wrong = readWorkloadParameters(text, "w.json");
        ASSERT_FALSE(wrong.ok()) << text;
        EXPECT_TRUE(wrong.error().is(kNumberImpossible)) << text;
        EXPECT_NE(messages::text(messages::Language::English, wrong.error()).find("w.json"),
                  std::string::npos);
    }
    EXPECT_FALSE(readWorkloadParameters(R"({"episodes": "many"})", "w.json").ok());
    EXPECT_FALSE(readWorkloadParameters("{", "w.json").ok());
}

TEST(StressSets, AreWhatTheirNamesSay) {
    const auto sets = stressSets(1);
    ASSERT_EQ(sets.size(), 6U);
    int large = 0, poison = 0;
    for (const SimEpisode& each : sets[1].workload.episodes)
        for (const SimTask& task : each.tasks) large += task.task.oversize ? 1 : 0;
    EXPECT_EQ(large, 1);
    for (const SimTask& task : sets[4].workload.episodes[0].tasks) poison += task.failures > 3 ? 1 : 0;
    EXPECT_EQ(poison, static_cast<int>(sets[4].workload.episodes[0].tasks.size()));
    EXPECT_EQ(sets[5].farm.cardGb.back(), 12);
}

}  // namespace
}  // namespace manju::sched::sim
