// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/baseline.h"

#include <algorithm>
#include <limits>

namespace manju::sched::sim {
namespace {

constexpr std::uint64_t kGb = std::uint64_t{1} << 30;

}  // namespace

Baseline::Lane Baseline::laneOf(const Task& task) {
    if (!task.needsCard()) return kOthers;
    if (task.shape.kind == TaskClass::Voice) return kVoices;
    return task.oversize ? kOversize : kImages;
}

Baseline::Key Baseline::keyOf(const Entry& entry) const {
    const Episode& episode = entry.episode;
    constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    switch (rules_.order) {
        case BaselineRules::Order::ShortestWork:
            return {entry.remaining, episode.submitted, episode.id};
        case BaselineRules::Order::EarliestDeadline:
            return {episode.deadline.value_or(never), episode.submitted, episode.id};
        case BaselineRules::Order::Submitted:
        case BaselineRules::Order::Affinity:
            break;
    }
    return {0, episode.submitted, episode.id};
}

void Baseline::put(const Episode& episode) {
    Entry& entry = entries_[episode.id];
    order_.erase(entry.key);
    entry.episode = episode;
    entry.key = keyOf(entry);
    order_.insert(entry.key);
}

void Baseline::setRemaining(EpisodeId episode, std::int64_t time) {
    const auto found = entries_.find(episode);
    if (found == entries_.end()) return;
    order_.erase(found->second.key);
    found->second.remaining = time;
    found->second.key = keyOf(found->second);
    order_.insert(found->second.key);
}

void Baseline::remove(EpisodeId episode) {
    const auto found = entries_.find(episode);
    if (found == entries_.end()) return;
    order_.erase(found->second.key);
    std::erase_if(ready_, [&](const auto& each) { return each.second == episode; });
    std::erase_if(backingOff_, [&](const auto& each) { return each.second.episode == episode; });
    entries_.erase(found);
}

void Baseline::offer(const Task& task, std::int64_t now) {
    withdraw(task.step);
    if (task.notBefore > now)
        backingOff_.emplace(std::pair(task.notBefore, task.step), task);
    else
        enter(task);
}

void Baseline::enter(const Task& task) {
    const auto entry = entries_.find(task.episode);
    if (entry == entries_.end()) return;
    entry->second.lanes[laneOf(task)].emplace(std::pair(task.position, task.step), task);
    ready_[task.step] = task.episode;
}

void Baseline::withdraw(StepId step) {
    std::erase_if(backingOff_, [&](const auto& each) { return each.first.second == step; });
    const auto found = ready_.find(step);
    if (found == ready_.end()) return;
    for (auto& lane : entries_.at(found->second).lanes)
        std::erase_if(lane, [&](const auto& each) { return each.first.second == step; });
    ready_.erase(found);
}

void Baseline::setCard(int card, const CardState& state, std::int64_t) {
    Card& own = cards_[static_cast<std::size_t>(card)];
    own.state = state;
    if (!state.usable) own.components.clear();
}

void Baseline::wake(std::int64_t now) {
    while (!backingOff_.empty() && backingOff_.begin()->first.first <= now)
        enter(backingOff_.extract(backingOff_.begin()).mapped());
}

Decisions Baseline::decide(std::int64_t now) {
    now_ = now;
    wake(now);
    Decisions decisions;
    startOthers(now, decisions);
    if (rules_.order == BaselineRules::Order::Affinity)
        startByAffinity(now, decisions);
    else
        startInOrder(now, decisions);
    return decisions;
}

void Baseline::startOthers(std::int64_t now, Decisions& decisions) {
    for (const Key& key : order_) {
        auto& lane = entries_.at(std::get<EpisodeId>(key)).lanes[kOthers];
        while (!lane.empty() && lane.begin()->second.needs.cpuThreads <= threads_) {
            const Task task = lane.begin()->second;
            Place place;
            if (rules_.composesOnCards) {
                const auto least = std::ranges::min_element(cards_, {}, &Card::granted);
                if (least->state.usable) place.card = static_cast<int>(least - cards_.begin());
            }
            start(task, place, now, decisions);
        }
    }
}

/// The first images and the first voice: the others of the episode are like them.
std::vector<const Task*> Baseline::firstsOf(const Entry& entry) const {
    std::vector<const Task*> firsts;
    for (const Lane lane : {kImages, kOversize, kVoices})
        if (!entry.lanes[lane].empty()) firsts.push_back(&entry.lanes[lane].begin()->second);
    if (firsts.size() > 1 && firsts[1]->oversize && firsts[1]->position < firsts[0]->position)
        std::swap(firsts[0], firsts[1]);
    return firsts;
}

void Baseline::startInOrder(std::int64_t now, Decisions& decisions) {
    const auto idle = [this] {
        return std::ranges::any_of(cards_,
                                   [](const Card& card) { return card.state.usable && card.running == 0; });
    };
    for (const Key& key : order_) {
        if (rules_.admission == BaselineRules::Admission::ExclusiveCard && !idle()) return;
        const Entry& entry = entries_.at(std::get<EpisodeId>(key));
        for (bool started = true; started;) {
            started = false;
            for (const Task* task : firstsOf(entry)) {
                const auto found = place(*task);
                if (!found) continue;
                start(Task(*task), *found, now, decisions);
                started = true;
                break;
            }
        }
    }
}

void Baseline::startByAffinity(std::int64_t now, Decisions& decisions) {
    for (int card = 0; card < static_cast<int>(cards_.size()); ++card)
        for (;;) {
            const Task* best = nullptr;
            Place bestPlace;
            for (const Key& key : order_)
                for (const Task* task : firstsOf(entries_.at(std::get<EpisodeId>(key)))) {
                    if (distanceOn(cards_[static_cast<std::size_t>(card)], *task) >= bestPlace.distance)
                        continue;
                    if (const auto found = placeOn(card, *task)) {
                        best = task;
                        bestPlace = *found;
                    }
                }
            if (best == nullptr) break;
            start(Task(*best), bestPlace, now, decisions);
        }
}

int Baseline::distanceOn(const Card& card, const Task& task) const {
    int distance = 0;
    for (const Component& component : task.components) {
        const auto found = card.components.find(component.id);
        if (found == card.components.end())
            distance = 2;
        else if (found->second.loraSet != component.loraSet)
            distance = std::max(distance, 1);
    }
    return distance;
}

std::uint64_t Baseline::bytesFor(const Task& task, const Card& card) const {
    switch (rules_.admission) {
        case BaselineRules::Admission::UsedShare:
            return 0;
        case BaselineRules::Admission::FlatGuess:
            return task.shape.kind == TaskClass::Image ? 5 * kGb : 2 * kGb;
        case BaselineRules::Admission::ExclusiveCard:
        case BaselineRules::Admission::Declared:
            break;
    }
    // The largest are tried on a card without anything else, even if the factor does not fit.
    const double wanted = rules_.factor * static_cast<double>(task.needs.cardBytes);
    if (card.running > 0) return static_cast<std::uint64_t>(wanted);
    return std::min(static_cast<std::uint64_t>(wanted), std::max(task.needs.cardBytes, 10 * kGb));
}

bool Baseline::mayJoin(const Task& task, const Card& card) const {
    if (!card.state.usable) return false;
    for (const Component& component : task.components) {
        const auto found = card.components.find(component.id);
        if (found != card.components.end() && found->second.users > 0 &&
            found->second.loraSet != component.loraSet)
            return false;
    }
    const bool image = task.shape.kind == TaskClass::Image;
    switch (rules_.admission) {
        case BaselineRules::Admission::ExclusiveCard:
            return card.running == 0;
        case BaselineRules::Admission::UsedShare:
            if (static_cast<double>(card.used) >=
                rules_.usedShare * static_cast<double>(card.state.totalBytes))
                return false;
            break;
        case BaselineRules::Admission::FlatGuess:
        case BaselineRules::Admission::Declared:
            break;
    }
    return image ? card.images < rules_.images : card.voices < rules_.voices;
}

std::optional<Baseline::Place> Baseline::placeOn(int index, const Task& task) const {
    const Card& card = cards_[static_cast<std::size_t>(index)];
    if (!mayJoin(task, card)) return std::nullopt;
    Place place{
        .card = index, .bytes = bytesFor(task, card), .evict = {}, .distance = distanceOn(card, task)};
    const double share = rules_.admission == BaselineRules::Admission::Declared ? rules_.cushionShare : 0;
    std::uint64_t taken = place.bytes + card.granted + card.state.othersBytes +
                          static_cast<std::uint64_t>(share * static_cast<double>(card.state.totalBytes));
    std::uint64_t missing = 0, leaving = 0;
    const auto needs = [&](const std::string& id) {
        return std::ranges::any_of(task.components, [&](const Component& each) { return each.id == id; });
    };
    for (const Component& component : task.components)
        if (!card.components.contains(component.id)) missing += component.bytes;
    taken += missing;
    std::vector<std::pair<std::int64_t, const std::string*>> idle;
    for (const auto& [id, held] : card.components) {
        taken += held.bytes;
        if (held.users == 0 && !needs(id)) idle.emplace_back(held.lastUsed, &id);
    }
    std::ranges::sort(idle, {}, [](const auto& each) { return std::pair(each.first, *each.second); });
    for (const auto& [lastUsed, id] : idle) {
        if (rules_.keepsWeights && taken <= card.state.totalBytes) break;
        leaving += card.components.at(*id).bytes;
        taken -= card.components.at(*id).bytes;
        place.evict.push_back(*id);
    }
    if (taken > card.state.totalBytes) return std::nullopt;
    // What is measured has room for the weights, at least.
    const bool measured = rules_.admission == BaselineRules::Admission::UsedShare;
    if (measured && card.used + card.state.othersBytes + missing > card.state.totalBytes + leaving)
        return std::nullopt;
    return place;
}

std::optional<Baseline::Place> Baseline::place(const Task& task) const {
    std::optional<Place> best;
    for (int card = 0; card < static_cast<int>(cards_.size()); ++card) {
        auto found = placeOn(card, task);
        if (!found) continue;
        const bool firstFit = rules_.admission == BaselineRules::Admission::FlatGuess ||
                              rules_.admission == BaselineRules::Admission::UsedShare;
        if (firstFit) return found;
        if (!best || found->distance < best->distance) best = std::move(found);
    }
    return best;
}

void Baseline::start(const Task& task, const Place& place, std::int64_t now, Decisions& decisions) {
    withdraw(task.step);
    threads_ -= task.needs.cpuThreads;
    if (place.card >= 0) {
        Card& card = cards_[static_cast<std::size_t>(place.card)];
        for (const std::string& id : place.evict) {
            const auto gone = card.components.find(id);
            card.used -= std::min(card.used, gone->second.bytes);
            card.components.erase(gone);
        }
        for (const Component& component : task.components) {
            Held& held = card.components[component.id];
            if (held.bytes == 0) card.used += component.bytes;
            held.bytes = component.bytes;
            held.loraSet = component.loraSet;
            held.lastUsed = now;
            ++held.users;
        }
        card.granted += place.bytes;
        ++card.running;
        if (task.shape.kind == TaskClass::Image) ++card.images;
        if (task.shape.kind == TaskClass::Voice) ++card.voices;
    }
    running_[task.step] = {task, place.card, place.bytes, place.card >= 0};
    Start start;
    start.step = task.step;
    start.card = place.card;
    start.evict = place.evict;
    start.grantedBytes = place.bytes;
    decisions.starts.push_back(std::move(start));
}

/// It needs the card no longer.
void Baseline::leave(Running& running, std::int64_t now) {
    if (!running.onCard) return;
    running.onCard = false;
    Card& card = cards_[static_cast<std::size_t>(running.card)];
    card.granted -= running.granted;
    running.granted = 0;
    --card.running;
    if (running.task.shape.kind == TaskClass::Image) --card.images;
    if (running.task.shape.kind == TaskClass::Voice) --card.voices;
    for (const Component& component : running.task.components)
        if (const auto held = card.components.find(component.id); held != card.components.end()) {
            --held->second.users;
            held->second.lastUsed = now;
        }
}

void Baseline::shrink(StepId step, const Needs& needs) {
    const auto found = running_.find(step);
    // Those that do not predict give a card back at the end only.
    if (found == running_.end() || rules_.admission != BaselineRules::Admission::Declared) return;
    if (needs.cardBytes == 0) leave(found->second, now_);
}

void Baseline::ended(StepId step, const Ended& ended, std::int64_t now) {
    const auto found = running_.find(step);
    if (found == running_.end()) return;
    threads_ += found->second.task.needs.cpuThreads;
    leave(found->second, now);
    if (found->second.card >= 0 && ended.ending == Ending::Crashed)
        cards_[static_cast<std::size_t>(found->second.card)].components.clear();
    running_.erase(found);
}

std::optional<std::int64_t> Baseline::nextDecision(std::int64_t now) const {
    if (backingOff_.empty()) return std::nullopt;
    return std::max(now, backingOff_.begin()->first.first);
}

}  // namespace manju::sched::sim
