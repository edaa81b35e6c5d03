// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cuda.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>
#include <type_traits>

#include "core/gpu/cuda/driver_calls.h"

// Compiled where there is a CUDA toolkit: the declarations of our own are those of cuda.h.
namespace manju::gpu::cu {
namespace {

// Enumerations and opaque handles have other names there; what a call passes is the same.
template <class Ours, class Theirs>
constexpr bool passesAlike() {
    if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
        using OurTarget = std::remove_pointer_t<Ours>;
        using TheirTarget = std::remove_pointer_t<Theirs>;
        if constexpr (std::is_scalar_v<OurTarget> && std::is_scalar_v<TheirTarget>)
            return std::is_const_v<OurTarget> == std::is_const_v<TheirTarget> &&
                   passesAlike<std::remove_cv_t<OurTarget>, std::remove_cv_t<TheirTarget>>();
        else
            return std::is_scalar_v<OurTarget> == std::is_scalar_v<TheirTarget>;
    } else {
        return std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs);
    }
}

template <class Ours, class Theirs>
struct SameShape : std::false_type {};
template <class OurAnswer, class... Ours, class TheirAnswer, class... Theirs>
requires(sizeof...(Ours) == sizeof...(Theirs)) struct SameShape<OurAnswer(Ours...), TheirAnswer(Theirs...)>
    : std::bool_constant<passesAlike<OurAnswer, TheirAnswer>() && (passesAlike<Ours, Theirs>() && ...)> {
};

constexpr DriverCalls kCalls;

// cuda.h renames functions by macros, so that its plain name stands for the version its declarations
// describe.
#define MANJU_TEXT_(name) #name
#define MANJU_TEXT(name) MANJU_TEXT_(name)
#define MANJU_SAME(member, plain)                                 \
    (std::string_view(kCalls.member.name) == MANJU_TEXT(plain) && \
     SameShape<decltype(kCalls.member)::Signature, decltype(::plain)>::value)

constexpr bool kSame[] = {
    MANJU_SAME(init, cuInit),
    MANJU_SAME(driverGetVersion, cuDriverGetVersion),
    MANJU_SAME(getErrorName, cuGetErrorName),
    MANJU_SAME(getErrorString, cuGetErrorString),
    MANJU_SAME(deviceGetCount, cuDeviceGetCount),
    MANJU_SAME(deviceGet, cuDeviceGet),
    MANJU_SAME(deviceGetName, cuDeviceGetName),
    MANJU_SAME(deviceTotalMem, cuDeviceTotalMem),
    MANJU_SAME(deviceGetAttribute, cuDeviceGetAttribute),
    MANJU_SAME(deviceGetPciBusId, cuDeviceGetPCIBusId),
    MANJU_SAME(primaryCtxRetain, cuDevicePrimaryCtxRetain),
    MANJU_SAME(primaryCtxRelease, cuDevicePrimaryCtxRelease),
    MANJU_SAME(ctxSetCurrent, cuCtxSetCurrent),
    MANJU_SAME(ctxGetStreamPriorityRange, cuCtxGetStreamPriorityRange),
    MANJU_SAME(memGetInfo, cuMemGetInfo),
    MANJU_SAME(memAlloc, cuMemAlloc),
    MANJU_SAME(memFree, cuMemFree),
    MANJU_SAME(memGetAllocationGranularity, cuMemGetAllocationGranularity),
    MANJU_SAME(memAddressReserve, cuMemAddressReserve),
    MANJU_SAME(memAddressFree, cuMemAddressFree),
    MANJU_SAME(memCreate, cuMemCreate),
    MANJU_SAME(memRelease, cuMemRelease),
    MANJU_SAME(memMap, cuMemMap),
    MANJU_SAME(memUnmap, cuMemUnmap),
    MANJU_SAME(memSetAccess, cuMemSetAccess),
    MANJU_SAME(memHostAlloc, cuMemHostAlloc),
    MANJU_SAME(memFreeHost, cuMemFreeHost),
    MANJU_SAME(memsetD32Async, cuMemsetD32Async),
    MANJU_SAME(memcpyDtoHAsync, cuMemcpyDtoHAsync),
    MANJU_SAME(streamCreateWithPriority, cuStreamCreateWithPriority),
    MANJU_SAME(streamDestroy, cuStreamDestroy),
    MANJU_SAME(streamWaitEvent, cuStreamWaitEvent),
    MANJU_SAME(eventCreate, cuEventCreate),
    MANJU_SAME(eventRecord, cuEventRecord),
    MANJU_SAME(eventQuery, cuEventQuery),
    MANJU_SAME(eventSynchronize, cuEventSynchronize),
    MANJU_SAME(eventDestroy, cuEventDestroy),
};
constexpr auto kDifferent = std::ranges::find(kSame, false);
static_assert(std::distance(std::begin(kSame), kDifferent) == std::ssize(kSame),
              "the first place that differs");
