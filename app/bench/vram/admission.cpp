// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/admission.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <set>

#include "core/sched/block_ledger.h"
#include "core/sched/reserve.h"

namespace manju::bench {
namespace {

constexpr std::int64_t kMinute = 60'000;
constexpr std::uint64_t kCardBlocks = kAdmissionCardBytes / sched::BlockLedger::kBlockBytes;

struct Card {
    sched::BlockLedger ledger;
    sched::ReserveController controller{{.totalBlocks = kCardBlocks}};
    int oversizeTasks = 0;  ///< that run here, or wait and have asked here
};

/// Tasks that wait, the oldest first unless it does not fit and a smaller one does.
class Line {
public:
    void add(std::size_t task, std::uint64_t blocks) { byBlocks_[blocks].push_back(task); }
    [[nodiscard]] bool empty() const { return byBlocks_.empty(); }

    /// Offers tasks to `place` until it has refused one of each size.
    template <class Place>
    void serve(Place place) {
        std::set<std::uint64_t> refused;
        for (;;) {
            auto oldest = byBlocks_.end();
            for (auto queue = byBlocks_.begin(); queue != byBlocks_.end(); ++queue)
                if (!refused.contains(queue->first) &&
                    (oldest == byBlocks_.end() || queue->second.front() < oldest->second.front()))
                    oldest = queue;
            if (oldest == byBlocks_.end()) return;
            if (!place(oldest->second.front(), oldest->first)) {
                refused.insert(oldest->first);
                continue;
            }
            oldest->second.pop_front();
            if (oldest->second.empty()) byBlocks_.erase(oldest);
        }
    }

private:
    std::map<std::uint64_t, std::deque<std::size_t>> byBlocks_;
};

/// Over all days, in milliseconds.
struct Sums {
    std::vector<std::int64_t> oversizeWaits, ordinaryWaits;
    std::uint64_t inUse = 0, idle = 0;  ///< blocks times milliseconds
    std::int64_t passed = 0;
};

class Day {
public:
    Day(const std::vector<AdmissionTask>& tasks, ReserveRule rule, Sums& sums)
        : tasks_(tasks), rule_(rule), askedAt_(tasks.size()), sums_(sums) {
        for (Card& card : cards_) card.ledger.setCapacity(bytesForTasks());
    }

    void run() {
        std::int64_t minute = 0;
        while (next_ < tasks_.size() || !running_.empty() || !oversize_.empty() || !ordinary_.empty()) {
            std::int64_t time = minute * kMinute;
            if (next_ < tasks_.size()) time = std::min(time, tasks_[next_].arrival);
            if (!running_.empty()) time = std::min(time, running_.top().end);
            passTo(time);
            if (now_ == minute * kMinute) {
                for (Card& card : cards_) decideReserve(card);
                ++minute;
            }
            for (; !running_.empty() && running_.top().end <= now_; running_.pop()) end(running_.top());
            for (; next_ < tasks_.size() && tasks_[next_].arrival <= now_; ++next_) ask(next_);
            // The reserve is there for those that nothing else lets in, so they are asked first.
            oversize_.serve([this](std::size_t task, std::uint64_t blocks) {
                return admit(task, cardForOversize(task, blocks));
            });
            ordinary_.serve([this](std::size_t task, std::uint64_t blocks) {
                return admit(task, cardForOrdinary(blocks));
            });
        }
        sums_.passed += now_;
    }

private:
    struct Running {
        std::int64_t end = 0;
        std::size_t task = 0;
        Card* card = nullptr;
        sched::GrantId grant{};
        bool operator>(const Running& other) const {
            return std::pair(end, task) > std::pair(other.end, other.task);
        }
    };

    void passTo(std::int64_t time) {
        for (const Card& card : cards_) {
            sums_.inUse += card.ledger.reserveInUse() * static_cast<std::uint64_t>(time - now_);
            sums_.idle += card.ledger.reserveIdle() * static_cast<std::uint64_t>(time - now_);
        }
        now_ = time;
    }

    void decideReserve(Card& card) {
        card.ledger.setReserve(rule_ == ReserveRule::Dynamic ? card.controller.blocks(now_ / kMinute)
                               : rule_ == ReserveRule::Tenth ? (kCardBlocks + 5) / 10
                                                             : 0);
    }

    /// An oversize task asks at the card with the fewest of its like, the first among equals: so they gather
    /// on few cards, and the reserves of the others fall. An ordinary one is noted where it is let in.
    void ask(std::size_t index) {
        const AdmissionTask& task = tasks_[index];
        const std::uint64_t blocks = cards_[0].ledger.blocksOf(task.peakBytes);
        if (!task.oversize) return ordinary_.add(index, blocks);
        Card& card = *std::ranges::min_element(cards_, {}, &Card::oversizeTasks);
        ++card.oversizeTasks;
        askedAt_[index] = &card;
        card.controller.note(now_ / kMinute, true, blocks);
        decideReserve(card);
        oversize_.add(index, blocks);
    }

