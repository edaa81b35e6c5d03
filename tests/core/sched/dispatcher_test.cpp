// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/dispatcher.h"

#include <gtest/gtest.h>

#include "tests/core/sched/small_farm.h"

namespace manju::sched {
namespace {

using testing::composing;
using testing::episode;
using testing::image;
using testing::kGB;
using testing::SmallFarm;
using testing::voice;

std::vector<std::int64_t> startedIn(const SmallFarm& farm) {
    std::vector<std::int64_t> steps;
    for (const SmallFarm::Run& run : farm.runs) steps.push_back(run.task.step.value);
    return steps;
}

TEST(Dispatcher, GoesByPriorityAndLetsAnOperatorMoveEpisodes) {
    Rules one;
    one.sharedCard = false;
    SmallFarm farm({.rules = one});
    Episode last = episode(1), ahead = episode(2), high = episode(3, Priority::High),
            low = episode(4, Priority::Low);
    last.rank = 1;
    ahead.rank = -1;
    for (const Episode& each : {low, last, ahead, high, episode(5)}) farm.put(each, 1);
    farm.run();
    EXPECT_EQ(startedIn(farm), (std::vector<std::int64_t>{3000, 2000, 5000, 1000, 4000}));
}

TEST(Dispatcher, FillsTheProcessorFirstAndVoicesBesideImages) {
    SmallFarm farm;
    farm.put(episode(1));
    for (Task task : {image(1, 0), image(1, 1), voice(1, 0), composing(1)}) {
        task.needs.cardBytes = std::min(task.needs.cardBytes, 3 * kGB);
        farm.offer(task);
    }
    farm.dispatcher.setBudget(0, 10, 2);
    farm.run(0);
    EXPECT_EQ(startedIn(farm), (std::vector<std::int64_t>{1999, 1500, 1000, 1001}));
    EXPECT_EQ(farm.dispatcher.broker().left().cpuThreads, 4);
}

TEST(Dispatcher, AVoiceLeavesRoomForAnImage) {
    SmallFarm farm;
    farm.put(episode(1));
    for (int position = 0; position < 6; ++position) farm.offer(voice(1, position));
    farm.run(0);
    EXPECT_EQ(farm.runs.size(), 5U) << "4 units of 14 are an image's";
    farm.at(1, [&] { farm.offer(image(1, 0)); });
    farm.run(1);
    EXPECT_EQ(farm.runs.size(), 6U);
    EXPECT_EQ(farm.runs.back().task.step, StepId(1000));
}

TEST(Dispatcher, SaysWhyATaskWaits) {
    SmallFarm farm;
    farm.put(episode(1), 2);
    farm.put(episode(2), 1);
    farm.put(episode(3));
    Task large = image(3, 0);
    large.needs.cardBytes = 12 * kGB;
    large.oversize = true;
    farm.offer(large);
    Task tooLarge = image(3, 1);
    tooLarge.needs.cardBytes = 30 * kGB;
    farm.offer(tooLarge);
    Task later = image(3, 2);
    later.notBefore = 4'500;
    farm.offer(later);
    for (int i = 0; i < 2; ++i) farm.offer(composing(4 + i));  // of unknown episodes: ignored
    farm.put(episode(6));
    farm.put(episode(7));
    farm.put(episode(8));
    for (std::int64_t id = 6; id <= 8; ++id) farm.offer(composing(id));
    farm.run(0);
    const Dispatcher& dispatcher = farm.dispatcher;
    EXPECT_EQ(dispatcher.waitingOn(image(1, 0).step, 0), MessageRef{}) << "it runs";
    EXPECT_EQ(dispatcher.waitingOn(composing(4).step, 0), MessageRef{}) << "it is unknown";
    EXPECT_EQ(dispatcher.waitingOn(image(3, 2).step, 0), (MessageRef{"wait.back-off", {{"seconds", "5"}}}));
    EXPECT_EQ(dispatcher.waitingOn(composing(8).step, 0),
              (MessageRef{"wait.threads", {{"needed", "4"}, {"free", "0"}, {"ahead", "0"}}}));
    EXPECT_EQ(dispatcher.waitingOn(large.step, 0).id, "wait.memory-until");
    EXPECT_EQ(dispatcher.waitingOn(large.step, 0).args.at("needed"), "12.0");
    EXPECT_EQ(dispatcher.waitingOn(large.step, 0).args.at("low"), "0");
    EXPECT_EQ(dispatcher.waitingOn(large.step, 0).args.at("high"), "1");
    EXPECT_EQ(dispatcher.waitingOn(tooLarge.step, 0).id, "wait.too-large");
    farm.dispatcher.setCard(
        0, {.kind = "card", .totalBytes = 24 * kGB, .othersBytes = 0, .utilisation = -1, .usable = false}, 1);
    EXPECT_EQ(dispatcher.waitingOn(large.step, 1).id, "wait.no-card");
}

TEST(Dispatcher, SaysAtOnceThatADeadlineCannotBeMet) {
    SmallFarm farm;
    Episode due = episode(1);
    due.deadline = kMinute;
    farm.put(due, 9);
    EXPECT_FALSE(farm.dispatcher.cannotMeetDeadline(due.id, 0));
    Episode earlier = episode(2);
    earlier.deadline = kMinute / 2;
    farm.put(earlier, 2);
    EXPECT_TRUE(farm.dispatcher.cannotMeetDeadline(due.id, 0)) << "66 s of work";
    EXPECT_FALSE(farm.dispatcher.cannotMeetDeadline(earlier.id, 0));
}

/// Two images hold a card's memory and wait for more, which another program has taken.
TEST(Dispatcher, EndsTheLightestOfThoseThatWaitForMemoryForHalfAMinute) {
    SmallFarm farm;
    farm.put(episode(1));
    Task heavy = image(1, 0), light = image(1, 1);
    heavy.time = light.time = 10 * kMinute;
    light.needs.cardBytes = 2 * kGB;
    farm.offer(heavy);
    farm.offer(light);
    farm.run(0);
    farm.dispatcher.setStalled(heavy.step, true, 1'000);
    farm.dispatcher.setStalled(light.step, true, 2'000);
    EXPECT_TRUE(farm.dispatcher.decide(31'999).preempt.empty());
    EXPECT_EQ(farm.dispatcher.nextDecision(31'999), 32'000);
    EXPECT_EQ(farm.dispatcher.decide(32'000).preempt, std::vector{light.step});
    EXPECT_EQ(farm.dispatcher.stallsEnded(), 1);
    EXPECT_TRUE(farm.dispatcher.decide(99'000).preempt.empty()) << "once";
}

TEST(Dispatcher, ALostCardHoldsNothing) {
    SmallFarm farm;
    farm.put(episode(1), 2);
    farm.run(0);
    EXPECT_GT(farm.dispatcher.broker().card(0).ledger().grantedBlocks(), 0U);
    farm.dispatcher.ended(image(1, 0).step, {.ending = Ending::Crashed, .time = 0, .peakBytes = 0}, 100);
    EXPECT_EQ(farm.dispatcher.broker().card(0).ledger().grantedBlocks(), 0U);
    EXPECT_TRUE(farm.dispatcher.broker().card(0).residents().empty());
    farm.dispatcher.ended(image(1, 1).step, {.ending = Ending::Crashed, .time = 0, .peakBytes = 0}, 100);
    farm.offer(image(1, 0));
    EXPECT_EQ(farm.dispatcher.decide(200).starts.size(), 1U);
}

/// A card is cleared for one picture of an urgent episode, and another of it comes first meanwhile.
TEST(Dispatcher, ACardThatWasClearedServesTheUrgentEpisodeWhicheverPictureComesFirst) {
    SmallFarm farm;
    farm.put(episode(1));
    for (int position = 0; position < 2; ++position) {
        Task slow = image(1, position);
        slow.time = 60'000;
        farm.offer(slow);
    }
    Episode urgent = episode(2);
    urgent.urgent = true;
    farm.at(20'000, [&] {
        farm.put(urgent);
        farm.offer(image(2, 1));
    });
    farm.at(20'100, [&] { farm.offer(image(2, 0)); });
    farm.run();
    EXPECT_EQ(farm.endOf.size(), 4U) << "nothing is left waiting";
    EXPECT_EQ(farm.startOf(image(2, 0).step), 20'200);
}

/// As when an episode is paused and carried on.
TEST(Dispatcher, AnEpisodeThatComesBackKnowsWhatStillRuns) {
    SmallFarm farm;
    farm.put(episode(1), 4);
    farm.run(0);
    farm.dispatcher.remove(EpisodeId(1));
    farm.at(1'000, [&] {
        farm.put(episode(1));
        farm.dispatcher.setRemaining(EpisodeId(1), 24'000);
        for (const int position : {2, 3}) farm.dispatcher.offer(image(1, position), farm.now);
    });
    std::optional<std::int64_t> expected;
    farm.at(9'000, [&] { expected = farm.dispatcher.finishAt(EpisodeId(1), farm.now); });
    farm.run();
    EXPECT_EQ(farm.endOf.size(), 4U);
    ASSERT_TRUE(expected) << "half of it is done";
    EXPECT_GT(*expected, 9'000 + 90'000 + 1'000)
        << "the images that are left take their time, then it is composed";
    EXPECT_LT(*expected, 9'000 + 90'000 + 12'000);
}

/// Everything by chance: nothing runs twice at once, nothing is lost, and no card holds more than it has.
TEST(Dispatcher, LosesAndDoublesNothingThroughChance) {
    testing::Chance chance(7);
    DeclaredPredictor predictor;
    Dispatcher dispatcher(
        {.rules = {},
         .host =
             {.ramBytes = 64 * kGB, .pinnedBytes = 0, .diskBytes = kGB, .cpuThreads = 8, .encoderSlots = 2},
         .cards = 3,
         .books = {}},
        predictor);
    const auto state = [&](int card) {
        return CardState{.kind = "card",
                         .totalBytes = (16 + 4 * static_cast<std::uint64_t>(card)) * kGB,
                         .othersBytes = chance.below(3 * kGB),
                         .utilisation = -1,
                         .usable = chance.below(50) != 0};
    };
    for (int card = 0; card < 3; ++card) dispatcher.setCard(card, state(card), 0);
    std::map<StepId, Task> waiting, running;
    std::map<StepId, int> cardOf;
    std::set<EpisodeId> removed;
    std::int64_t now = 0, nextEpisode = 1;
    std::uint64_t starts = 0, ends = 0;
    const auto act = [&] {
        const Decisions decisions = dispatcher.decide(now);
        for (const Start& start : decisions.starts) {
            ASSERT_TRUE(waiting.contains(start.step)) << "it waits for nothing, or runs";
            ASSERT_LE(waiting.at(start.step).notBefore, now);
            running.insert(waiting.extract(start.step));
            cardOf[start.step] = start.card;
            ++starts;
        }
        for (const StepId step : decisions.preempt) ASSERT_TRUE(running.contains(step));
        for (int card = 0; card < 3; ++card) {
            const CardBook& book = dispatcher.broker().card(card);
            if (decisions.starts.empty()) continue;
            const std::uint64_t held =
                book.residentBytes() + book.ledger().grantedBlocks() * BlockLedger::kBlockBytes;
            ASSERT_LE(held, book.state().totalBytes);
        }
    };
    for (std::int64_t event = 0; event < testing::kEvents / 5; ++event) {
        now += static_cast<std::int64_t>(chance.below(3000));
        const std::uint64_t what = chance.below(100);
        if (what < 12 && waiting.size() < 400) {
            Episode one = episode(nextEpisode++, static_cast<Priority>(chance.below(3)), now);
            one.urgent = chance.below(20) == 0;
            if (chance.below(5) == 0)
                one.deadline = now + static_cast<std::int64_t>(chance.below(40)) * kMinute;
            dispatcher.put(one);
            const std::string model(1, static_cast<char>('a' + chance.below(4))),
                set = chance.below(2) != 0 ? model + "1" : "";
            const int images = 1 + static_cast<int>(chance.below(8));
            for (int position = 0; position < images; ++position) {
                Task task = image(one.id.value, position, model, set);
                task.needs.cardBytes = (1 + chance.below(6)) * kGB;
                if (chance.below(4) == 0)
                    task.notBefore = now + static_cast<std::int64_t>(chance.below(60'000));
                dispatcher.offer(task, now);
                waiting.emplace(task.step, task);
            }
            for (const Task& task : {voice(one.id.value, 0), composing(one.id.value)}) {
                dispatcher.offer(task, now);
                waiting.emplace(task.step, task);
            }
            dispatcher.setRemaining(one.id, images * 6000 + 60'000);
        } else if (what < 80 && !running.empty()) {
            auto which =
                std::next(running.begin(), static_cast<std::ptrdiff_t>(chance.below(running.size())));
            Task task = which->second;
            const auto how = static_cast<Ending>(chance.below(6));
            running.erase(which);
            dispatcher.ended(task.step, {.ending = how, .time = 6000, .peakBytes = 0}, now);
            ++ends;
            const bool again =
                how == Ending::Failed || how == Ending::OutOfMemory || how == Ending::Preempted;
            if (again && !removed.contains(task.episode)) {
                if (how != Ending::Preempted) ++task.attempt;
                task.notBefore = now + static_cast<std::int64_t>(chance.below(20'000));
                dispatcher.offer(task, now);
                waiting.emplace(task.step, task);
            }
            if (how == Ending::Crashed && cardOf.at(task.step) >= 0)  // and with it all that ran there
                for (const auto& [step, other] : std::map(running))
                    if (cardOf.at(step) == cardOf.at(task.step)) {
                        running.erase(step);
                        dispatcher.ended(step, {.ending = Ending::Crashed, .time = 0, .peakBytes = 0}, now);
                        if (removed.contains(other.episode)) continue;
                        dispatcher.offer(other, now);
                        waiting.emplace(step, other);
                    }
        } else if (what < 85) {
            const int card = static_cast<int>(chance.below(3));
            const CardState next = state(card);
            dispatcher.setCard(card, next, now);
        } else if (what < 88 && !waiting.empty()) {
            const StepId step =
                std::next(waiting.begin(), static_cast<std::ptrdiff_t>(chance.below(waiting.size())))->first;
            waiting.erase(step);
            dispatcher.withdraw(step);
        } else if (what < 89 && nextEpisode > 1) {
            const EpisodeId gone(
                1 + static_cast<std::int64_t>(chance.below(static_cast<std::uint64_t>(nextEpisode - 1))));
            std::erase_if(waiting, [&](const auto& each) { return each.second.episode == gone; });
            dispatcher.remove(gone);
            removed.insert(gone);
        }
        ASSERT_NO_FATAL_FAILURE(act());
    }
    // What is left runs to its end.
    for (int card = 0; card < 3; ++card)
        dispatcher.setCard(
            card,
            {.kind = "card", .totalBytes = 24 * kGB, .othersBytes = 0, .utilisation = -1, .usable = true},
            now);
    for (int turn = 0; turn < 100'000 && !(waiting.empty() && running.empty()); ++turn) {
        now += 1000;
        while (!running.empty()) {
            dispatcher.ended(running.begin()->first, {.ending = Ending::Done, .time = 6000, .peakBytes = 0},
                             now);
            running.erase(running.begin());
        }
        ASSERT_NO_FATAL_FAILURE(act());
    }
    for (const auto& [step, task] : waiting) {
        const MessageRef why = dispatcher.waitingOn(step, now);
        ADD_FAILURE() << step.value << " waits: " << why.id << " " << Json(why.args).dump();
        break;
    }
    EXPECT_TRUE(waiting.empty()) << waiting.size() << " of " << starts << " were never started";
    EXPECT_GT(ends, 1000U);
}

}  // namespace
}  // namespace manju::sched