static_assert(std::size(kSame) == std::tuple_size_v<decltype(DriverCalls().all())>, "all are compared");

template <class Ours, class Theirs>
constexpr bool same(Ours ours, Theirs theirs) {
    return static_cast<long>(ours) == static_cast<long>(theirs) && sizeof(ours) == sizeof(theirs);
}

static_assert(same(Code::Success, CUDA_SUCCESS));
static_assert(same(Code::InvalidValue, CUDA_ERROR_INVALID_VALUE));
static_assert(same(Code::OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY));
static_assert(same(Code::NotInitialized, CUDA_ERROR_NOT_INITIALIZED));
static_assert(same(Code::NoDevice, CUDA_ERROR_NO_DEVICE));
static_assert(same(Code::InvalidDevice, CUDA_ERROR_INVALID_DEVICE));
static_assert(same(Code::InvalidContext, CUDA_ERROR_INVALID_CONTEXT));
static_assert(same(Code::InvalidHandle, CUDA_ERROR_INVALID_HANDLE));
static_assert(same(Code::NotReady, CUDA_ERROR_NOT_READY));
static_assert(same(Code::IllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS));
static_assert(same(Code::ContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED));
static_assert(same(Code::NotSupported, CUDA_ERROR_NOT_SUPPORTED));
static_assert(same(Code::Unknown, CUDA_ERROR_UNKNOWN));

static_assert(same(Attribute::ComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
static_assert(same(Attribute::ComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(same(Attribute::VirtualMemoryManagementSupported,
                   CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED));
static_assert(same(LocationType::DeviceMemory, CU_MEM_LOCATION_TYPE_DEVICE));
static_assert(same(AllocationType::Pinned, CU_MEM_ALLOCATION_TYPE_PINNED));
static_assert(same(Access::ReadWrite, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
static_assert(same(Granularity::Minimum, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
static_assert(kStreamNonBlocking == CU_STREAM_NON_BLOCKING);
static_assert(kEventBlockingSync == CU_EVENT_BLOCKING_SYNC);
static_assert(kEventDisableTiming == CU_EVENT_DISABLE_TIMING);

static_assert(sizeof(Location) == sizeof(CUmemLocation));
static_assert(offsetof(Location, type) == offsetof(CUmemLocation, type));
static_assert(offsetof(Location, id) == offsetof(CUmemLocation, id));

using Ours = AllocationProperties;
using Theirs = CUmemAllocationProp;
static_assert(sizeof(Ours) == sizeof(Theirs));
static_assert(offsetof(Ours, type) == offsetof(Theirs, type));
static_assert(offsetof(Ours, requestedHandleTypes) == offsetof(Theirs, requestedHandleTypes));
static_assert(sizeof(Ours::requestedHandleTypes) == sizeof(Theirs::requestedHandleTypes));
static_assert(offsetof(Ours, location) == offsetof(Theirs, location));
static_assert(offsetof(Ours, win32HandleMetadata) == offsetof(Theirs, win32HandleMetaData));
static_assert(offsetof(Ours, flags) == offsetof(Theirs, allocFlags));
static_assert(offsetof(Ours, flags.compressionType) == offsetof(Theirs, allocFlags.compressionType));
static_assert(offsetof(Ours, flags.gpuDirectRdmaCapable) ==
              offsetof(Theirs, allocFlags.gpuDirectRDMACapable));
static_assert(offsetof(Ours, flags.usage) == offsetof(Theirs, allocFlags.usage));
static_assert(sizeof(Ours::flags) == sizeof(Theirs::allocFlags));

static_assert(sizeof(AccessDescription) == sizeof(CUmemAccessDesc));
static_assert(offsetof(AccessDescription, location) == offsetof(CUmemAccessDesc, location));
static_assert(offsetof(AccessDescription, flags) == offsetof(CUmemAccessDesc, flags));

}  // namespace
}  // namespace manju::gpu::cu