    Card* cardForOversize(std::size_t task, std::uint64_t blocks) {
        if (askedAt_[task]->ledger.freeBlocks(true) >= blocks) return askedAt_[task];
        for (Card& card : cards_)
            if (card.ledger.freeBlocks(true) >= blocks) return &card;
        return nullptr;
    }

    Card* cardForOrdinary(std::uint64_t blocks) {
        Card& card = *std::ranges::max_element(
            cards_, {}, [](const Card& each) { return each.ledger.freeBlocks(false); });
        return card.ledger.freeBlocks(false) >= blocks ? &card : nullptr;
    }

    bool admit(std::size_t index, Card* card) {
        if (card == nullptr) return false;
        const AdmissionTask& task = tasks_[index];
        const auto grant = card->ledger.admit(task.peakBytes, task.oversize);
        if (!grant) std::abort();  // it was free just now
        (task.oversize ? sums_.oversizeWaits : sums_.ordinaryWaits).push_back(now_ - task.arrival);
        if (task.oversize) {
            --askedAt_[index]->oversizeTasks;
            ++card->oversizeTasks;
        } else {
            card->controller.note(now_ / kMinute, false, card->ledger.blocksOf(task.peakBytes));
        }
        decideReserve(*card);
        running_.push({now_ + task.length, index, card, *grant});
        return true;
    }

    void end(const Running& running) {
        running.card->ledger.release(running.grant);
        if (tasks_[running.task].oversize) --running.card->oversizeTasks;
    }

    const std::vector<AdmissionTask>& tasks_;
    ReserveRule rule_;
    std::array<Card, kAdmissionCards> cards_;
    std::vector<Card*> askedAt_;  ///< by task; oversize ones only
    std::size_t next_ = 0;        ///< the task that comes next
    std::int64_t now_ = 0;
    Line oversize_, ordinary_;
    std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
    Sums& sums_;
};

AdmissionRun summary(Sums sums) {
    AdmissionRun run;
    run.tasks = sums.oversizeWaits.size() + sums.ordinaryWaits.size();
    run.oversize = sums.oversizeWaits.size();
    run.oversizeInTime = static_cast<std::uint64_t>(
        std::ranges::count_if(sums.oversizeWaits, [](std::int64_t wait) { return wait <= kLongestWait; }));
    std::ranges::sort(sums.oversizeWaits);
    if (run.oversize > 0) {
        run.oversizeWaitP99 = sums.oversizeWaits[run.oversize * 99 / 100];
        run.oversizeWaitMost = sums.oversizeWaits.back();
    }
    for (const std::int64_t wait : sums.ordinaryWaits)
        run.ordinaryWaitMean += static_cast<double>(wait) / static_cast<double>(sums.ordinaryWaits.size());
    const double whole =
        static_cast<double>(std::max<std::int64_t>(sums.passed, 1)) * kCardBlocks * kAdmissionCards;
    run.reserveInUse = static_cast<double>(sums.inUse) / whole;
    run.reserveIdle = static_cast<double>(sums.idle) / whole;
    return run;
}

}  // namespace

std::string_view idOf(ReserveRule rule) {
    switch (rule) {
        case ReserveRule::Dynamic:
            return "dynamic";
        case ReserveRule::Tenth:
            return "tenth";
        case ReserveRule::None:
            return "none";
    }
    return "";
}

double AdmissionRun::success() const {
    return oversize == 0 ? 1 : static_cast<double>(oversizeInTime) / static_cast<double>(oversize);
}

double AdmissionRun::usedShare() const {
    return reserveInUse > 0 ? reserveInUse / (reserveInUse + reserveIdle) : 0;
}

AdmissionRun runAdmission(std::span<const std::vector<AdmissionTask>> days, ReserveRule rule) {
    Sums sums;
    for (const std::vector<AdmissionTask>& day : days) Day(day, rule, sums).run();
    AdmissionRun run = summary(std::move(sums));
    run.rule = rule;
    return run;
}

std::vector<AdmissionRun> runAdmissionDays(std::uint64_t firstSeed, std::uint64_t count) {
    constexpr std::int64_t kHours = 24;
    std::vector<AdmissionRun> runs;
    for (const DayKind kind : kDayKinds) {
        std::vector<std::vector<AdmissionTask>> days;
        for (std::uint64_t i = 0; i < count; ++i) days.push_back(admissionDay(kind, firstSeed + i, kHours));
        for (const ReserveRule rule : kReserveRules) {
            runs.push_back(runAdmission(days, rule));
            runs.back().day = kind;
        }
    }
    return runs;
}

}  // namespace manju::bench
