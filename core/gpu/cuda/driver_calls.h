// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "core/gpu/cuda/entry_point.h"

// The part of the CUDA driver's binary interface that is used here, in declarations of our own, so that
// building needs no toolkit. tests/core/gpu compares them with cuda.h where there is one.
namespace manju::gpu::cu {

enum class Code : int {
    Success = 0,
    InvalidValue = 1,
    OutOfMemory = 2,
    NotInitialized = 3,
    NoDevice = 100,
    InvalidDevice = 101,
    InvalidContext = 201,
    InvalidHandle = 400,
    NotReady = 600,
    IllegalAddress = 700,
    ContextIsDestroyed = 709,
    NotSupported = 801,
    Unknown = 999,
};

using Device = int;
using DevicePointer = unsigned long long;
using MemoryHandle = unsigned long long;
using Context = struct ContextTag*;
using Stream = struct StreamTag*;
using Event = struct EventTag*;

enum class Attribute : int {
    ComputeCapabilityMajor = 75,
    ComputeCapabilityMinor = 76,
    VirtualMemoryManagementSupported = 102,
};

enum class LocationType : int { DeviceMemory = 1 };
struct Location {
    LocationType type = LocationType::DeviceMemory;
    int id = 0;
};

enum class AllocationType : int { Pinned = 1 };
struct AllocationProperties {
    AllocationType type = AllocationType::Pinned;
    int requestedHandleTypes = 0;
    Location location;
    void* win32HandleMetadata = nullptr;
    struct {
        unsigned char compressionType = 0;
        unsigned char gpuDirectRdmaCapable = 0;
        unsigned short usage = 0;
        unsigned char reserved[4] = {};
    } flags;
};

enum class Access : int { ReadWrite = 3 };
struct AccessDescription {
    Location location;
    Access flags = Access::ReadWrite;
};

enum class Granularity : int { Minimum = 0 };

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventBlockingSync = 1;
inline constexpr unsigned kEventDisableTiming = 2;

/// The functions by the names they are exported under; cuda.h's macros say which of them have a version.
/// All exist since CUDA 10.2.
struct DriverCalls {
    EntryPoint<Code(unsigned flags)> init{"cuInit"};
    EntryPoint<Code(int* version)> driverGetVersion{"cuDriverGetVersion"};
    EntryPoint<Code(Code code, const char** name)> getErrorName{"cuGetErrorName"};
    EntryPoint<Code(Code code, const char** text)> getErrorString{"cuGetErrorString"};

    EntryPoint<Code(int* count)> deviceGetCount{"cuDeviceGetCount"};
    EntryPoint<Code(Device* device, int ordinal)> deviceGet{"cuDeviceGet"};
    EntryPoint<Code(char* name, int length, Device device)> deviceGetName{"cuDeviceGetName"};
    EntryPoint<Code(std::size_t* bytes, Device device)> deviceTotalMem{"cuDeviceTotalMem_v2"};
    EntryPoint<Code(int* value, Attribute attribute, Device device)> deviceGetAttribute{
        "cuDeviceGetAttribute"};
    EntryPoint<Code(char* id, int length, Device device)> deviceGetPciBusId{"cuDeviceGetPCIBusId"};

    EntryPoint<Code(Context* context, Device device)> primaryCtxRetain{"cuDevicePrimaryCtxRetain"};
    EntryPoint<Code(Device device)> primaryCtxRelease{"cuDevicePrimaryCtxRelease_v2"};
    EntryPoint<Code(Context context)> ctxSetCurrent{"cuCtxSetCurrent"};
    EntryPoint<Code(int* least, int* greatest)> ctxGetStreamPriorityRange{"cuCtxGetStreamPriorityRange"};

    EntryPoint<Code(std::size_t* free, std::size_t* total)> memGetInfo{"cuMemGetInfo_v2"};
    EntryPoint<Code(DevicePointer* start, std::size_t bytes)> memAlloc{"cuMemAlloc_v2"};
    EntryPoint<Code(DevicePointer start)> memFree{"cuMemFree_v2"};

