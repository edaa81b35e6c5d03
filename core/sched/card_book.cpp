// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/card_book.h"

#include <algorithm>
#include <tuple>

namespace manju::sched {
namespace {

std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
    return a > b ? a - b : 0;
}

}  // namespace

std::uint64_t CardBook::capacityBytes() const {
    const auto share =
        static_cast<std::uint64_t>(options_.cushionShare * static_cast<double>(state_.totalBytes));
    const std::uint64_t cushion = std::max(share, options_.cushionBlocks * options_.blockBytes);
    return minus(state_.totalBytes, state_.othersBytes + cushion);
}

std::uint64_t CardBook::residentBytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [id, resident] : residents_) bytes += resident.bytes;
    return bytes;
}

Fit CardBook::fit(const Task& task, std::uint64_t bytes, std::int64_t now,
                  std::span<const GrantId> ended) const {
    Fit fit;
    std::uint64_t missing = 0, all = 0;
    for (const Component& component : task.components) {
        all += component.bytes;
        if (!residents_.contains(component.id)) missing += component.bytes;
    }
    fit.neededBytes = bytes + missing;

    std::map<std::string, int> users;
    std::uint64_t capacity = capacityBytes();
    const std::uint64_t emptyCard = capacity + state_.othersBytes;
    for (const GrantId grant : ended) {
        capacity += ledger_.blocksOf(grant) * options_.blockBytes;
        for (const std::string& id : users_.at(grant)) --users[id];
    }
    struct Idle {
        bool hot;
        std::int64_t lastUsed;
        const std::string* id;
        std::uint64_t bytes;
    };
    std::vector<Idle> idle;
    std::uint64_t resident = 0, mayLeave = 0;
    bool busy = false;
    for (const auto& [id, held] : residents_) {
        resident += held.bytes;
        const auto change = users.find(id);
        const int running = held.users + (change == users.end() ? 0 : change->second);
        const auto wanted = std::ranges::find(task.components, id, &Component::id);
        if (wanted != task.components.end()) {
            busy = busy || (running > 0 && wanted->loraSet != held.loraSet);
        } else if (running == 0) {
            idle.push_back({held.lastUsed + options_.coolDown > now, held.lastUsed, &id, held.bytes});
            mayLeave += held.bytes;
        }
    }
    const bool reserved = task.oversize || users_.size() == ended.size();  // nothing is kept on an empty card
    const auto freeWith = [&](std::uint64_t residentBytes) {
        return ledger_.freeBlocks(reserved, minus(capacity, residentBytes + missing));
    };
    const std::uint64_t blocks = ledger_.blocksOf(bytes);
    // With everything gone that may go, the missing components not yet counted.
    fit.availableBytes =
        ledger_.freeBlocks(reserved, minus(capacity, resident - mayLeave)) * options_.blockBytes;
    if (!state_.usable) {
        fit.obstacle = Fit::Obstacle::Unusable;
    } else if (all + blocks * options_.blockBytes > emptyCard) {
        fit.obstacle = Fit::Obstacle::Never;
    } else if (busy) {
        fit.obstacle = Fit::Obstacle::Component;
    } else {
        std::ranges::sort(idle, {},
                          [](const Idle& each) { return std::tuple(each.hot, each.lastUsed, *each.id); });
        std::uint64_t left = resident;
        for (const Idle& each : idle) {
            if (left + missing <= capacity && blocks <= freeWith(left)) break;
            left -= each.bytes;
            fit.evict.push_back(*each.id);
        }
        if (left + missing > capacity || blocks > freeWith(left)) {
            fit.obstacle = Fit::Obstacle::Memory;
            fit.evict.clear();
        }
    }
    return fit;
}

GrantId CardBook::start(const Task& task, std::uint64_t bytes, const Fit& fit, std::int64_t now) {
    for (const std::string& id : fit.evict) residents_.erase(id);
    std::vector<std::string> used;
    for (const Component& component : task.components) {
        Resident& resident = residents_[component.id];
        if (resident.bytes == 0 || resident.loraSet != component.loraSet) resident.setSince = now;
        resident.bytes = component.bytes;
        resident.loraSet = component.loraSet;
        ++resident.users;
        resident.lastUsed = now;
        used.push_back(component.id);
    }
    ledger_.setCapacity(minus(capacityBytes(), residentBytes()));
    const GrantId grant = ledger_.admit(bytes, task.oversize || users_.empty()).value();
    users_.emplace(grant, std::move(used));
    return grant;
}

void CardBook::end(GrantId grant, std::int64_t now) {
    const auto found = users_.find(grant);
    for (const std::string& id : found->second) {
        Resident& resident = residents_.at(id);
        --resident.users;
        resident.lastUsed = now;
    }
    users_.erase(found);
    ledger_.release(grant);
}

void CardBook::clear() {
    residents_.clear();
    for (const auto& [grant, components] : users_) ledger_.release(grant);
    users_.clear();
}

}  // namespace manju::sched
