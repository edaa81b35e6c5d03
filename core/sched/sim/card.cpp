// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/sim/card.h"

#include <algorithm>
#include <cmath>

namespace manju::sched::sim {
namespace {

constexpr double kGb = 1024.0 * 1024 * 1024;
/// Parts whose rest is smaller have ended: work is measured in milliseconds, and rates are fractions.
constexpr double kNothing = 1e-6;

std::uint64_t bytesOfGb(double gb) {
    return static_cast<std::uint64_t>(gb * kGb);
}

}  // namespace

Card::Card(const FarmParameters& farm, std::uint64_t totalBytes)
    : farm_(farm), total_(totalBytes), loras_(farm.loraCache ? bytesOfGb(farm.loraCacheGb) : 0) {}

std::uint64_t Card::residentBytes() const {
    std::uint64_t bytes = 0;
    for (const auto& [id, resident] : residents_) bytes += resident.bytes;
    return bytes;
}

double Card::memoryShare(Part part) {
    switch (part) {
        case Part::Encode:
            return 0.3;
        case Part::Sample:
            return 1;
        case Part::Decode:
            return 0.8;
        case Part::Load:
        case Part::Host:
            break;
    }
    return 0;
}

std::uint64_t Card::bytesOf(const Run& run) {
    // What a composing task or a voice has, it has all the time.
    const double share = run.run.kind == TaskClass::Image ? memoryShare(run.part)
                         : run.part == Part::Load         ? 0
                                                          : 1;
    return static_cast<std::uint64_t>(share * static_cast<double>(run.run.peakBytes));
}

std::uint64_t Card::usedBytes() const {
    std::uint64_t bytes = residentBytes();
    for (const Run& run : runs_) bytes += bytesOf(run);
    return bytes;
}

void Card::setOthers(std::uint64_t bytes) {
    wanted_ = bytes;
    const std::uint64_t used = usedBytes();
    others_ = std::min(wanted_, total_ > used ? total_ - used : 0);
    if (loras_.bytes() > total_ - std::min(total_, used + others_)) loras_.shrinkTo(total_ - used - others_);
}

void Card::loadLoras(const Component& component, Storage& storage, Loading& loading, double& seconds) {
    for (const std::string& lora : component.loras) {
        const auto size = storage.loraBytes.find(lora);
        const std::uint64_t bytes = size == storage.loraBytes.end() ? 1 : size->second;
        const bool onCard = loras_.touch(lora);
        const bool inRam = farm_.ramTier && storage.ram.touch(lora);
        if (onCard) {
            ++loading.loraResident;
        } else {
            seconds += inRam ? farm_.loraRamSeconds : farm_.loraColdSeconds;
        }
        if (onCard || inRam) ++loading.loraFromRam;
        if (farm_.ramTier) storage.ram.add(lora, bytes);
        loras_.add(lora, bytes);
        seconds += farm_.mergeSeconds;
    }
}

void Card::load(const Component& component, Storage& storage, Loading& loading) {
    loading.loraUses += static_cast<int>(component.loras.size());
    const auto found = residents_.find(component.id);
    const bool present = found != residents_.end();
    if (present && found->second.users > 0 && found->second.loraSet != component.loraSet)
        loading.conflict = true;
    double seconds = 0;
    if (present && found->second.loraSet == component.loraSet) {
        loading.loraResident += static_cast<int>(component.loras.size());
        loading.loraFromRam += static_cast<int>(component.loras.size());
        for (const std::string& lora : component.loras) {
            loras_.touch(lora);
            storage.ram.touch(lora);
        }
    } else {
        if (!present) {
            const bool inRam = farm_.ramTier && storage.ram.touch(component.id);
            if (farm_.ramTier) storage.ram.add(component.id, component.bytes);
            const double share = static_cast<double>(component.bytes) / (farm_.weightsGb * kGb);
            seconds += share * (inRam ? farm_.ramSeconds : farm_.coldSeconds);
            ++loading.components;
            loading.cold += inRam ? 0 : 1;
            loading.loaded.push_back(component.id);
        }
        loadLoras(component, storage, loading, seconds);
    }
    Resident& resident = residents_[component.id];
    resident.bytes = component.bytes;
    resident.loraSet = component.loraSet;
    const std::int64_t begins = std::max(resident.readyAt, now_ + loading.time);
    if (seconds > 0) resident.readyAt = begins + std::llround(1000 * seconds);
    loading.time = std::max(loading.time, resident.readyAt - now_);
    ++resident.users;
}

Loading Card::begin(const CardRun& run, const Task& task, const std::vector<std::string>& evict,
                    Storage& storage) {
    Loading loading;
    for (const std::string& id : evict) {
        const auto found = residents_.find(id);
        if (found == residents_.end()) continue;
        if (found->second.users > 0)
            loading.evictsUsed = true;
        else
            residents_.erase(found);
    }
    std::uint64_t missing = 0;
    for (const Component& component : task.components)
        if (!residents_.contains(component.id)) missing += component.bytes;
    if (usedBytes() + others_ + missing > total_) {
        loading.outOfMemory = true;
        return loading;
    }
    Run begun;
    begun.run = run;
    for (const Component& component : task.components) {
        load(component, storage, loading);
        begun.components.push_back(component.id);
    }
    begun.left = static_cast<double>(loading.time);
    runs_.push_back(std::move(begun));
    setOthers(wanted_);
    return loading;
}

double Card::rateOf(const Run& run) const {
    if (!run.onCard() || run.run.kind != TaskClass::Image) return 1;
    std::size_t images = 0, voices = 0;
    for (const Run& each : runs_) {
        if (!each.onCard()) continue;
        ++(each.run.kind == TaskClass::Image ? images : voices);
    }
    const double efficiency = farm_.efficiency[std::min(images, farm_.efficiency.size()) - 1];
    const double rest = std::max(0.1, 1 - farm_.voiceShare * static_cast<double>(voices));
    return efficiency * rest / static_cast<double>(images);
}

double Card::longestStep() const {
    double longest = 0;
    for (const Run& run : runs_)
        if (run.run.kind == TaskClass::Image && run.part == Part::Sample)
            longest = std::max(longest, run.run.stepTime / rateOf(run));
    return longest;
}

std::optional<std::int64_t> Card::next() const {
    std::optional<std::int64_t> next;
    for (const Run& run : runs_) {
        const double rest = std::max(0.0, run.left - run.stopAt);
        const auto millis =
            rest <= kNothing ? 0 : static_cast<std::int64_t>(std::ceil(rest / rateOf(run) - kNothing));
        next = std::min(next.value_or(now_ + millis), now_ + millis);
    }
    return next;
}

void Card::advance(std::int64_t now) {
    const auto elapsed = static_cast<double>(now - now_);
    if (elapsed > 0 && !runs_.empty()) {
        bool allLoad = true;
        std::vector<double> rates;
        for (const Run& run : runs_) {
            rates.push_back(rateOf(run));
            allLoad = allLoad && run.part == Part::Load;
        }
        sums_.held += elapsed;
        if (allLoad) sums_.loadingOnly += elapsed;
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            const double done = std::min(runs_[i].left, elapsed * rates[i]);
            runs_[i].left -= done;
            if (runs_[i].onCard())
                (runs_[i].run.kind == TaskClass::Image ? sums_.imageWork : sums_.voiceWork) += done;
        }
    }
    now_ = now;
}

