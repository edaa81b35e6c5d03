// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/estimator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace manju::sched {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;
const std::string kCard = "Card of 24 GB";

Shape image(int width, int height, int steps = 28, int batch = 1) {
    return {.kind = TaskClass::Image,
            .model = "checkpoint",
            .width = width,
            .height = height,
            .batch = batch,
            .steps = steps,
            .loras = 0};
}

Measurement run(std::int64_t time, std::uint64_t peak) {
    Measurement measurement;
    measurement.time = time;
    measurement.peakBytes = peak;
    return measurement;
}

Measurement outOfMemory(std::uint64_t granted) {
    Measurement measurement;
    measurement.outOfMemory = true;
    measurement.grantedBytes = granted;
    return measurement;
}

void noteOften(Estimator& estimator, const Shape& shape, const Measurement& measurement, int times) {
    for (int i = 0; i < times; ++i) estimator.note(shape, kCard, measurement);
}

TEST(Estimator, WithNothingMeasuredItBelievesTheDeclaration) {
    const Estimator estimator;
    const Estimate estimate = estimator.estimate(image(1024, 1024), kCard, {8000, 5 * kGiB});
    EXPECT_EQ(estimate.timeP50, 8000);
    EXPECT_GT(estimate.timeP90, 8000);
    EXPECT_EQ(estimate.activationBytes, 5 * kGiB);
    EXPECT_EQ(estimate.activationGrant(), 6 * kGiB);
    EXPECT_EQ(estimate.timeGrounds, Grounds::Declared);
    EXPECT_EQ(estimate.memoryGrounds, Grounds::Declared);
    EXPECT_EQ(estimator.estimate(image(1024, 1024), kCard).activationGrant(), 0u);
}

TEST(Estimator, QuantilesOfWhatWasMeasured) {
    Estimator estimator;
    for (int i = 1; i <= 10; ++i) estimator.note(image(1024, 1024), kCard, run(1000 * i, kGiB));
    const Estimate estimate = estimator.estimate(image(1024, 1024), kCard, {1, 1});
    EXPECT_EQ(estimate.timeP50, 5000);
    EXPECT_EQ(estimate.timeP90, 9000);
    EXPECT_EQ(estimate.timeGrounds, Grounds::Measured);
    EXPECT_EQ(estimate.timeValues, 10);
    EXPECT_EQ(estimate.activationBytes, kGiB);
    EXPECT_EQ(estimate.memoryGrounds, Grounds::Measured);
    EXPECT_DOUBLE_EQ(estimate.factor, 1.2);
}

