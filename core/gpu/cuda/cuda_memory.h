// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/gpu/checked_source.h"
#include "core/gpu/cuda/context.h"

namespace manju::gpu {

/// A card's memory by the driver's virtual memory calls, or by plain allocation where a trial at the start
/// shows that those do not work (virtual graphics cards claim them wrongly).
/// Thread: any, one call at a time.
class CudaMemory final : public CheckedSource {
public:
    /// `context` outlives the object. Fails when the card's memory is full or being moved, so that nothing
    /// can be said about its virtual memory, and when the card does not answer at all.
    static Result<std::unique_ptr<CudaMemory>> open(const CudaContext& context);
    /// Gives everything back. No work in flight may use it.
    ~CudaMemory() override;

    Result<MemoryInfo> info() override;

private:
    CudaMemory(const CudaContext& context, SourceTraits traits);

    Result<Address> driverReserve(std::uint64_t bytes, std::uint64_t alignment) override;
    Status driverFreeAddresses(Address start, std::uint64_t bytes) override;
    Result<Handle> driverCreate(std::uint64_t bytes) override;
    Status driverMap(Address start, std::uint64_t bytes, Handle memory) override;
    Status driverAllowAccess(Address start, std::uint64_t bytes) override;
    Status driverUnmap(Address start, std::uint64_t bytes) override;
    Status driverRelease(Handle memory, std::uint64_t bytes) override;
    Result<Address> driverAllocate(std::uint64_t bytes) override;
    Status driverDeallocate(Address start, std::uint64_t bytes) override;

    /// One granule through all the calls.
    Status tryVirtualMemory();
    /// Falls back to plain allocation where the trial shows that virtual memory does not work.
    Status judgeTrial(const Status& trial);
    [[nodiscard]] Status checked(const char* call, std::uint64_t bytes, cu::Code code) const;
    template <class Signature, class... Arguments>
    Status call(std::uint64_t bytes, const EntryPoint<Signature>& entry, Arguments... arguments) const;

    const CudaContext& context_;
    cu::AllocationProperties properties_;
};

}  // namespace manju::gpu
