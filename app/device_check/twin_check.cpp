// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/twin_check.h"

#include "app/device_check/patient_streams.h"
#include "core/gpu/host/host_memory.h"

namespace manju::device_check {
namespace {

using namespace std::chrono_literals;

/// Tells the simulated card what streams touch: it finds work on memory that is not there or not ordered.
class TwinWork final : public BlockWork {
public:
    explicit TwinWork(gpu::SimStreams& streams) : streams_(streams) {}
    Status fill(gpu::StreamId stream, const vram::Block& block, std::uint32_t /*word*/) override {
        streams_.launch(stream, {.reads = {}, .writes = {{block.address, block.granted}}, .duration = 1us});
        return Done{};
    }
    Status check(gpu::StreamId stream, const vram::Block& block, std::uint32_t /*word*/) override {
        streams_.launch(stream, {.reads = {{block.address, block.granted}}, .writes = {}, .duration = 1us});
        return Done{};
    }

private:
    gpu::SimStreams& streams_;
};

Result<Played> playOnTwin(const bench::Workload& workload, const gpu::SourceTraits& traits,
                          const vram::PoolOptions& options, const Deadline& deadline,
                          std::vector<std::string>& violations) {
    const auto onViolation = [&](const std::string& what) { violations.push_back(what); };
    gpu::SimStreams streams(onViolation);
    MANJU_CHECK(openStreams(streams));
    MANJU_TRY(const auto memory, gpu::HostMemory::create({.device = "twin",
                                                          .totalBytes = traits.totalBytes,
                                                          .granularity = traits.granularity,
                                                          .bookkeepingOnly = true},
                                                         streams, onViolation));
    PatientStreams patient(streams);
    TwinWork work(streams);
    return play(workload, {*memory, patient, work}, options, deadline);
}

}  // namespace

Result<TwinOutcome> compareWithTwin(const bench::Workload& workload, const Side& side,
                                    const vram::PoolOptions& options, const Deadline& deadline) {
    TwinOutcome outcome;
    outcome.bytes = side.memory.traits().totalBytes;
    PatientStreams patient(side.streams);
    MANJU_TRY(const Played card, play(workload, {side.memory, patient, side.work}, options, deadline));
    MANJU_TRY(const Played twin,
              playOnTwin(workload, side.memory.traits(), options, deadline, outcome.violations));
    outcome.cutShort = card.cutShort || twin.cutShort;
    outcome.requests = card.requests;
    outcome.refusals = card.refusals;
    const std::size_t both = std::min(card.granted.size(), twin.granted.size());
    for (std::size_t i = 0; i < both; ++i)
        if (card.granted[i] != twin.granted[i]) ++outcome.differences;
    outcome.spurious = card.counters.spuriousRefusals + twin.counters.spuriousRefusals;
    outcome.remaps = card.counters.remaps;
    outcome.streamWaits = card.counters.streamWaits;
    outcome.hostWaits = card.counters.hostWaits;
    return outcome;
}

}  // namespace manju::device_check
