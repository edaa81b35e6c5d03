// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/ladder.h"

#include <algorithm>
#include <cmath>

namespace manju::sched {
namespace {

constexpr int kRetries = 2;  // after running out of memory, before the task gets a card for itself

std::uint64_t shareOf(double share, std::uint64_t bytes) {
    return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(bytes)));
}

bool changesSomething(Rung rung, const Demand& demand) {
    switch (rung) {
        case Rung::Full:
            return true;
        case Rung::TiledVae:
            return demand.mayTile;
        case Rung::OneByOne:
            return demand.batch > 1;
        case Rung::TwoPasses:
            return demand.guided;
        case Rung::EncodersOff:
            return demand.encoderBytes > 0;
        case Rung::SlicedAttention:
            return demand.attention;
        case Rung::Offload:
            return demand.unetBytes > 0;
    }
    return false;
}

void apply(Rung rung, RungPlan& plan) {
    plan.rung = rung;
    switch (rung) {
        case Rung::Full:
            return;
        case Rung::TiledVae:
            plan.tiledVae = true;
            return;
        case Rung::OneByOne:
            plan.batch = 1;
            return;
        case Rung::TwoPasses:
            plan.twoPasses = true;
            return;
        case Rung::EncodersOff:
            plan.encodersOff = true;
            return;
        case Rung::SlicedAttention:
            plan.slicedAttention = true;
            return;
        case Rung::Offload:
            plan.offload = true;
            return;
    }
}

}  // namespace

Ladder::Ladder(Options options) : options_(options) {
    for (Cost& cost : options_.costs) {
        if (!(cost.memory > 0 && cost.memory <= 1)) cost.memory = 1;
        if (!(cost.time >= 1 && std::isfinite(cost.time))) cost.time = 1;
    }
    options_.fixedShare = std::clamp(options_.fixedShare, 0.0, 1.0);
    options_.unetShareOffloaded = std::clamp(options_.unetShareOffloaded, 0.0, 1.0);
}

std::vector<RungPlan> Ladder::rungs(const Demand& demand) const {
    std::vector<RungPlan> plans;
    RungPlan plan;
    plan.batch = std::max(1, demand.batch);
    for (std::size_t i = 0; i < kRungs; ++i) {
        const auto rung = static_cast<Rung>(i);
        if (!changesSomething(rung, demand)) continue;
        apply(rung, plan);
        plan.memoryFactor *= options_.costs[i].memory;
        if (rung == Rung::OneByOne)
            plan.memoryFactor *= options_.fixedShare + (1 - options_.fixedShare) / demand.batch;
        const bool isFree = rung == Rung::EncodersOff && demand.textsEncoded;
        if (!isFree) plan.timeFactor *= options_.costs[i].time;
        plan.activationBytes = shareOf(plan.memoryFactor, demand.activationBytes);
        plan.weightBytes =
            demand.otherBytes + (plan.encodersOff ? 0 : demand.encoderBytes) +
            (plan.offload ? shareOf(1 - options_.unetShareOffloaded, demand.unetBytes) : demand.unetBytes);
        plans.push_back(plan);
    }
    return plans;
}

std::optional<RungPlan> Ladder::cheapest(const Demand& demand, std::uint64_t freeBytes, Rung first) const {
    // Every rung costs at least as much as those above it.
    for (const RungPlan& plan : rungs(demand))
        if (plan.rung >= first && plan.bytes() <= freeBytes) return plan;
    return std::nullopt;
}

std::optional<RungPlan> Ladder::afterOutOfMemory(const Demand& demand, const RungPlan& last,
                                                 int times) const {
    if (last.exclusive) return std::nullopt;
    const std::vector<RungPlan> all = rungs(demand);
    const auto further =
        std::ranges::find_if(all, [&](const RungPlan& plan) { return plan.rung > last.rung; });
    RungPlan next = further == all.end() ? last : *further;
    next.exclusive = further == all.end() || times > kRetries;
    return next;
}

}  // namespace manju::sched
