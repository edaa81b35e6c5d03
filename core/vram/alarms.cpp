// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/alarms.h"

namespace manju::vram {

void Alarms::set(std::vector<AlarmChange>& changes, const AlarmChange& alarm, bool beyond, bool back) {
    bool& on = on_[static_cast<std::size_t>(alarm.kind)];
    const bool wanted = on ? !back : beyond;
    if (wanted != on) changes.push_back({alarm.kind, wanted, alarm.value, alarm.limit});
    on = wanted;
}

void Alarms::setMost(std::vector<AlarmChange>& changes, AlarmKind kind, double value, double limit) {
    set(changes, {kind, true, value, limit}, value > limit, value <= limit * (1 - kSlack));
}

/// Of the requests since the oldest sample.
double Alarms::refusedShare(const Counters& counters, std::int64_t now) {
    const Sample sample{now, counters.allocations + counters.refusals, counters.refusals};
    while (samples_.size() > 1 && samples_[1].time <= now - kRefusalMillis) samples_.pop_front();
    if (samples_.empty() || now - samples_.back().time >= kSampleMillis) samples_.push_back(sample);
    const std::uint64_t requests = sample.requests - samples_.front().requests;
    const std::uint64_t refusals = sample.refusals - samples_.front().refusals;
    return requests < kEnough ? 0 : static_cast<double>(refusals) / static_cast<double>(requests);
}

std::vector<AlarmChange> Alarms::look(const Stats& stats, std::int64_t now) {
    std::vector<AlarmChange> changes;
    const auto free = static_cast<double>(stats.bands.unused + stats.bands.idleMapped +
                                          stats.bands.idleSpare + stats.bands.pending);
    const double least = options_.leastFree * static_cast<double>(stats.total);
    set(changes, {AlarmKind::LowMemory, true, free, least}, free < least, free >= least * (1 + kSlack));

    const double felt = stats.feltAfterWaiting();
    // Of little memory it says little.
    if (felt <= options_.mostFelt || free < least || wholeUntil_ < 0) wholeUntil_ = now;
    const bool lasting = now - wholeUntil_ >= std::int64_t{1000} * options_.feltSeconds;
    set(changes, {AlarmKind::Fragmented, true, felt, options_.mostFelt}, lasting,
        felt <= options_.mostFelt * (1 - kSlack) || free < least);

    setMost(changes, AlarmKind::Refusals, refusedShare(stats.counters, now), options_.mostRefused);
    setMost(changes, AlarmKind::Spilled, static_cast<double>(stats.spilled),
            static_cast<double>(options_.mostSpilled));
    return changes;
}

}  // namespace manju::vram
