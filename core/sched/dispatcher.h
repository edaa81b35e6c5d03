// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <memory>
#include <set>
#include <unordered_map>

#include "core/sched/broker.h"
#include "core/sched/episode_order.h"
#include "core/sched/policy.h"
#include "core/sched/predictor.h"
#include "core/sched/reserve.h"
#include "core/sched/retry_policy.h"

namespace manju::sched {

/// The product's policy. A card takes, whenever it has room, the first task in order that fits, but for three
/// things: among episodes of one class it prefers those whose models it holds (within bounds); it leaves to
/// another card what that would finish earlier; and the first task that fits nowhere gets a time at which it
/// will, which others must not delay. Urgent tasks that would wait end what runs.
class Dispatcher final : public Policy {
public:
    struct Options {
        Rules rules;
        Host host;
        std::size_t cards = 0;
        CardBook::Options books;
    };
    /// `predictor` must outlive it.
    Dispatcher(Options options, Predictor& predictor);

    void put(const Episode& episode) override;
    void setRemaining(EpisodeId episode, std::int64_t time) override;
    void remove(EpisodeId episode) override;
    void offer(const Task& task, std::int64_t now) override;
    void withdraw(StepId step) override;
    void setCard(int card, const CardState& state, std::int64_t now) override;
    Decisions decide(std::int64_t now) override;
    void shrink(StepId step, const Needs& needs) override;
    void ended(StepId step, const Ended& ended, std::int64_t now) override;
    [[nodiscard]] std::optional<std::int64_t> nextDecision(std::int64_t now) const override;

    /// What tasks on a card may make up together, as Rules::imageUnits and voiceUnits count; and how many of
    /// them images. Begins with the rules' units and images.
    void setBudget(int card, int units, int images);
    /// Why a task that was offered has not started, as of the last decide(): a message with its figures;
    /// empty for one that is not waiting.
    [[nodiscard]] MessageRef waitingOn(StepId step, std::int64_t now) const;
    /// Even if nothing but episodes with earlier deadlines went before it: to be said at once.
    [[nodiscard]] bool cannotMeetDeadline(EpisodeId episode, std::int64_t now) const;
    /// When an episode is expected to be finished; none until a quarter of its images' time is behind it.
    [[nodiscard]] std::optional<std::int64_t> finishAt(EpisodeId episode, std::int64_t now) const;
    /// A running task waits, or no longer waits, for memory that its grant should have given it: another
    /// program has taken it. If everything on a card has waited so for Rules::stalled, the lightest is ended
    /// there.
    void setStalled(StepId step, bool stalled, std::int64_t now);
    /// How often that happened; what is granted is there unless somebody else takes it.
    [[nodiscard]] int stallsEnded() const { return stallsEnded_; }
    [[nodiscard]] const Broker& broker() const { return broker_; }

private:
    struct Running {
        Task task;
        Grant grant;
        int card = -1;        ///< that it started on
        bool onCard = false;  ///< still
        std::uint64_t grantedBytes = 0;
        std::int64_t started = 0, expectedEnd = 0;
        std::int64_t predicted = 0, alone = 0;  ///< alone on the card; with loading
        int beside = 0;                         ///< images on the card when it started
        bool ending = false;                    ///< told to
        std::optional<std::int64_t> stalledSince;
    };
    struct Entry {
        Episode episode;
        std::int64_t remaining = 0;
        Placed placed;
        /// Ready, by position: on cards, images apart from voices; and on no card.
        std::map<std::pair<int, StepId>, Task> images, voices, others;
        int drawing = 0;  ///< images that run, and since when any do; the time of their running before that
        std::int64_t drawingSince = 0, drawn = 0;
        std::int64_t imagesDone = 0;  ///< predicted time of finished ones
        bool begun = false;
        int passed = 0;  ///< starts for which affinity preferred others to it
        [[nodiscard]] bool onCards() const { return !images.empty() || !voices.empty(); }
        [[nodiscard]] bool isOpen() const { return begun && remaining > 0; }
    };
    struct Card {
        int units = 0, images = 0;  ///< budget
        int usedUnits = 0, usedImages = 0;
        ReserveController reserve{{}};
        std::optional<EpisodeId> promisedTo;  ///< the urgent episode for which it was cleared
    };
    /// A task that a card could take, or the obstacle.
    struct Choice {
        Entry* entry = nullptr;
        const Task* task = nullptr;
        Prediction prediction;
        Fit fit;
        std::int64_t loading = 0;
        std::int64_t time = 0;  ///< expected beside what runs on the card
        bool may = false;       ///< it may start
    };
    /// What has to end on a card for an urgent task.
    struct Clearing {
        int card = -1;
        std::int64_t cost = 0;  ///< loading, and what those lose
        std::vector<StepId> steps;
    };
    struct Stall {
        bool all = true;
        std::int64_t since = 0;  ///< when the last of them began to wait
        std::pair<std::uint64_t, StepId> lightest{std::numeric_limits<std::uint64_t>::max(), StepId{}};
    };
    /// A time kept for the first task that fits nowhere now.
    struct Reservation {
        StepId step;
        int card = -1;
        std::int64_t at = 0;
        std::uint64_t spareBytes = 0;  ///< that are left beside it then
    };

