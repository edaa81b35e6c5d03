// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/gpu/cuda/driver_calls.h"
#include "core/gpu/host/sim_streams.h"

/// The controls of libfakecuda.so: the CUDA driver's and NVML's entry points over memory of this process.
/// Device addresses are pointers, streams run on a virtual clock, and work that breaks a card's rules (memory
/// unmapped in flight, two streams without an order) is a violation, which aborts unless it is recorded.
/// A program that loads the library without reset() finds one card, whose clock moves with every call.
///
/// What the real driver leaves undefined is refused. Handles of streams are the same numbers on every card,
/// so a call in the wrong context is refused or hits the wrong stream. Thread: any.
namespace manju::fakecuda {

enum class VirtualMemory {
    Works,
    Absent,   ///< the device says so
    Claimed,  ///< the device claims it, but creates no memory: so do some virtual graphics cards
};

struct Card {
    std::string name = "Fake Card";
    std::uint64_t totalBytes = std::uint64_t{24} << 30;
    VirtualMemory virtualMemory = VirtualMemory::Works;
    /// How far the clock moves with every call; 0: only by advance() and by waiting.
    std::chrono::nanoseconds callTakes{0};
};

inline constexpr unsigned kForever = ~0U;

/// Calls that answer `result` instead of doing anything. Counted from the moment fail() is called.
struct Failure {
    std::string
        call{};  ///< as exported, e.g. "cuMemFree_v2"; empty: any but those that put errors into words
    unsigned first = 1;  ///< the first such call that fails
    unsigned count = 1;
    int result = static_cast<int>(gpu::cu::Code::Unknown);
};

/// A machine that has just started, with these cards. Whoever opened the driver has let go of it before.
void reset(const std::vector<Card>& cards = {Card()});

/// In addition to earlier ones. A part of a range stays mapped when a later cuMemMap fails; a card's memory
/// is being moved while cuMemSetAccess fails `count` times with NotReady; a context is broken when
/// cuCtxSetCurrent fails from some call on.
void fail(const Failure& failure);
/// The names of the calls that failed by fail(), in order.
std::vector<std::string> failedCalls();

/// The `fill`-th cuMemsetD32Async from now on, counted from 1, leaves its last word as it was.
void loseWord(unsigned fill);

/// Calls since reset, without those that put errors into words; of one entry point or of all.
unsigned calls(const std::string& name = {});

struct Leftovers {
    std::size_t ranges = 0;
    std::size_t pieces = 0;
    std::size_t mappings = 0;
    std::size_t allocations = 0;
    std::size_t streams = 0;
    std::size_t events = 0;
    std::size_t contexts = 0;  ///< retained and not released
    std::size_t nvml = 0;      ///< started and not shut down
    std::size_t pinned = 0;    ///< pieces of the host's memory
    friend bool operator==(const Leftovers&, const Leftovers&) = default;
};
/// What was made on all cards and not given back.
Leftovers leftovers();

void setOthersBytes(int card, std::uint64_t bytes);
void setUtilisation(int card, unsigned percent);

/// A stream of a library beside the program under test, which counts as a leftover too.
gpu::cu::Stream openStream(int card);
void closeStream(int card, gpu::cu::Stream stream);

/// Work of a stream, which ends only when the card's clock has moved by its duration.
void launch(int card, gpu::cu::Stream stream, const gpu::SimWork& work);
void advance(int card, std::chrono::nanoseconds time);
/// How often a thread waited for the card.
std::uint64_t hostWaits(int card);
/// The priority a stream was made with.
int priorityOf(int card, gpu::cu::Stream stream);

/// From now on, until reset, violations are kept instead of aborting.
void recordViolations();
std::vector<std::string> violations();

}  // namespace manju::fakecuda
