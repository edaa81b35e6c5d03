// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/sched/policy.h"

namespace manju::sched::sim {

/// What other ways of scheduling differ in. Each has an order of episodes; the tasks of an episode go by
/// position, images before voices.
struct BaselineRules {
    enum class Order : std::uint8_t {
        Submitted,         ///< first come, first served
        ShortestWork,      ///< what remains of the episode; nothing ages
        EarliestDeadline,  ///< those without a deadline last
        Affinity,          ///< each card takes what it has the weights and LoRAs for, as long as there is any
    };
    enum class Admission : std::uint8_t {
        ExclusiveCard,  ///< one task a card
        FlatGuess,      ///< an image takes 5 GB and a voice 2 beside the weights, whatever they declare
        UsedShare,      ///< as long as less than `usedShare` of the card is measured as used
        Declared,       ///< `factor` times what is declared fits
    };
    Order order = Order::Submitted;
    Admission admission = Admission::Declared;
    bool keepsWeights = true;      ///< they stay until room is needed; else until a task without them comes
    bool composesOnCards = false;  ///< composing takes memory of a card as well, which nobody declares
    double factor = 1.2, cushionShare = 0.05, usedShare = 0.8;
    int images = 2, voices = 2;  ///< at once on a card, unless it is exclusive
};

/// The schedulers that ours is compared with. Urgency, reservations, preemption, ageing and affinity's bounds
/// are not in them.
class Baseline final : public Policy {
public:
    Baseline(const BaselineRules& rules, const Host& host, std::size_t cards)
        : rules_(rules), threads_(host.cpuThreads), cards_(cards) {}

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

    /// For Admission::UsedShare: measured, of a card.
    void setUsed(int card, std::uint64_t bytes) { cards_[static_cast<std::size_t>(card)].used = bytes; }

private:
    enum Lane : std::size_t { kImages, kOversize, kVoices, kOthers, kLanes };
    using Key = std::tuple<std::int64_t, std::int64_t, EpisodeId>;
    using Ready = std::map<std::pair<int, StepId>, Task>;
    struct Entry {
        Episode episode;
        std::int64_t remaining = 0;
        Key key;
        std::map<std::pair<int, StepId>, Task> lanes[kLanes];
    };
    struct Held {
        std::uint64_t bytes = 0;
        std::string loraSet;
        int users = 0;
        std::int64_t lastUsed = 0;
    };
    struct Card {
        CardState state;
        std::map<std::string, Held> components;
        std::uint64_t granted = 0, used = 0;
        int running = 0, images = 0, voices = 0;
    };
    struct Running {
        Task task;
        int card = -1;
        std::uint64_t granted = 0;
        bool onCard = false;  ///< it still needs it
    };
    struct Place {
        int card = -1;
        std::uint64_t bytes = 0;
        std::vector<std::string> evict;
        int distance = 3;  ///< 0: the card has all; 1: the weights; 2: nothing of it
    };

    [[nodiscard]] Key keyOf(const Entry& entry) const;
    static Lane laneOf(const Task& task);
    void enter(const Task& task);
    void wake(std::int64_t now);
    void startOthers(std::int64_t now, Decisions& decisions);
    void startInOrder(std::int64_t now, Decisions& decisions);
    void startByAffinity(std::int64_t now, Decisions& decisions);
    [[nodiscard]] std::vector<const Task*> firstsOf(const Entry& entry) const;
    [[nodiscard]] std::optional<Place> placeOn(int card, const Task& task) const;
    [[nodiscard]] std::optional<Place> place(const Task& task) const;
    [[nodiscard]] std::uint64_t bytesFor(const Task& task, const Card& card) const;
    [[nodiscard]] bool mayJoin(const Task& task, const Card& card) const;
    void leave(Running& running, std::int64_t now);
    [[nodiscard]] int distanceOn(const Card& card, const Task& task) const;
    void start(const Task& task, const Place& place, std::int64_t now, Decisions& decisions);

    BaselineRules rules_;
    int threads_;  ///< free
    std::vector<Card> cards_;
    std::unordered_map<EpisodeId, Entry> entries_;
    std::set<Key> order_;
    std::unordered_map<StepId, Running> running_;
    std::int64_t now_ = 0;  ///< of the last decision
    std::map<std::pair<std::int64_t, StepId>, Task> backingOff_;
    std::unordered_map<StepId, EpisodeId> ready_;
};

}  // namespace manju::sched::sim
