// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakecuda/machine.h"

namespace {

using namespace manju::fakecuda;
namespace cu = manju::gpu::cu;
using manju::gpu::StreamPriority;

std::uint64_t numberOf(cu::Event event) {
    return reinterpret_cast<std::uint64_t>(event);
}

bool isOpen(const SimCard& card, cu::Stream stream) {
    return !stream || card.priorities.contains(static_cast<std::uint32_t>(idOf(stream)));
}

template <class Body>
Code ofEvent(const char* name, cu::Event event, Body body) {
    return onMachine(name, [&](Machine& all) {
        const auto found = all.events.find(numberOf(event));
        if (found == all.events.end()) return Code::InvalidHandle;
        return body(all.cards[found->second.card], found->second);
    });
}

/// The event and the stream of the current context.
template <class Body>
Code ofStream(const char* name, cu::Stream stream, cu::Event event, Body body) {
    return inContext(name, [&](Machine& all, SimCard& card) {
        const auto found = all.events.find(numberOf(event));
        if (found == all.events.end() || !isOpen(card, stream)) return Code::InvalidHandle;
        if (&all.cards[found->second.card] != &card) return Code::InvalidHandle;
        return body(card, found->second);
    });
}

}  // namespace

extern "C" {

Code cuStreamCreateWithPriority(cu::Stream* stream, unsigned flags, int priority) {
    return inContext("cuStreamCreateWithPriority", [&](Machine&, SimCard& card) {
        // A stream that waits for the default stream has orders that the simulation does not know.
        if (flags != cu::kStreamNonBlocking) return Code::InvalidValue;
        const auto opened = card.streams->open(StreamPriority::Normal);
        if (!opened) return codeOf(opened);
        const auto number = static_cast<std::uint32_t>(*opened);
        card.priorities[number] = priority;
        *stream = handleOf(number);
        return Code::Success;
    });
}

Code cuStreamDestroy_v2(cu::Stream stream) {
    return inContext("cuStreamDestroy_v2", [&](Machine&, SimCard& card) {
        if (!stream || !isOpen(card, stream)) return Code::InvalidHandle;
        card.priorities.erase(static_cast<std::uint32_t>(idOf(stream)));
        return codeOf(card.streams->close(idOf(stream)));
    });
}

Code cuEventCreate(cu::Event* event, unsigned flags) {
    return inContext("cuEventCreate", [&](Machine& all, SimCard& card) {
        if ((flags & ~(cu::kEventBlockingSync | cu::kEventDisableTiming)) != 0) return Code::InvalidValue;
        all.events[++all.lastEvent].card = static_cast<std::size_t>(&card - all.cards.data());
        *event = reinterpret_cast<cu::Event>(all.lastEvent);  // NOLINT(performance-no-int-to-ptr)
        return Code::Success;
    });
}

Code cuEventDestroy_v2(cu::Event event) {
    return ofEvent("cuEventDestroy_v2", event, [&](SimCard& card, SimEvent& found) {
        if (found.recorded) card.streams->discard(*found.recorded);
        machine().events.erase(numberOf(event));
        return Code::Success;
    });
}

Code cuEventRecord(cu::Event event, cu::Stream stream) {
    return ofStream("cuEventRecord", stream, event, [&](SimCard& card, SimEvent& found) {
        const auto recorded = card.streams->record(idOf(stream));
        if (!recorded) return codeOf(recorded);
        if (found.recorded) card.streams->discard(*found.recorded);
        found.recorded = *recorded;
        return Code::Success;
    });
}

Code cuEventQuery(cu::Event event) {
    return ofEvent("cuEventQuery", event, [&](SimCard& card, SimEvent& found) {
        if (!found.recorded) return Code::Success;
        const auto done = card.streams->isDone(*found.recorded);
        if (!done) return codeOf(done);
        return *done ? Code::Success : Code::NotReady;
    });
}

Code cuEventSynchronize(cu::Event event) {
    return ofEvent("cuEventSynchronize", event, [&](SimCard& card, SimEvent& found) {
        return found.recorded ? codeOf(card.streams->synchronize(*found.recorded)) : Code::Success;
    });
}

Code cuStreamWaitEvent(cu::Stream stream, cu::Event event, unsigned flags) {
    return ofStream("cuStreamWaitEvent", stream, event, [&](SimCard& card, SimEvent& found) {
        if (flags != 0) return Code::InvalidValue;
        return found.recorded ? codeOf(card.streams->waitFor(idOf(stream), *found.recorded)) : Code::Success;
    });
}

}  // extern "C"