    // dispatcher.cpp
    void index(Entry& entry);
    void unindex(const Entry& entry);
    void wake(std::int64_t now);
    void enter(const Task& task);
    std::map<std::pair<int, StepId>, Task>& readyOf(Entry& entry, const Task& task);
    [[nodiscard]] Prediction predict(const Task& task, int card) const;
    void learn(const Running& running);
    void leaveCard(Running& running);
    void noteDrawing(Entry& entry, int change);
    void start(const Choice& choice, int card, std::int64_t now, Decisions& decisions);

    // dispatcher_choice.cpp
    void startOthers(std::int64_t now, Decisions& decisions);
    bool startOn(int card, std::int64_t now, Decisions& decisions);
    std::optional<Choice> choose(int card, std::int64_t now);
    Choice tryEntry(Entry& entry, int card, std::int64_t now);
    Choice tryTask(Entry& entry, const Task& task, int card, std::int64_t now);
    [[nodiscard]] bool isPassedTooOften(const Entry& entry) const;
    [[nodiscard]] bool retriesWait() const;
    [[nodiscard]] bool hasUnits(const Task& task, const Card& card) const;
    /// But for memory.
    [[nodiscard]] bool mayTake(const Task& task, const Card& card) const {
        return (!card.promisedTo || *card.promisedTo == task.episode) && hasUnits(task, card);
    }
    [[nodiscard]] int holdersBeside(const Task& task, int card) const;
    [[nodiscard]] int distance(const Task& task, int card) const;
    [[nodiscard]] bool isDrained(const Task& task, int card, std::int64_t now) const;
    [[nodiscard]] bool otherIsEarlier(const Entry& entry, const Choice& choice, int card,
                                      std::int64_t now) const;
    void reserve(const Task& task, const Prediction& prediction, std::int64_t now);
    [[nodiscard]] bool delaysReserved(const Choice& choice, int card, std::int64_t now) const;
    /// When enough has ended on the card that the task fits.
    struct FitLater {
        std::int64_t at = 0;
        Fit fit;
    };
    [[nodiscard]] std::optional<FitLater> fitsAt(const Task& task, const Prediction& prediction, int card,
                                                 std::int64_t now) const;
    [[nodiscard]] double slowdown(const Task& task, int card) const;
    [[nodiscard]] std::int64_t loadingOf(const Task& task, int card) const;

    // dispatcher_preemption.cpp
    [[nodiscard]] bool mayBeEnded(StepId step, const Running& running, std::int64_t now) const;
    [[nodiscard]] std::optional<Clearing> clearing(const Task& task, int card, std::int64_t now) const;
    void preempt(std::int64_t now, Decisions& decisions);
    [[nodiscard]] std::vector<Stall> stalls() const;
    void endStalled(std::int64_t now, Decisions& decisions);
    void end(StepId step, Decisions& decisions);

    // dispatcher_reasons.cpp
    [[nodiscard]] const Task* waitingTask(StepId step) const;
    [[nodiscard]] std::string anyCardKind() const;
    [[nodiscard]] std::string tasksAhead(const Entry& entry, const Task& task) const;

    Rules rules_;
    Predictor& predictor_;
    Broker broker_;
    std::vector<Card> cards_;
    std::unordered_map<EpisodeId, Entry> entries_;
    std::set<OrderKey> onCards_, onNone_;                   ///< of episodes with ready tasks
    std::set<std::pair<std::int64_t, EpisodeId>> changes_;  ///< when keys change by themselves
    std::set<std::pair<std::int64_t, EpisodeId>> risen_;    ///< by submission, with ready tasks for cards
    std::set<std::pair<std::int64_t, StepId>> backingOff_;
    std::unordered_map<StepId, Task> waiting_;         ///< those that back off
    std::unordered_map<StepId, EpisodeId> episodeOf_;  ///< of offered tasks that do not run
    std::unordered_map<StepId, Running> running_;
    std::unordered_map<StepId, int> preemptions_;
    std::optional<Reservation> reservation_;
    int open_ = 0;                                ///< begun episodes that have work for cards left
    int sinceRisen_ = 0;                          ///< starts on cards since the last one of a risen episode
    std::vector<double> slowdowns_{1, 1.6, 2.5};  ///< of an image by how many run beside it: learned
    RetryPolicy retries_;                         ///< its share of the starts on cards
    double composing_ = 90'000;                   ///< a task on no card takes so long: learned
    bool freshOnly_ = false;                      ///< retries wait in the choice that is under way
    int stallsEnded_ = 0;
    std::int64_t now_ = 0;
};

}  // namespace manju::sched
