// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/cuda_memory.h"

#include "core/base/log.h"
#include "core/gpu/errors.h"

namespace manju::gpu {
namespace {

/// The granule of plain allocations, for which the driver names none: that of today's cards.
constexpr std::uint64_t kPlainGranularity = 2 << 20;
/// NOT_READY has been seen to go away with the next try after an eviction.
constexpr int kTrials = 3;

cu::AllocationProperties propertiesOn(cu::Device device) {
    cu::AllocationProperties properties;
    properties.location.id = device;
    return properties;
}

}  // namespace

CudaMemory::CudaMemory(const CudaContext& context, SourceTraits traits)
    : CheckedSource(std::move(traits)), context_(context), properties_(propertiesOn(context.device())) {}

CudaMemory::~CudaMemory() {
    giveBackAll();
}

Result<std::unique_ptr<CudaMemory>> CudaMemory::open(const CudaContext& context) {
    const cu::DriverCalls& calls = context.calls();
    int supported = 0;
    MANJU_CHECK(context.call(calls.deviceGetAttribute, &supported,
                             cu::Attribute::VirtualMemoryManagementSupported, context.device()));
    SourceTraits traits{context.card().name, context.card().totalBytes, kPlainGranularity, supported != 0};
    if (supported != 0) {
        const auto properties = propertiesOn(context.device());
        std::size_t granularity = 0;
        MANJU_TRY(const cu::Code code, context.answer(calls.memGetAllocationGranularity, &granularity,
                                                      &properties, cu::Granularity::Minimum));
        traits.hasVirtualMemory = code == cu::Code::Success && granularity > 0;
        if (traits.hasVirtualMemory) traits.granularity = granularity;
    }
    std::unique_ptr<CudaMemory> memory(new CudaMemory(context, std::move(traits)));
    if (memory->traits().hasVirtualMemory) {
        Status trial = memory->tryVirtualMemory();
        for (int done = 1; done < kTrials && !trial && trial.error().is(kNotReady); ++done) {
            memory->giveBackAll();
            trial = memory->tryVirtualMemory();
        }
        MANJU_CHECK(memory->judgeTrial(trial));
    }
    return memory;
}

Status CudaMemory::tryVirtualMemory() {
    const std::uint64_t bytes = traits().granularity;
    MANJU_TRY(const Address start, reserve(bytes, bytes));
    MANJU_TRY(const Physical memory, create(bytes));
    MANJU_CHECK(map(start, bytes, memory));
    MANJU_CHECK(allowAccess(start, bytes));
    MANJU_CHECK(unmap(start, bytes));
    MANJU_CHECK(release(memory));
    return freeAddresses(start, bytes);
}

Status CudaMemory::judgeTrial(const Status& trial) {
    if (trial || trial.error().is(kNotReady)) return trial;
    giveBackAll();
    // A card that does not answer this either has another trouble.
    MANJU_TRY(const MemoryInfo now, info());
    // Out of memory on a card that has room means that these calls do not work.
    if (trial.error().is(kOutOfMemory) && now.freeBytes < traits().granularity) return trial;
    log::warning("gpu", "virtual memory is not used: " + trial.error().debugText());
    withoutVirtualMemory();
    return Done{};
}

Status CudaMemory::checked(const char* call, std::uint64_t bytes, cu::Code code) const {
    switch (code) {
        case cu::Code::Success:
            return Done{};
        case cu::Code::OutOfMemory:
            return full(bytes);
        case cu::Code::NotReady:
            return Error(kNotReady, {{"device", traits().device}, {"call", call}});
        default:
            return context_.refused(call, code);
    }
}

template <class Signature, class... Arguments>
Status CudaMemory::call(std::uint64_t bytes, const EntryPoint<Signature>& entry,
                        Arguments... arguments) const {
    MANJU_TRY(const cu::Code code, context_.answer(entry, arguments...));
    return checked(entry.name, bytes, code);
}

Result<MemoryInfo> CudaMemory::info() {
    std::size_t free = 0;
    std::size_t total = 0;
    MANJU_CHECK(context_.call(context_.calls().memGetInfo, &free, &total));
    return MemoryInfo{total, free};
}

Result<Address> CudaMemory::driverReserve(std::uint64_t bytes, std::uint64_t alignment) {
    cu::DevicePointer start = 0;
    MANJU_CHECK(call(bytes, context_.calls().memAddressReserve, &start, bytes, alignment,
                     cu::DevicePointer{0}, 0ULL));
    if (start % alignment == 0) return start;
    // Alignments above the granule are a request that a driver may overlook.
    MANJU_CHECK(driverFreeAddresses(start, bytes));
    return refused(context_.calls().memAddressReserve.name, "the alignment was not kept");
}

Status CudaMemory::driverFreeAddresses(Address start, std::uint64_t bytes) {
    return call(bytes, context_.calls().memAddressFree, start, bytes);
}

Result<CudaMemory::Handle> CudaMemory::driverCreate(std::uint64_t bytes) {
    cu::MemoryHandle memory = 0;
    MANJU_CHECK(call(bytes, context_.calls().memCreate, &memory, bytes, &properties_, 0ULL));
    return memory;
}

Status CudaMemory::driverMap(Address start, std::uint64_t bytes, Handle memory) {
    return call(bytes, context_.calls().memMap, start, bytes, std::size_t{0}, memory, 0ULL);
}

Status CudaMemory::driverAllowAccess(Address start, std::uint64_t bytes) {
    cu::AccessDescription access;
    access.location = properties_.location;
    return call(bytes, context_.calls().memSetAccess, start, bytes, &access, std::size_t{1});
}

Status CudaMemory::driverUnmap(Address start, std::uint64_t bytes) {
    return call(bytes, context_.calls().memUnmap, start, bytes);
}

Status CudaMemory::driverRelease(Handle memory, std::uint64_t bytes) {
    return call(bytes, context_.calls().memRelease, memory);
}

Result<Address> CudaMemory::driverAllocate(std::uint64_t bytes) {
    cu::DevicePointer start = 0;
    MANJU_CHECK(call(bytes, context_.calls().memAlloc, &start, bytes));
    return start;
}

Status CudaMemory::driverDeallocate(Address start, std::uint64_t bytes) {
    return call(bytes, context_.calls().memFree, start);
}

}  // namespace manju::gpu
