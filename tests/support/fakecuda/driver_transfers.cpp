// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>

#include "tests/support/fakecuda/machine.h"

// Fills and copies: queued in their stream, they happen when the card's clock passes their end.
namespace {

using namespace manju::fakecuda;
namespace cu = manju::gpu::cu;
using manju::gpu::AddressSpan;
using std::chrono::nanoseconds;

// About what a card does: a start, then 1 TB a second within it and 10 GB to the host.
constexpr std::uint64_t kStart = 2000, kBytesPerNano = 1000, kBytesPerNanoToHost = 10;

bool isOpen(const SimCard& card, cu::Stream stream) {
    return !stream || card.priorities.contains(static_cast<std::uint32_t>(idOf(stream)));
}

std::byte* at(cu::DevicePointer address) {
    return reinterpret_cast<std::byte*>(address);  // NOLINT(performance-no-int-to-ptr)
}

/// By doubling, which is fast in a build for tests too.
void fillWords(std::byte* start, std::uint32_t word, std::size_t bytes) {
    std::size_t done = std::min(bytes, sizeof word);
    std::memcpy(start, &word, done);
    for (; done < bytes; done *= 2) std::memcpy(start + done, start, std::min(done, bytes - done));
}

bool isPinned(const Machine& all, const void* start, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(start);
    for (const auto& [known, block] : all.pinned)
        if (first >= known && first + bytes <= known + block.size()) return true;
    return false;
}

}  // namespace

extern "C" {

Code cuMemHostAlloc(void** start, std::size_t bytes, unsigned flags) {
    return inContext("cuMemHostAlloc", [&](Machine& all, SimCard&) {
        if (bytes == 0 || flags != 0) return Code::InvalidValue;
        std::vector<std::byte> block(bytes);
        std::byte* const first = block.data();
        all.pinned.emplace(first, std::move(block));
        *start = first;
        return Code::Success;
    });
}

Code cuMemFreeHost(void* start) {
    return inContext("cuMemFreeHost", [&](Machine& all, SimCard&) {
        return all.pinned.erase(static_cast<std::byte*>(start)) == 1 ? Code::Success : Code::InvalidValue;
    });
}

Code cuMemsetD32Async(cu::DevicePointer start, unsigned word, std::size_t words, cu::Stream stream) {
    return inContext("cuMemsetD32Async", [&](Machine& all, SimCard& card) {
        if (words == 0 || start % sizeof word != 0) return Code::InvalidValue;
        if (!isOpen(card, stream)) return Code::InvalidHandle;
        const std::size_t bytes = words * sizeof word;
        const std::size_t written = all.losesWord() ? bytes - sizeof word : bytes;
        card.streams->launch(idOf(stream), {.reads = {},
                                            .writes = {AddressSpan{start, bytes}},
                                            .duration = nanoseconds(kStart + bytes / kBytesPerNano),
                                            .effect = [&card, start, word, bytes, written] {
                                                if (card.memory->isAccessible(start, bytes))
                                                    fillWords(at(start), word, written);
                                                else
                                                    violated("a fill meets memory that is not mapped");
                                            }});
        return Code::Success;
    });
}

Code cuMemcpyDtoHAsync_v2(void* to, cu::DevicePointer from, std::size_t bytes, cu::Stream stream) {
    return inContext("cuMemcpyDtoHAsync_v2", [&](Machine& all, SimCard& card) {
        // Other memory would do, but the copy would not run beside the program.
        if (bytes == 0 || !isPinned(all, to, bytes)) return Code::InvalidValue;
        if (!isOpen(card, stream)) return Code::InvalidHandle;
        card.streams->launch(idOf(stream),
                             {.reads = {AddressSpan{from, bytes}},
                              .writes = {},
                              .duration = nanoseconds(kStart + bytes / kBytesPerNanoToHost),
                              .effect = [&all, &card, to, from, bytes] {
                                  if (!card.memory->isAccessible(from, bytes))
                                      violated("a copy meets memory that is not mapped");
                                  else if (!isPinned(all, to, bytes))
                                      violated("a copy meets memory of the host that was given back");
                                  else
                                      std::memcpy(to, at(from), bytes);
                              }});
        return Code::Success;
    });
}

}  // extern "C"
