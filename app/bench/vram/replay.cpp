// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/replay.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "app/bench/vram/pool_allocator.h"
#include "app/bench/vram/validator.h"

namespace manju::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostSamples = 10'000;

template <class Value>
Value quantile(std::vector<Value>& values, double share) {
    if (values.empty()) return {};
    const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(at));
    return values[at];
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double shareOf(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

class Player {
public:
    Player(const Workload& workload, Card& card, Allocator& allocator)
        : workload_(workload),
          card_(card),
          allocator_(allocator),
          validator_(card),
          stride_(workload.events.size() / kMostSamples + 1) {}

    Outcome play() {
        for (std::size_t i = 0; i < workload_.events.size(); ++i) {
            perform(workload_.events[i]);
            outcome_.peakPhysical = std::max(outcome_.peakPhysical, card_.physical());
            if (i % stride_ == 0) sample();
        }
        summarise();
        return std::move(outcome_);
    }

private:
    struct Live {
        std::uint64_t handle = 0;
        std::uint32_t streams = 0;  ///< a bit for each that worked on it
    };

    void perform(const Event& event) {
        switch (event.action) {
            case Action::Allocate:
                return allocate(event);
            case Action::Free:
                return free(event.block);
            case Action::Use:
                return use(event);
            case Action::Finish:
                card_.order.finish(event.stream);
                return allocator_.finishStream(event.stream);
            case Action::Others:
                outcome_.peakOthersDenied = std::max(outcome_.peakOthersDenied, card_.setOthers(event.bytes));
                return allocator_.othersChanged();
        }
    }

    template <class Call>
    auto timed(Call&& call) {
        const auto start = Clock::now();
        auto result = call();
        const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start);
        times_.push_back(static_cast<std::uint64_t>(spent.count()));
        return result;
    }

    void allocate(const Event& event) {
        const BlockRequest request{event.bytes, event.stream, event.region, event.owner};
        ++outcome_.requests;
        const std::uint64_t calls = card_.calls() + card_.eventCalls();
        const std::optional<Placement> placement = timed([&] { return allocator_.allocate(request); });
        if (placement && card_.calls() + card_.eventCalls() == calls) hits_.push_back(times_.back());
        if (workload_.hasExpectations && placement.has_value() == event.impossible) ++outcome_.unexpected;
        const std::uint64_t piece = allocator_.pieceBytes(event.bytes);
        if (live_.size() <= event.block) live_.resize(event.block + 1);
        if (!placement) return validator_.refused(request, piece);
        validator_.placed(event.block, *placement, request, piece);
        live_[event.block] = Live{placement->handle, 0};
        work(event.block, event.stream);
    }

    void work(std::uint64_t block, std::uint32_t stream) {
        Live& live = *live_[block];
        for (std::uint32_t other = 0; other < vram::kMostStreams; ++other)
            if (other != stream && (live.streams >> other & 1) != 0)
                card_.order.order(stream, card_.order.end(other));
        live.streams |= 1u << stream;
        card_.order.queue(stream);
        allocator_.work(live.handle, stream);
        validator_.worked(block, stream);
    }

    void use(const Event& event) {
        if (live_[event.block]) work(event.block, event.stream);
    }

    void free(std::uint64_t block) {
        if (!live_[block]) return;
        validator_.freed(block);
        timed([&] {
            allocator_.free(live_[block]->handle);
            return true;
        });
        live_[block].reset();
    }

    void sample() {
        const std::uint64_t held = validator_.counts().granted + card_.others();
        const std::uint64_t free = card_.total() - std::min(card_.total(), held);
        const Largest largest = allocator_.largest();
        if (free > 0) {
            felt_.push_back(1 - shareOf(std::min(free, largest.afterWaiting), free));
            feltNow_.push_back(1 - shareOf(std::min(free, largest.now), free));
        }
        stranded_.push_back(shareOf(allocator_.strandedBytes(), card_.physical()));
    }

    void summarise() {
        const Validator::Counts& counts = validator_.counts();
        outcome_.refusals = counts.refusals;
        outcome_.spurious = counts.spurious;
        outcome_.refusedWithBytes = counts.bytesFree;
        outcome_.peakLive = counts.peakLive;
        outcome_.fragmentation = 1 - shareOf(counts.peakLive, outcome_.peakPhysical);
        outcome_.feltMean = mean(felt_);
        outcome_.feltP95 = quantile(felt_, 0.95);
        outcome_.feltMost = quantile(felt_, 1);
        outcome_.feltNowMean = mean(feltNow_);
        outcome_.strandedShare = mean(stranded_);
        outcome_.callsPerRequest = shareOf(card_.calls(), outcome_.requests);
        outcome_.hostWaits = card_.order.hostWaits();
        outcome_.bytesCopied = counts.movedLive;
        outcome_.unmapsInFlight = counts.unmapsInFlight;
        outcome_.nsP50 = quantile(times_, 0.5);
        outcome_.nsP99 = quantile(times_, 0.99);
        outcome_.hitP50 = quantile(hits_, 0.5);
        outcome_.hitP99 = quantile(hits_, 0.99);
        outcome_.violations = validator_.violations();
        for (std::string& complaint : allocator_.complaints())
            outcome_.violations.push_back(std::move(complaint));
    }

    const Workload& workload_;
    Card& card_;
    Allocator& allocator_;
    Validator validator_;
    std::size_t stride_;
    std::vector<std::optional<Live>> live_;  ///< by block
    std::vector<double> felt_, feltNow_, stranded_;
    std::vector<std::uint64_t> times_, hits_;
    Outcome outcome_;
};

}  // namespace

Outcome replay(const Workload& workload, Card& card, Allocator& allocator) {
    return Player(workload, card, allocator).play();
}

Outcome replay(const Workload& workload, Kind kind) {
    Card card(workload.cardBytes);
    const auto allocator = makeAllocator(kind, card, workload.owners);
    return replay(workload, card, *allocator);
}

Json poolAfter(const Workload& workload) {
    Card card(workload.cardBytes);
    PoolAllocator pool(card, workload.owners);
    (void)replay(workload, card, pool);
    return pool.dump();
}

}  // namespace manju::bench
