// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/simulation.h"

#include <algorithm>
#include <cmath>

#include "core/sched/sim/detail/simulation_run.h"

namespace manju::sched::sim {
namespace {

constexpr double kGb = 1024.0 * 1024 * 1024;
constexpr std::int64_t kSecond = 1000;

}  // namespace

Simulation::Simulation(const Workload& workload, const Contender& contender, const SimulationOptions& options)
    : workload_(workload),
      contender_(contender),
      options_(options),
      policy_(*contender.policy),
      random_(options.seed ^ 0x73696d),
      retries_({.seed = options.seed}),
      storage_{LruBytes(static_cast<std::uint64_t>(options.farm.ramGb * kGb)), workload.loraBytes},
      episodes_(workload.episodes.size()),
      left_(workload.episodes.size()) {
    const FarmParameters& farm = options_.farm;
    for (std::size_t card = 0; card < farm.cardGb.size(); ++card) {
        cards_.emplace_back(farm, static_cast<std::uint64_t>(farm.cardGb[card] * kGb));
        cardStates_.emplace_back();
        if (farm.othersEverySeconds > 0) {
            cardStates_[card].wanted = random_.uniform(0, farm.othersMostGb);
            cards_[card].setOthers(static_cast<std::uint64_t>(cardStates_[card].wanted * kGb));
            plan(kSecond, What::Others, static_cast<std::int64_t>(card));
        }
        if (farm.crashHours > 0)
            plan(std::llround(random_.exponential(farm.crashHours * 3600 * kSecond)), What::Crash,
                 static_cast<std::int64_t>(card));
        cardStates_[card].told.kind = "card of " + std::to_string(std::llround(farm.cardGb[card])) + " GB";
        cardStates_[card].told.totalBytes = cards_[card].totalBytes();
        tellCard(card);
    }
    for (std::size_t index = 0; index < workload_.episodes.size(); ++index) {
        const SimEpisode& made = workload_.episodes[index];
        plan(made.episode.submitted, What::Submit, static_cast<std::int64_t>(index));
        ++submissions_;
        result_.episodes.push_back(
            {.episode = made.episode, .firstStart = {}, .finished = {}, .stepsWaited = 0, .etaError = {}});
        for (const SimTask& task : made.tasks)
            steps_[task.task.step] = {
                .truth = &task, .episode = index, .state = State::Hidden, .offered = task.task};
        steps_[made.composing.task.step] = {.truth = &made.composing,
                                            .episode = index,
                                            .state = State::Hidden,
                                            .offered = made.composing.task};
    }
}

void Simulation::plan(std::int64_t at, What what, std::int64_t which) {
    due_.push({at, sequence_++, what, which});
}

void Simulation::write(const Json& line) {
    if (options_.log) options_.log(line.dump());
}

void Simulation::tellCard(std::size_t card) {
    sched::CardState& told = cardStates_[card].told;
    told.othersBytes = cards_[card].othersBytes();
    policy_.setCard(static_cast<int>(card), told, now_);
    if (options_.log)
        write({{"at", now_},
               {"what", "card"},
               {"card", card},
               {"others", told.othersBytes},
               {"usable", told.usable}});
}

/// What other programs have is looked at once a second.
void Simulation::watchCards() {
    for (std::size_t card = 0; card < cards_.size(); ++card) {
        CardState& state = cardStates_[card];
        if (contender_.onUsed) contender_.onUsed(static_cast<int>(card), cards_[card].usedBytes());
        if (state.senses || state.told.othersBytes == cards_[card].othersBytes()) continue;
        state.senses = true;
        plan((now_ / kSecond + 1) * kSecond, What::Sense, static_cast<std::int64_t>(card));
    }
}

void Simulation::moveOthers(std::size_t card) {
    const FarmParameters& farm = options_.farm;
    double& wanted = cardStates_[card].wanted;
    wanted += random_.uniform(-2, 2) * farm.othersStepGb;
    if (wanted < 0) wanted = -wanted;
    if (wanted > farm.othersMostGb) wanted = 2 * farm.othersMostGb - wanted;
    wanted = std::clamp(wanted, 0.0, farm.othersMostGb);
    cards_[card].setOthers(static_cast<std::uint64_t>(wanted * kGb));
    const auto seconds =
        std::max<std::int64_t>(1, std::llround(random_.exponential(farm.othersEverySeconds)));
    plan(now_ + seconds * kSecond, What::Others, static_cast<std::int64_t>(card));
}

void Simulation::submit(std::size_t index) {
    const SimEpisode& made = workload_.episodes[index];
    EpisodeState& state = episodes_[index];
    --submissions_;
    state.tasks = state.tasksLeft = static_cast<int>(made.tasks.size());
    double longest = 0;
    for (const Card& card : cards_) longest = std::max(longest, card.longestStep());
    for (const SimTask& task : made.tasks) {
        state.remaining += task.task.time;
        if (longest <= 0 && task.task.shape.kind == TaskClass::Image) state.stepWhenSubmitted = task.step;
    }
    if (longest > 0) state.stepWhenSubmitted = longest;
    result_.episodes[index].alone = urgentOpen_ == 0;
    if (made.episode.urgent) ++urgentOpen_;
    if (options_.log)
        write({{"at", now_}, {"what", "submit"}, {"episode", made.episode.id}, {"tasks", made.tasks.size()}});
    policy_.put(made.episode);
    policy_.setRemaining(made.episode.id, state.remaining);
    for (const SimTask& task : made.tasks) offer(steps_.at(task.task.step), now_);
    if (made.tasks.empty()) offer(steps_.at(made.composing.task.step), now_);
}

void Simulation::crash(std::size_t card) {
    ++result_.crashes;
    if (options_.log) write({{"at", now_}, {"what", "crash"}, {"card", card}});
    cardStates_[card].goneForUrgent.clear();
    for (const StepId step : cards_[card].crash()) end(step, Ending::Crashed, 0, 0);
    if (!cardStates_[card].told.usable) return;
    cardStates_[card].told.usable = false;
    tellCard(card);
    plan(now_ + std::llround(options_.farm.restartSeconds * kSecond), What::Restart,
         static_cast<std::int64_t>(card));
}

void Simulation::happen(const Due& due) {
    const auto index = static_cast<std::size_t>(due.which);
    switch (due.what) {
        case What::Submit:
            return submit(index);
        case What::Others:
            return moveOthers(index);
        case What::Sense:
            cardStates_[index].senses = false;
            return tellCard(index);
        case What::Crash:
            crash(index);
            return plan(now_ + std::llround(random_.exponential(options_.farm.crashHours * 3600 * kSecond)),
                        What::Crash, due.which);
        case What::Restart:
            cardStates_[index].told.usable = true;
            return tellCard(index);
        case What::ComposingEnd: {
            const StepId step(due.which);
            const Step& of = steps_.at(step);
            return end(step, failsNow(of) ? Ending::Failed : Ending::Done, 0, 0);
        }
    }
}

std::optional<std::int64_t> Simulation::nextTime() {
    std::optional<std::int64_t> next;
    const auto consider = [&](std::optional<std::int64_t> at) {
        if (at) next = std::min(next.value_or(*at), *at);
    };
    if (!due_.empty()) consider(due_.top().at);
    for (const Card& card : cards_) consider(card.next());
    consider(policy_.nextDecision(now_ + 1));
    return next;
}

/// Only cards change from now on: whoever waits, waits for ever if no policy acts. An hour of that is enough.
bool Simulation::nothingLeftToHappen() {
    if (!runs_.empty() || submissions_ > 0 || waiting_ == 0) return false;
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max(), latest = 0;
    for (const auto& [id, step] : steps_) {
        if (step.state != State::Waiting) continue;
        earliest = std::min(earliest, step.since);
        latest = std::max(latest, step.since);
    }
    return latest + 3600 * kSecond < now_;
}

void Simulation::advance(std::int64_t to) {
    const auto elapsed = static_cast<double>(to - now_);
    if (waitingForCards_ > 0 || runningOnCards_ > 0) result_.demand += elapsed;
    for (Card& card : cards_) {
        if (card.running() == 0 && waitingForCards_ > 0) result_.idleWhileWaiting += elapsed;
        card.advance(to);
    }
    now_ = to;
}

void Simulation::giveUpAll() {
    result_.deadlocked = 1;
    for (const auto& [id, step] : steps_)
        if (step.state == State::Waiting) violation("lost", id);
}

SimulationResult Simulation::run() {
    std::int64_t checked = 0;
    while (left_ > 0) {
        decide();
        watchCards();
        const auto next = nextTime();
        if (!next || *next > options_.mostTime || (checked + 600 * kSecond < now_ && nothingLeftToHappen())) {
            giveUpAll();
            break;
        }
        if (checked + 600 * kSecond < now_) checked = now_;
        advance(std::max(*next, now_));
        ++result_.events;
        takeAll();
        while (!due_.empty() && due_.top().at <= now_) {
            const Due due = due_.top();
            due_.pop();
            happen(due);
        }
    }
    result_.end = now_;
    for (const Card& card : cards_) {
        result_.held += card.sums().held;
        result_.loadingOnly += card.sums().loadingOnly;
        result_.imageWork += card.sums().imageWork;
        result_.voiceWork += card.sums().voiceWork;
    }
    return std::move(result_);
}

SimulationResult simulate(const Workload& workload, const Contender& contender,
                          const SimulationOptions& options) {
    return Simulation(workload, contender, options).run();
}

}  // namespace manju::sched::sim