TEST(Estimator, ForgetsHowItWasLongAgo) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(20'000, 8 * kGiB), 500);
    noteOften(estimator, image(1024, 1024), run(5'000, 3 * kGiB), 64);
    const Estimate estimate = estimator.estimate(image(1024, 1024), kCard);
    EXPECT_EQ(estimate.timeP90, 5'000);
    EXPECT_EQ(estimate.activationBytes, 3 * kGiB);
}

TEST(Estimator, FollowsMemoryThatGrewManyTimesOver) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(5'000, kGiB), 300);
    noteOften(estimator, image(1024, 1024), run(5'000, 6 * kGiB), 40);
    EXPECT_EQ(estimator.estimate(image(1024, 1024), kCard).activationBytes, 6 * kGiB);
    EXPECT_GT(estimator.ignored(), 0u);
}

TEST(Estimator, SteadyPeaksLowerTheFactorAfter200Runs) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(1000, kGiB), 202);
    EXPECT_DOUBLE_EQ(estimator.estimate(image(1024, 1024), kCard).factor, 1.2);
    noteOften(estimator, image(1024, 1024), run(1000, kGiB), 1);
    EXPECT_DOUBLE_EQ(estimator.estimate(image(1024, 1024), kCard).factor, 1.05)
        << "three runs to know the peak, 200 to know its spread";
}

TEST(Estimator, ALargerPeakThanTheFirstFactorCountsAtOnce) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(1000, 1000 * kMiB), 10);
    estimator.note(image(1024, 1024), kCard, run(1000, 1500 * kMiB));
    EXPECT_NEAR(estimator.estimate(image(1024, 1024), kCard).factor, 1.5, 0.02);
}

TEST(Estimator, OutOfMemoryRaisesTheGrantAtOnceAndForLong) {
    Estimator estimator;
    const Shape shape = image(1024, 1024);
    noteOften(estimator, shape, run(1000, kGiB), 400);
    const std::uint64_t granted = estimator.estimate(shape, kCard).activationGrant();
    estimator.note(shape, kCard, outOfMemory(granted));
    const std::uint64_t raised = estimator.estimate(shape, kCard).activationGrant();
    EXPECT_GT(raised, granted + granted / 25);
    noteOften(estimator, shape, run(1000, kGiB), 199);
    EXPECT_GE(estimator.estimate(shape, kCard).activationGrant(), raised);
    noteOften(estimator, shape, run(1000, kGiB), 1500);
    EXPECT_DOUBLE_EQ(estimator.estimate(shape, kCard).factor, 1.05) << "one among two thousand";
}

TEST(Estimator, EachOutOfMemoryRaisesTheGrantEvenOfUnknownShapes) {
    Estimator estimator;
    const Shape shape = image(1024, 1024);
    std::uint64_t granted = estimator.estimate(shape, kCard, {8000, kGiB}).activationGrant();
    for (int i = 0; i < 10; ++i) {
        estimator.note(shape, kCard, outOfMemory(granted));
        const std::uint64_t next = estimator.estimate(shape, kCard, {8000, kGiB}).activationGrant();
        EXPECT_GT(next, granted) << i;
        granted = next;
    }
    EXPECT_EQ(estimator.estimate(shape, kCard, {8000, kGiB}).timeGrounds, Grounds::Declared)
        << "a run that broke off says nothing about time";
}

TEST(Estimator, NeverMoreThanTwiceWhatIsUsual) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(1000, kGiB), 40);
    estimator.note(image(1024, 1024), kCard, outOfMemory(20 * kGiB));
    EXPECT_EQ(estimator.estimate(image(1024, 1024), kCard).activationGrant(), 2 * kGiB);
}

TEST(Estimator, UnseenSizesFollowFromSeenOnes) {
    Estimator estimator;
    const auto memory = [](const Shape& shape) {
        return 600 * kMiB + static_cast<std::uint64_t>(shape.pixels()) * 3000;
    };
    const auto time = [](const Shape& shape) { return 900 + shape.pixels() * shape.steps / 5000; };
    for (const Shape& seen : {image(768, 768), image(1024, 1024, 20), image(832, 1216)})
        noteOften(estimator, seen, run(time(seen), memory(seen)), 5);
    for (const Shape& unseen : {image(1024, 1536, 40), image(512, 512), image(1024, 1024, 28, 3)}) {
        const Estimate estimate = estimator.estimate(unseen, kCard, {1, 1});
        EXPECT_EQ(estimate.timeGrounds, Grounds::Derived);
        EXPECT_EQ(estimate.memoryGrounds, Grounds::Derived);
        EXPECT_NEAR(static_cast<double>(estimate.timeP50) / static_cast<double>(time(unseen)), 1, 0.01);
        EXPECT_NEAR(static_cast<double>(estimate.activationBytes) / static_cast<double>(memory(unseen)), 1,
                    0.01);
        EXPECT_GT(estimate.timeP90, estimate.timeP50);
        EXPECT_DOUBLE_EQ(estimate.factor, 1.2);
    }
}

TEST(Estimator, OneWrongShapeDoesNotSpoilTheOthers) {
    Estimator estimator;
    int index = 0;
    for (const int side : {640, 768, 896, 1024, 1152}) {
        const Shape shape = image(side, side);
        const auto usual = static_cast<std::uint64_t>(shape.pixels()) * 4000;
        noteOften(estimator, shape, run(shape.pixels() / 100, ++index == 3 ? 20 * kGiB : usual), 5);
    }
    const Shape unseen = image(1280, 1280);
    EXPECT_NEAR(static_cast<double>(estimator.estimate(unseen, kCard).activationBytes),
                static_cast<double>(unseen.pixels()) * 4000, static_cast<double>(unseen.pixels()) * 600);
}

