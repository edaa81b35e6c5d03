// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <queue>
#include <set>
#include <unordered_map>

#include "core/base/json.h"
#include "core/sched/random.h"
#include "core/sched/sim/card.h"
#include "core/sched/sim/simulation.h"

namespace manju::sched::sim {

/// One simulation under way; see simulate().
class Simulation {
public:
    Simulation(const Workload& workload, const Contender& contender, const SimulationOptions& options);
    SimulationResult run();

private:
    enum class State : std::uint8_t { Hidden, Waiting, Running, Over };
    struct Step {
        const SimTask* truth = nullptr;
        std::size_t episode = 0;
        State state = State::Hidden;
        Task offered;
        int failures = 0;        ///< that have happened
        double sampled = 0;      ///< milliseconds that are saved
        std::int64_t since = 0;  ///< that it may run
        [[nodiscard]] std::int64_t timeLeft() const {
            return std::llround(offered.left * static_cast<double>(offered.time));
        }
    };
    struct Run {
        std::vector<StepId> members;  ///< the start's first
        int card = -1;
        std::uint64_t granted = 0;
        std::int64_t started = 0;
        Needs needs;
    };
    struct EpisodeState {
        int tasksLeft = 0, tasksDone = 0, tasks = 0;
        bool gaveUp = false, over = false;
        double stepWhenSubmitted = 0;
        std::int64_t remaining = 0;
        std::optional<std::pair<std::int64_t, std::int64_t>> eta;  ///< said at, expected
    };
    struct CardState {
        sched::CardState told;
        double wanted = 0;  ///< by other programs, Gb
        bool senses = false;
        std::set<std::string> goneForUrgent;
    };
    enum class What : std::uint8_t { Submit, Others, Sense, Crash, Restart, ComposingEnd };
    struct Due {
        std::int64_t at = 0;
        std::uint64_t sequence = 0;
        What what{};
        std::int64_t which = 0;  ///< index of an episode or card, or the step of a run
        friend bool operator>(const Due& a, const Due& b) {
            return a.at != b.at ? a.at > b.at : a.sequence > b.sequence;
        }
    };

    // simulation.cpp
    void plan(std::int64_t at, What what, std::int64_t which);
    [[nodiscard]] std::optional<std::int64_t> nextTime();
    [[nodiscard]] bool nothingLeftToHappen();
    void advance(std::int64_t to);
    void happen(const Due& due);
    void submit(std::size_t index);
    void moveOthers(std::size_t card);
    void tellCard(std::size_t card);
    void watchCards();
    void crash(std::size_t card);
    void giveUpAll();

    // simulation_start.cpp
    void decide();
    void start(const Start& start);
    [[nodiscard]] bool mayStart(const Start& start, std::vector<StepId>& members);
    /// `takesMemory`: it does, so that a card that others have filled since is no excuse.
    void checkGrants(const Run& run, StepId step, bool takesMemory);
    void count(const Start& start, const Run& run);
    [[nodiscard]] CardRun cardRun(const Run& run, int rung) const;
    void startOnCard(const Start& start, Run run);
    void note(const Start& start, const Run& run, std::int64_t loading);
    void violation(const char* rule, StepId step);
    void write(const Json& line);

    // simulation_end.cpp
    void takeAll();
    void happened(const Card::Happened& what);
    void end(StepId step, Ending ending, std::uint64_t peakBytes, double sampled);
    [[nodiscard]] std::optional<std::int64_t> retryDelay(const Task& task, Ending ending) const;
    void endMember(StepId step, Ending ending, double sampled);
    void offer(Step& step, std::int64_t notBefore);
    void taskOver(Step& step, bool done);
    void episodeOver(std::size_t index, bool finished);
    void askEta(std::size_t index);
    [[nodiscard]] bool failsNow(const Step& step) const { return step.failures < step.truth->failures; }

    const Workload& workload_;
    const Contender& contender_;
    const SimulationOptions& options_;
    Policy& policy_;
    Random random_;
    RetryPolicy retries_;
    Storage storage_;
    std::vector<Card> cards_;
    std::vector<CardState> cardStates_;
    std::vector<EpisodeState> episodes_;
    std::unordered_map<StepId, Step> steps_;
    std::unordered_map<StepId, Run> runs_;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    std::uint64_t sequence_ = 0;
    std::int64_t now_ = 0;
    std::size_t left_ = 0;         ///< episodes that are not over
    int urgentOpen_ = 0;           ///< urgent episodes that are under way
    std::size_t submissions_ = 0;  ///< to come
    int waitingForCards_ = 0, runningOnCards_ = 0, waiting_ = 0;
    int threads_ = 0, encoders_ = 0;  ///< in use
    std::set<int> lostInDecision_;    ///< cards that went down with one of the same decision's starts
    SimulationResult result_;
};

}  // namespace manju::sched::sim
