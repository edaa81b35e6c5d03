// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <ostream>
#include <string>

#include "core/gpu/host/sim_streams.h"
#include "core/gpu/memory_source.h"
#include "core/gpu/streams.h"

namespace manju::gpu::test {

inline constexpr std::uint64_t kCardBytes = 64 << 20;

/// A card with nothing on it: one kind of memory source with its streams, and what happens around it.
class Rig {
public:
    Rig() = default;
    Rig(const Rig&) = delete;
    Rig& operator=(const Rig&) = delete;
    virtual ~Rig() = default;

    virtual MemorySource& memory() = 0;
    virtual Streams& streams() = 0;
    virtual void setOthersBytes(std::uint64_t bytes) = 0;
    virtual void launch(StreamId stream, SimWork work) = 0;
    virtual void advance(std::chrono::nanoseconds time) = 0;
};

struct RigKind {
    const char* name;
    std::unique_ptr<Rig> (*make)();
    bool numbersAnew = false;  ///< of closed streams
    friend std::ostream& operator<<(std::ostream& out, const RigKind& kind) { return out << kind.name; }
};

extern const RigKind kHost;
extern const RigKind kHostBookkeeping;  ///< its memory cannot be touched
extern const RigKind kHostPlain;        ///< without virtual memory
extern const RigKind kCuda;
extern const RigKind kCudaAdopted;  ///< whose streams are another library's, adopted
extern const RigKind kCudaPlain;    ///< a card that says it has no virtual memory
extern const RigKind kCudaClaimed;  ///< a card that only claims to have it

}  // namespace manju::gpu::test