TEST(Estimator, FromOneSizeASmallerOneGetsNoLessMemory) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(8000, 4 * kGiB), 3);
    EXPECT_EQ(estimator.estimate(image(512, 512), kCard).activationBytes, 4 * kGiB);
    EXPECT_EQ(estimator.estimate(image(1024, 2048), kCard).activationBytes, 8 * kGiB);
    EXPECT_EQ(estimator.estimate(image(1024, 2048), kCard).timeP50, 16'000);
}

TEST(Estimator, ModelsCardsAndClassesDoNotMix) {
    Estimator estimator;
    noteOften(estimator, image(1024, 1024), run(8000, 4 * kGiB), 5);
    Shape other = image(1024, 1024);
    other.model = "another";
    Shape voice = image(1024, 1024);
    voice.kind = TaskClass::Voice;
    EXPECT_EQ(estimator.estimate(other, kCard, {7, 7}).timeGrounds, Grounds::Declared);
    EXPECT_EQ(estimator.estimate(voice, kCard, {7, 7}).memoryGrounds, Grounds::Declared);
    EXPECT_EQ(estimator.estimate(image(1024, 1024), "Card of 8 GB", {7, 7}).timeP50, 7);
}

TEST(Estimator, AVoiceWithoutPixelsIsEstimatedFromOtherVoices) {
    Estimator estimator;
    Shape voice;
    voice.kind = TaskClass::Voice;
    voice.model = "voice";
    voice.steps = 100;
    noteOften(estimator, voice, run(60'000, 3 * kGiB), 4);
    voice.steps = 200;
    const Estimate estimate = estimator.estimate(voice, kCard);
    EXPECT_EQ(estimate.timeP50, 60'000);
    EXPECT_EQ(estimate.activationBytes, 3 * kGiB);
    EXPECT_EQ(estimate.timeGrounds, Grounds::Derived);
}

TEST(Estimator, ValuesAreKeptWithoutTheLaddersFactors) {
    Estimator estimator;
    Measurement lowered = run(16'000, kGiB);
    lowered.timeFactor = 1.6;
    lowered.memoryFactor = 0.5;
    noteOften(estimator, image(1024, 1024), lowered, 5);
    const Estimate estimate = estimator.estimate(image(1024, 1024), kCard);
    EXPECT_EQ(estimate.timeP50, 10'000);
    EXPECT_EQ(estimate.activationBytes, 2 * kGiB);
}

TEST(Estimator, WhatCannotBeIsIgnoredAndCounted) {
    Estimator estimator;
    const Shape shape = image(1024, 1024);
    noteOften(estimator, shape, run(8000, kGiB), 10);
    Estimate before = estimator.estimate(shape, kCard);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    estimator.note(shape, kCard, run(-5000, 0));
    estimator.note(shape, kCard, run(0, 0));
    estimator.note(shape, kCard, run(std::numeric_limits<std::int64_t>::max(), 0));
    estimator.note(shape, kCard, run(std::numeric_limits<std::int64_t>::min(), 0));
    estimator.note(shape, kCard, run(8000, std::numeric_limits<std::uint64_t>::max()));
    for (const double factor : {nan, infinite, 0.0, -1.0}) {
        Measurement wrong = run(9000, 2 * kGiB);
        wrong.timeFactor = factor;
        estimator.note(shape, kCard, wrong);
        wrong = run(9000, 2 * kGiB);
        wrong.memoryFactor = factor;
        estimator.note(shape, kCard, wrong);
    }
    EXPECT_EQ(estimator.ignored(), 13u);
    before.timeValues = 11;  // one run's peak was impossible, its time was not
    EXPECT_EQ(estimator.estimate(shape, kCard), before);
    Measurement notMeasured = run(8000, 0);
    estimator.note(shape, kCard, notMeasured);
    EXPECT_EQ(estimator.ignored(), 13u) << "a peak that was not measured is no wrong one";
    before.timeValues = 12;
    EXPECT_EQ(estimator.estimate(shape, kCard), before);
}

TEST(Estimator, KeepsTheShapesLastMet) {
    Estimator estimator;
    for (int i = 0; i < 600; ++i) {
        Shape shape = image(1024, 1024);
        shape.model = "checkpoint " + std::to_string(i);
        noteOften(estimator, shape, run(8000, kGiB), 3);
        noteOften(estimator, image(1024, 1024), run(7000, kGiB), 1);
    }
    EXPECT_EQ(estimator.shapes(), Estimator::kShapes);
    Shape shape = image(1024, 1024);
    EXPECT_EQ(estimator.estimate(shape, kCard).timeP50, 7000) << "met all the time";
    shape.model = "checkpoint 0";
    EXPECT_EQ(estimator.estimate(shape, kCard).timeGrounds, Grounds::Declared);
    shape.model = "checkpoint 599";
    EXPECT_EQ(estimator.estimate(shape, kCard).timeGrounds, Grounds::Measured);
}

/// Tasks whose peaks err like log-normal numbers get what the estimator grants them.
struct Attempts {
    int all = 0, outOfMemory = 0;
    double factor = 0;
};

Attempts attemptsWithError(double deviation, std::uint64_t seed, int unlearned, int counted) {
    std::mt19937_64 random(seed);
    std::lognormal_distribution<double> error(0, deviation);
    Estimator estimator;
    const Shape shape = image(768, 1344);
    Attempts attempts;
    for (int i = 0; i < unlearned + counted; ++i) {
        const auto real = static_cast<std::uint64_t>(4e9 * error(random));
        const Estimate estimate = estimator.estimate(shape, kCard, {8000, 4'000'000'000});
        const bool failed = real > estimate.activationGrant();
        Measurement measurement = failed ? outOfMemory(estimate.activationGrant()) : run(8000, real);
        estimator.note(shape, kCard, measurement);
        attempts.factor = estimate.factor;
        if (i < unlearned) continue;
        ++attempts.all;
        if (failed) ++attempts.outOfMemory;
    }
    return attempts;
}

TEST(EstimatorProperties, LearnedGrantsAreSeldomTooSmallAndNotTooLarge) {
    struct Case {
        double deviation, mostFailures, mostFactor;
    };
    for (const Case& known : {Case{0.03, 0.001, 1.2}, Case{0.06, 0.001, 1.3}, Case{0.10, 0.003, 1.55}}) {
        int all = 0, failed = 0;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const Attempts attempts = attemptsWithError(known.deviation, seed, 1000, 4000);
            all += attempts.all;
            failed += attempts.outOfMemory;
            EXPECT_LE(attempts.factor, known.mostFactor) << known.deviation;
        }
        EXPECT_LE(failed, known.mostFailures * all) << known.deviation;
    }
}

/// Any numbers, sensible ones more often.
Measurement anything(std::mt19937_64& random) {
    const auto chance = [&](int one_in) { return random() % static_cast<std::uint64_t>(one_in) == 0; };
    Measurement measurement;
    measurement.time = chance(20) ? static_cast<std::int64_t>(random())
                                  : static_cast<std::int64_t>(random() % 100'000) - 1000;
    measurement.peakBytes = chance(20) ? random() : random() % (20 * kGiB);
    measurement.grantedBytes = chance(20) ? random() : random() % (20 * kGiB);
    measurement.outOfMemory = chance(10);
    if (chance(4)) measurement.memoryFactor = static_cast<double>(random() % 20) / 10;
    if (chance(4)) measurement.timeFactor = static_cast<double>(random() % 40) / 10 - 0.5;
    if (chance(50)) measurement.timeFactor = std::numeric_limits<double>::quiet_NaN();
    return measurement;
}

Shape anyShape(std::mt19937_64& random) {
    if (random() % 50 == 0) {
        Shape wild = image(static_cast<int>(random()), static_cast<int>(random()));
        wild.batch = static_cast<int>(random());
        return wild;
    }
    Shape shape = image(64 * static_cast<int>(random() % 5), 64 * static_cast<int>(random() % 5),
                        static_cast<int>(random() % 3) * 10, static_cast<int>(random() % 3));
    shape.kind = static_cast<TaskClass>(random() % 3);
    shape.model = "model " + std::to_string(random() % 3);
    return shape;
}

std::string anyCard(std::mt19937_64& random) {
    return random() % 2 == 0 ? kCard : std::string("Karte \xC3\xBC \"8 GB\"");
}

TEST(EstimatorProperties, AnyMeasurementsGiveUsableEstimates) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        std::mt19937_64 random(seed);
        Estimator estimator;
        for (int i = 0; i < 1000; ++i) {
            estimator.note(anyShape(random), anyCard(random), anything(random));
            const Estimate estimate =
                estimator.estimate(anyShape(random), anyCard(random), {100, random() % kGiB});
            ASSERT_GE(estimate.timeP50, 0);
            ASSERT_GE(estimate.timeP90, estimate.timeP50);
            ASSERT_GE(estimate.factor, Estimator::kLeastFactor);
            ASSERT_LE(estimate.factor, Estimator::kMostFactor);
            ASSERT_GE(estimate.activationGrant(), estimate.activationBytes);
            ASSERT_LE(estimate.activationBytes, std::uint64_t{1} << 50);
        }
        ASSERT_LE(estimator.shapes(), Estimator::kShapes);
    }
}

TEST(EstimatorProperties, WhatIsSavedAndRestoredGoesOnAlike) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        std::mt19937_64 random(seed);
        Estimator estimator;
        for (int i = 0; i < 1500; ++i) estimator.note(anyShape(random), anyCard(random), anything(random));
        const std::string text = canonicalJson(estimator.toJson());
        Result<Estimator> restored = Estimator::restored(parseJson(text, "estimates.json").value(), "x");
        ASSERT_TRUE(restored) << restored.error().debugText();
        EXPECT_EQ(canonicalJson(restored->toJson()), text);
        EXPECT_EQ(restored->ignored(), estimator.ignored());
        for (int i = 0; i < 500; ++i) {
            const Shape shape = anyShape(random);
            const std::string card = anyCard(random);
            ASSERT_EQ(restored->estimate(shape, card), estimator.estimate(shape, card));
            const Measurement next = anything(random);
            estimator.note(shape, card, next);
            restored->note(shape, card, next);
        }
        EXPECT_EQ(restored->toJson(), estimator.toJson());
    }
}

TEST(Estimator, AMemoryOfAnotherVersionIsAnErrorThatNamesTheFile) {
    Json json = Estimator().toJson();
    json["version"] = 2;
    const Result<Estimator> restored = Estimator::restored(json, "estimates.json");
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().args().at("file"), "estimates.json");
    EXPECT_FALSE(Estimator::restored(Json::object(), "estimates.json"));
    EXPECT_FALSE(Estimator::restored(Json(3), "estimates.json"));
}

/// Puts something else somewhere into a value.
void spoil(Json& json, std::mt19937_64& random) {
    if (json.is_structured() && !json.empty() && random() % 5 != 0) {
        auto at = json.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random() % json.size()));
        if (random() % 20 == 0)
            json.erase(at);
        else
            spoil(*at, random);
        return;
    }
    const std::vector<Json> others{
        -1,      0,    1e300, -1e300,        std::int64_t{1} << 62, "text",
        nullptr, true, 3.5,   Json::array(), Json::object(),        ~std::uint64_t{0}};
    json = others[random() % others.size()];
}

TEST(EstimatorProperties, ASpoiledMemoryIsRefusedOrUsable) {
    std::mt19937_64 random(7);
    Estimator estimator;
    for (int i = 0; i < 60; ++i) estimator.note(anyShape(random), kCard, anything(random));
    const Json good = estimator.toJson();
    int usable = 0;
    for (int i = 0; i < 500; ++i) {
        Json json = good;
        for (std::uint64_t n = 1 + random() % 3; n > 0; --n) spoil(json, random);
        const Result<Estimator> restored = Estimator::restored(json, "estimates.json");
        if (!restored) continue;
        ++usable;
        Estimator copy = *restored;
        for (int k = 0; k < 5; ++k) {
            const Shape shape = anyShape(random);
            copy.note(shape, kCard, anything(random));
            const Estimate estimate = copy.estimate(shape, kCard);
            ASSERT_GE(estimate.timeP90, estimate.timeP50);
            ASSERT_LE(estimate.factor, Estimator::kMostFactor);
        }
    }
    EXPECT_GT(usable, 0);
    EXPECT_LT(usable, 500);
}

}  // namespace
}  // namespace manju::sched
