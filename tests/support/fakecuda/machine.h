// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "core/gpu/host/host_memory.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::fakecuda {

namespace cu = gpu::cu;
using cu::Code;

struct SimCard {
    Card made;
    std::unique_ptr<gpu::SimStreams> streams;
    std::unique_ptr<gpu::HostMemory> memory;
    std::uint64_t context = 0;  ///< its number; 0 until it is retained
    std::size_t retained = 0;
    std::map<std::uint32_t, int> priorities;  ///< of the open streams
    unsigned utilisation = 0;
};

struct SimEvent {
    std::size_t card = 0;
    std::optional<gpu::EventId> recorded;
};

struct Counted {
    Failure failure;
    unsigned seen = 0;
};

/// The whole machine; `mutex` guards all of it.
struct Machine {
    std::mutex mutex;
    std::vector<SimCard> cards;
    bool started = false;
    std::size_t nvmlStarts = 0;
    std::uint64_t lastContext = 0;
    std::uint64_t lastEvent = 0;
    std::map<std::uint64_t, SimEvent> events;
    std::map<gpu::Address, std::size_t> cardOfAddress;  ///< by the start of a range or an allocation
    std::map<std::string, unsigned> calls;
    std::vector<Counted> failures;
    std::vector<std::string> failed;
    std::map<std::byte*, std::vector<std::byte>> pinned;  ///< memory of the host, by its start
    unsigned fills = 0;                                   ///< since loseWord()
    unsigned lostFill = 0;                                ///< the one of them that loses a word; 0: none
    bool recordsViolations = false;
    std::vector<std::string> violations;

    /// What fail() asked for this call, if anything. Counts the call.
    std::optional<int> count(const char* name);
    /// Whether this fill is the one of loseWord(). Counts the fill.
    bool losesWord() { return ++fills == lostFill; }
    /// The card whose range or allocation holds the address; null if none does.
    SimCard* cardAt(gpu::Address address);
};

Machine& machine();

/// Aborts, or is recorded. Called with the machine locked.
void violated(const std::string& what);

/// Handles are far from those that name no stream of their own (1 and 2 in the real driver).
inline constexpr std::uintptr_t kFirstHandle = 0x1000;
inline gpu::StreamId idOf(cu::Stream stream) {
    const auto handle = reinterpret_cast<std::uintptr_t>(stream);
    return gpu::StreamId(static_cast<std::uint32_t>(handle == 0 ? 0 : handle - kFirstHandle));
}
inline cu::Stream handleOf(std::uint32_t number) {
    return reinterpret_cast<cu::Stream>(kFirstHandle + number);  // NOLINT(performance-no-int-to-ptr)
}

/// The context that is current on this thread.
std::uint64_t& currentContext();

template <class Body>
Code enter(const char* name, Body body) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    if (const auto asked = all.count(name)) return static_cast<Code>(*asked);
    return body(all);
}

/// After cuInit.
template <class Body>
Code onMachine(const char* name, Body body) {
    return enter(name, [&](Machine& all) { return all.started ? body(all) : Code::NotInitialized; });
}

/// After cuInit, for a device that exists.
template <class Body>
Code onDevice(const char* name, cu::Device device, Body body) {
    return onMachine(name, [&](Machine& all) {
        if (device < 0 || static_cast<std::size_t>(device) >= all.cards.size()) return Code::InvalidDevice;
        return body(all.cards[static_cast<std::size_t>(device)]);
    });
}

/// On the card whose context is current on this thread.
template <class Body>
Code inContext(const char* name, Body body) {
    return onMachine(name, [&](Machine& all) {
        for (SimCard& card : all.cards)
            if (card.retained > 0 && card.context == currentContext()) return body(all, card);
        return Code::InvalidContext;
    });
}

/// What a card's refusal is in the driver's words.
template <class T>
Code codeOf(const Result<T>& result) {
    if (result) return Code::Success;
    return result.error().id() == "MJ-GPU-02" ? Code::OutOfMemory : Code::InvalidValue;
}

}  // namespace manju::fakecuda