    EntryPoint<Code(std::size_t* bytes, const AllocationProperties* properties, Granularity which)>
        memGetAllocationGranularity{"cuMemGetAllocationGranularity"};
    EntryPoint<Code(DevicePointer* start, std::size_t bytes, std::size_t alignment, DevicePointer hint,
                    unsigned long long flags)>
        memAddressReserve{"cuMemAddressReserve"};
    EntryPoint<Code(DevicePointer start, std::size_t bytes)> memAddressFree{"cuMemAddressFree"};
    EntryPoint<Code(MemoryHandle* memory, std::size_t bytes, const AllocationProperties* properties,
                    unsigned long long flags)>
        memCreate{"cuMemCreate"};
    EntryPoint<Code(MemoryHandle memory)> memRelease{"cuMemRelease"};
    EntryPoint<Code(DevicePointer start, std::size_t bytes, std::size_t offset, MemoryHandle memory,
                    unsigned long long flags)>
        memMap{"cuMemMap"};
    EntryPoint<Code(DevicePointer start, std::size_t bytes)> memUnmap{"cuMemUnmap"};
    EntryPoint<Code(DevicePointer start, std::size_t bytes, const AccessDescription* descriptions,
                    std::size_t count)>
        memSetAccess{"cuMemSetAccess"};

    EntryPoint<Code(void** start, std::size_t bytes, unsigned flags)> memHostAlloc{"cuMemHostAlloc"};
    EntryPoint<Code(void* start)> memFreeHost{"cuMemFreeHost"};
    EntryPoint<Code(DevicePointer start, unsigned word, std::size_t words, Stream stream)> memsetD32Async{
        "cuMemsetD32Async"};
    EntryPoint<Code(void* to, DevicePointer from, std::size_t bytes, Stream stream)> memcpyDtoHAsync{
        "cuMemcpyDtoHAsync_v2"};

    EntryPoint<Code(Stream* stream, unsigned flags, int priority)> streamCreateWithPriority{
        "cuStreamCreateWithPriority"};
    EntryPoint<Code(Stream stream)> streamDestroy{"cuStreamDestroy_v2"};
    EntryPoint<Code(Stream stream, Event event, unsigned flags)> streamWaitEvent{"cuStreamWaitEvent"};
    EntryPoint<Code(Event* event, unsigned flags)> eventCreate{"cuEventCreate"};
    EntryPoint<Code(Event event, Stream stream)> eventRecord{"cuEventRecord"};
    EntryPoint<Code(Event event)> eventQuery{"cuEventQuery"};
    EntryPoint<Code(Event event)> eventSynchronize{"cuEventSynchronize"};
    EntryPoint<Code(Event event)> eventDestroy{"cuEventDestroy_v2"};

    constexpr auto all() {
        return std::tie(init, driverGetVersion, getErrorName, getErrorString, deviceGetCount, deviceGet,
                        deviceGetName, deviceTotalMem, deviceGetAttribute, deviceGetPciBusId,
                        primaryCtxRetain, primaryCtxRelease, ctxSetCurrent, ctxGetStreamPriorityRange,
                        memGetInfo, memAlloc, memFree, memGetAllocationGranularity, memAddressReserve,
                        memAddressFree, memCreate, memRelease, memMap, memUnmap, memSetAccess, memHostAlloc,
                        memFreeHost, memsetD32Async, memcpyDtoHAsync, streamCreateWithPriority, streamDestroy,
                        streamWaitEvent, eventCreate, eventRecord, eventQuery, eventSynchronize,
                        eventDestroy);
    }
};
static_assert(sizeof(DriverCalls) == std::tuple_size_v<decltype(DriverCalls().all())> * 2 * sizeof(void*),
              "all() names every entry point");

}  // namespace manju::gpu::cu
