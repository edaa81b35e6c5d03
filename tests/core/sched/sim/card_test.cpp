// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/card.h"

#include <gtest/gtest.h>

#include "tests/core/sched/sim/sim_work.h"

namespace manju::sched::sim {
namespace {

using testing::image;
using testing::kGb;
using testing::quietFarm;
using testing::voice;

/// A card that is let run, and what happened on it.
class Bench {
public:
    explicit Bench(const FarmParameters& farm = quietFarm()) : farm_(farm), card(farm_, 24 * kGb) {}

    Loading begin(const SimTask& task, const std::vector<std::string>& evict = {}) {
        CardRun run;
        run.step = task.task.step;
        run.kind = task.task.shape.kind;
        run.encode = task.encode;
        run.sample = task.sample;
        run.decode = task.decode;
        run.host = task.host;
        run.stepTime = task.step;
        run.peakBytes = task.peakBytes;
        if (task.failures > 0) run.failsAfter = task.failsAt * task.sample;
        return card.begin(run, task.task, evict, storage);
    }
    void runTo(std::int64_t until) {
        for (;;) {
            while (const auto what = card.take()) happened.emplace_back(now, *what);
            const auto next = card.next();
            now = next && *next <= until ? *next : until;
            card.advance(now);
            if (!next || *next > until) return;
        }
    }
    /// When this became of the step; -1: never.
    [[nodiscard]] std::int64_t when(const SimTask& task, Card::Event event = Card::Event::Done) const {
        for (const auto& [at, what] : happened)
            if (what.step == task.task.step && what.event == event) return at;
        return -1;
    }

private:
    FarmParameters farm_;
    std::map<std::string, std::uint64_t> loraBytes_{{"x", kGb / 8}, {"y", kGb / 8}, {"z", 2 * kGb}};

public:
    Storage storage{LruBytes(48 * kGb), loraBytes_};
    Card card;
    std::int64_t now = 0;
    std::vector<std::pair<std::int64_t, Card::Happened>> happened;
};

TEST(Card, LoadsOnceFromDiskThenFromMemoryThenNotAtAll) {
    Bench bench;
    const SimTask first = image(1, 0), second = image(1, 1), third = image(1, 2);
    EXPECT_EQ(bench.begin(first).time, 40'000);
    bench.runTo(100'000);
    EXPECT_EQ(bench.when(first), 48'500);
    EXPECT_EQ(bench.when(first, Card::Event::EnteredHost), 46'600);
    EXPECT_EQ(bench.begin(second).time, 0);
    bench.runTo(200'000);
    EXPECT_EQ(bench.when(second), 108'500);
    bench.begin(voice(1, 0), {"a"});
    EXPECT_FALSE(bench.card.holds("a"));
    EXPECT_EQ(bench.begin(third).time, 600);
}

TEST(Card, WithoutTheTierEveryLoadIsCold) {
    FarmParameters farm = quietFarm();
    farm.ramTier = false;
    Bench bench(farm);
    bench.begin(image(1, 0));
    bench.runTo(60'000);
    bench.begin(voice(1, 0), {"a"});
    EXPECT_EQ(bench.begin(image(1, 1)).time, 40'000);
}

TEST(Card, TwoImagesAreFasterThanOneAndThreeSlowerThanTwo) {
    const auto timeFor = [](int images) {
        Bench bench;
        std::vector<SimTask> tasks;
        for (int i = 0; i < images; ++i) tasks.push_back(image(1, i));
        for (SimTask& task : tasks) {
            task.peakBytes = kGb;
            bench.begin(task);
        }
        bench.runTo(200'000);
        return bench.when(tasks.back(), Card::Event::EnteredHost) - 40'000;
    };
    EXPECT_EQ(timeFor(1), 6600);
    EXPECT_EQ(timeFor(2), 12'396) << "13,200 / 1.065, each of three parts rounded up";
    EXPECT_EQ(timeFor(3), 21'523) << "19,800 / 0.92";
}

TEST(Card, AVoiceTakesATenthFromAnImage) {
    FarmParameters farm = quietFarm();
    farm.coldSeconds = 0;
    Bench bench(farm);
    const SimTask speech = voice(1, 0), picture = image(1, 0);
    bench.begin(speech);
    bench.begin(picture);
    bench.runTo(100'000);
    EXPECT_EQ(bench.when(picture), 334 + 6112 + 889 + 1900)
        << "300, 5500 and 800 over 0.9, then the host's part";
    EXPECT_EQ(bench.when(speech), 60'000);
    EXPECT_DOUBLE_EQ(bench.card.sums().imageWork, 6600);
}

TEST(Card, EndsWhatFindsNoMemoryAndNothingElse) {
    FarmParameters farm = quietFarm();
    farm.coldSeconds = 0;
    Bench bench(farm);
    SimTask small = image(1, 0), large = image(1, 1);
    small.peakBytes = 8 * kGb;
    large.peakBytes = 10 * kGb;
    bench.begin(small);
    bench.begin(large);
    bench.runTo(100'000);
    EXPECT_EQ(bench.when(large, Card::Event::OutOfMemory), 564)
        << "7 + 8 + 10 GB; encoding took 300 / 0.5325";
    EXPECT_GT(bench.when(small), 0);
}

TEST(Card, OtherProgramsGetWhatIsFreeAndKeepIt) {
    FarmParameters farm = quietFarm();
    farm.coldSeconds = 0;
    Bench bench(farm);
    SimTask task = image(1, 0);
    bench.card.setOthers(30 * kGb);
    EXPECT_EQ(bench.card.othersBytes(), 24 * kGb);
    EXPECT_TRUE(bench.begin(task).outOfMemory) << "not even the weights fit";
    EXPECT_EQ(bench.card.running(), 0U);
    bench.card.setOthers(0);
    EXPECT_FALSE(bench.begin(task).outOfMemory);
    bench.card.setOthers(30 * kGb);
    EXPECT_EQ(bench.card.othersBytes(), 17 * kGb) << "while it loads it has its weights only";
    bench.runTo(1000);
    EXPECT_EQ(bench.when(task, Card::Event::OutOfMemory), 0) << "what was granted is gone";
}

TEST(Card, SavesAtTheNextStepsEnd) {
    FarmParameters farm = quietFarm();
    farm.coldSeconds = 0;
    Bench bench(farm);
    const SimTask task = image(1, 0);
    bench.begin(task);
    bench.runTo(550);
    bench.card.preempt(task.task.step);
    bench.runTo(10'000);
    ASSERT_EQ(bench.when(task, Card::Event::Preempted), 600) << "three steps after encoding";
    EXPECT_DOUBLE_EQ(bench.happened.back().second.sampled, 300);
    EXPECT_EQ(bench.card.running(), 0U);
    EXPECT_EQ(bench.card.usedBytes(), 7 * kGb) << "the weights stay";
}

TEST(Card, WhatLoadsIsEndedAtOnceAndWhatDecodesIsNot) {
    Bench bench;
    const SimTask loading = image(1, 0), decoding = image(1, 1);
    bench.begin(loading);
    bench.runTo(1000);
    bench.card.preempt(loading.task.step);
    bench.runTo(1000);
    EXPECT_EQ(bench.when(loading, Card::Event::Preempted), 1000);
    bench.begin(decoding);
    bench.runTo(40'000 + 6000);
    bench.card.preempt(decoding.task.step);
    bench.runTo(100'000);
    EXPECT_EQ(bench.when(decoding, Card::Event::Preempted), -1);
    EXPECT_EQ(bench.when(decoding), 48'500) << "the second had to wait for the first's load";
}

TEST(Card, FailsWhereItIsToldTo) {
    FarmParameters farm = quietFarm();
    farm.coldSeconds = 0;
    Bench bench(farm);
    SimTask task = image(1, 0);
    task.failures = 1;
    task.failsAt = 0.5;
    bench.begin(task);
    bench.runTo(10'000);
    EXPECT_EQ(bench.when(task, Card::Event::Failed), 300 + 2750);
    EXPECT_EQ(bench.when(task), -1);
}

TEST(Card, MergesLorasFromDiskFromMemoryAndFromItself) {
    FarmParameters farm = quietFarm();
    Bench bench(farm);
    EXPECT_EQ(bench.begin(image(1, 0, "a", {"x", "y"})).time, 40'000 + 2 * 3400);
    bench.runTo(100'000);
    const Loading same = bench.begin(image(1, 1, "a", {"x", "y"}));
    EXPECT_EQ(same.time, 0);
    EXPECT_EQ(same.loraResident, 2);
    bench.runTo(200'000);
    const Loading cached = bench.begin(image(1, 2, "a", {"x"}));
    EXPECT_EQ(cached.time, 100) << "merging alone";
    EXPECT_EQ(cached.loraResident, 1);
    bench.runTo(300'000);
    bench.begin(image(1, 3, "a", {"z"}));
    bench.runTo(400'000);
    const Loading fromRam = bench.begin(image(1, 4, "a", {"x", "z"}));
    EXPECT_EQ(fromRam.time, 200) << "2.4 GB keep all three of 2.25";
    bench.runTo(500'000);
    bench.card.crash();
    const Loading afterwards = bench.begin(image(1, 5, "a", {"x"}));
    EXPECT_EQ(afterwards.time, 600 + 100 + 100);
    EXPECT_EQ(afterwards.loraResident, 0);
    EXPECT_EQ(afterwards.loraFromRam, 1);
}

TEST(Card, SeesConflictsAndEvictionsOfWhatIsUsed) {
    Bench bench;
    bench.begin(image(1, 0, "a", {"x"}));
    EXPECT_TRUE(bench.begin(image(1, 1, "a", {"y"})).conflict);
    EXPECT_TRUE(bench.begin(image(1, 2, "b"), {"a"}).evictsUsed);
    EXPECT_TRUE(bench.card.holds("a"));
}

TEST(Card, ACrashEndsAllAndEmptiesIt) {
    Bench bench;
    bench.begin(image(1, 0));
    bench.begin(voice(1, 0));
    bench.runTo(1000);
    EXPECT_EQ(bench.card.crash(), (std::vector<StepId>{StepId(1000), StepId(1500)}));
    EXPECT_EQ(bench.card.usedBytes(), 0U);
    EXPECT_DOUBLE_EQ(bench.card.sums().held, 1000);
    EXPECT_DOUBLE_EQ(bench.card.sums().loadingOnly, 1000);
}

TEST(LruBytes, LetsTheOldestGo) {
    LruBytes lru(10);
    lru.add("a", 4);
    lru.add("b", 4);
    EXPECT_TRUE(lru.touch("a"));
    lru.add("c", 4);
    EXPECT_FALSE(lru.touch("b"));
    EXPECT_TRUE(lru.touch("a"));
    lru.add("too large", 11);
    EXPECT_EQ(lru.bytes(), 8U);
}

}  // namespace
}  // namespace manju::sched::sim
