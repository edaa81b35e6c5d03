// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/gpu/rig.h"

#include <stdexcept>

#include "core/gpu/cuda/cuda_memory.h"
#include "core/gpu/cuda/cuda_streams.h"
#include "core/gpu/host/host_memory.h"
#include "tests/support/fakecuda/fakecuda.h"

namespace manju::gpu::test {
namespace {

template <class T>
T made(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().debugText());
    return std::move(result).value();
}

class HostRig final : public Rig {
public:
    explicit HostRig(const HostMemoryOptions& options)
        : memory_(made(HostMemory::create(options, streams_))) {}

    MemorySource& memory() override { return *memory_; }
    Streams& streams() override { return streams_; }
    void setOthersBytes(std::uint64_t bytes) override { memory_->setOthersBytes(bytes); }
    void launch(StreamId stream, SimWork work) override { streams_.launch(stream, std::move(work)); }
    void advance(std::chrono::nanoseconds time) override { streams_.advance(time); }

private:
    SimStreams streams_;
    std::unique_ptr<HostMemory> memory_;
};

/// The driver with one card, before anything else is built on it.
std::unique_ptr<CudaDriver> freshDriver(fakecuda::VirtualMemory virtualMemory) {
    fakecuda::reset({{"Fake Card", kCardBytes, virtualMemory}});
    return made(CudaDriver::open(MANJU_FAKECUDA));
}

/// Streams that a library beside us has made: adopted when opened, and closed by both.
class AdoptedStreams final : public Streams {
public:
    explicit AdoptedStreams(CudaStreams& streams) : streams_(streams) {}

    Result<StreamId> open(StreamPriority) override { return streams_.adopt(fakecuda::openStream(0)); }
    Status close(StreamId stream) override {
        const auto handle = streams_.handle(stream);
        const Status closed = streams_.close(stream);
        if (closed) fakecuda::closeStream(0, handle.value());
        return closed;
    }
    Result<EventId> record(StreamId stream) override { return streams_.record(stream); }
    Result<bool> isDone(EventId event) override { return streams_.isDone(event); }
    Status synchronize(EventId event) override { return streams_.synchronize(event); }
    Status waitFor(StreamId stream, EventId event) override { return streams_.waitFor(stream, event); }
    void discard(EventId event) override { streams_.discard(event); }

private:
    CudaStreams& streams_;
};

class CudaRig : public Rig {
public:
    explicit CudaRig(fakecuda::VirtualMemory virtualMemory)
        : driver_(freshDriver(virtualMemory)),
          context_(made(CudaContext::retain(*driver_, 0))),
          memory_(made(CudaMemory::open(*context_))),
          streams_(made(CudaStreams::make(*context_))) {}

    MemorySource& memory() override { return *memory_; }
    Streams& streams() override { return *streams_; }
    void setOthersBytes(std::uint64_t bytes) override { fakecuda::setOthersBytes(0, bytes); }
    void launch(StreamId stream, SimWork work) override {
        fakecuda::launch(0, streams_->handle(stream).value(), work);
    }
    void advance(std::chrono::nanoseconds time) override { fakecuda::advance(0, time); }

private:
    std::unique_ptr<CudaDriver> driver_;
    std::unique_ptr<CudaContext> context_;
    std::unique_ptr<CudaMemory> memory_;
    std::unique_ptr<CudaStreams> streams_;
};

class AdoptedRig final : public CudaRig {
public:
    AdoptedRig() : CudaRig(fakecuda::VirtualMemory::Works) {}
    Streams& streams() override { return adopted_; }

private:
    AdoptedStreams adopted_{static_cast<CudaStreams&>(CudaRig::streams())};
};

std::unique_ptr<Rig> makeAdopted() {
    return std::make_unique<AdoptedRig>();
}

template <bool kVirtual, bool kBookkeepingOnly>
std::unique_ptr<Rig> makeHost() {
    HostMemoryOptions options;
    options.totalBytes = kCardBytes;
    options.hasVirtualMemory = kVirtual;
    options.bookkeepingOnly = kBookkeepingOnly;
    return std::make_unique<HostRig>(options);
}

template <fakecuda::VirtualMemory kVirtual>
std::unique_ptr<Rig> makeCuda() {
    return std::make_unique<CudaRig>(kVirtual);
}

}  // namespace

const RigKind kHost{"host", makeHost<true, false>};
const RigKind kHostBookkeeping{"host_bookkeeping", makeHost<true, true>};
const RigKind kHostPlain{"host_plain", makeHost<false, false>};
const RigKind kCuda{"cuda", makeCuda<fakecuda::VirtualMemory::Works>};
const RigKind kCudaAdopted{"cuda_adopted", makeAdopted, true};
const RigKind kCudaPlain{"cuda_plain", makeCuda<fakecuda::VirtualMemory::Absent>};
const RigKind kCudaClaimed{"cuda_claimed", makeCuda<fakecuda::VirtualMemory::Claimed>};

}  // namespace manju::gpu::test