std::optional<Card::Part> Card::nextPart(const Run& run) const {
    if (run.part == Part::Host) return std::nullopt;
    for (int part = static_cast<int>(run.part) + 1; part <= static_cast<int>(Part::Host); ++part) {
        const double work[] = {0, run.run.encode, run.run.sample, run.run.decode, run.run.host};
        if (work[part] > 0) return static_cast<Part>(part);
    }
    return std::nullopt;
}

bool Card::enter(Run& run, Part part) {
    const std::uint64_t before = bytesOf(run);
    const double work[] = {0, run.run.encode, run.run.sample, run.run.decode, run.run.host};
    run.part = part;
    run.left = work[static_cast<int>(part)];
    run.stopAt = 0;
    if (part == Part::Host) leaveComponents(run);
    const bool failsHere = part == Part::Sample || (part == Part::Host && run.run.sample <= 0);
    if (failsHere && run.run.failsAfter >= 0) run.stopAt = std::max(0.0, run.left - run.run.failsAfter);
    if (bytesOf(run) > before && usedBytes() + others_ > total_) return false;
    setOthers(wanted_);
    return true;
}

void Card::preempt(StepId step) {
    for (Run& run : runs_) {
        if (run.run.step != step || run.preempting || run.part > Part::Sample) continue;
        run.preempting = true;
        if (run.part == Part::Load) run.stopAt = run.left;
        if (run.part != Part::Sample || run.run.stepTime <= 0) continue;
        const double boundary = std::floor((run.left - kNothing) / run.run.stepTime) * run.run.stepTime;
        run.stopAt = std::max(run.stopAt, std::max(0.0, boundary));
    }
}

void Card::leaveComponents(Run& run) {
    for (const std::string& id : run.components)
        if (const auto found = residents_.find(id); found != residents_.end()) --found->second.users;
    run.components.clear();
}

void Card::erase(std::size_t index) {
    leaveComponents(runs_[index]);
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(index));
    setOthers(wanted_);
}

std::optional<Card::Happened> Card::take() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        Run& run = runs_[i];
        while (run.left - run.stopAt <= kNothing) {
            Happened happened{
                .step = run.run.step, .event = Event::Done, .sampled = 0, .peakBytes = run.run.peakBytes};
            const bool failsHere =
                run.part == Part::Sample || (run.part == Part::Host && run.run.sample <= 0);
            const double done = (run.part == Part::Sample ? run.run.sample : run.run.host) - run.left;
            if (failsHere && run.run.failsAfter >= 0 && done >= run.run.failsAfter - kNothing) {
                happened.event = Event::Failed;
                erase(i);
                return happened;
            }
            // Sampled to its end: what is left is short, and is done.
            if (run.preempting && run.part <= Part::Sample &&
                !(run.part == Part::Sample && run.left <= kNothing)) {
                happened.event = Event::Preempted;
                happened.sampled = run.part == Part::Sample ? done : 0;
                erase(i);
                return happened;
            }
            const auto part = nextPart(run);
            if (!part) {
                erase(i);
                return happened;
            }
            if (!enter(run, *part)) {
                happened.event = Event::OutOfMemory;
                erase(i);
                return happened;
            }
            if (*part == Part::Host && run.run.kind == TaskClass::Image) {
                happened.event = Event::EnteredHost;
                return happened;
            }
        }
    }
    return std::nullopt;
}

std::vector<StepId> Card::crash() {
    std::vector<StepId> steps;
    for (const Run& run : runs_) steps.push_back(run.run.step);
    runs_.clear();
    residents_.clear();
    loras_.clear();
    setOthers(wanted_);
    return steps;
}

}  // namespace manju::sched::sim
