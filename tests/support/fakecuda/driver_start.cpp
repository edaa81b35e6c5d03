// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>

#include "tests/support/fakecuda/machine.h"

// Starting, devices, contexts, errors in words.
namespace {

using namespace manju::fakecuda;
namespace cu = manju::gpu::cu;

struct Words {
    Code code;
    const char* name;
    const char* text;
};
constexpr Words kWords[] = {
    {Code::Success, "CUDA_SUCCESS", "no error"},
    {Code::InvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {Code::OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {Code::NotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {Code::NoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {Code::InvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {Code::InvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {Code::InvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {Code::NotReady, "CUDA_ERROR_NOT_READY", "device not ready"},
    {Code::IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {Code::ContextIsDestroyed, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    {Code::NotSupported, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {Code::Unknown, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

const Words* wordsFor(Code code) {
    const auto* const found = std::ranges::find(kWords, code, &Words::code);
    return found == std::end(kWords) ? nullptr : found;
}

constexpr int kLeastPriority = 0;
constexpr int kGreatestPriority = -5;

}  // namespace

extern "C" {

Code cuInit(unsigned flags) {
    return enter("cuInit", [&](Machine& all) {
        if (flags != 0) return Code::InvalidValue;
        all.started = true;
        return Code::Success;
    });
}

Code cuDriverGetVersion(int* version) {
    return enter("cuDriverGetVersion", [&](Machine&) {
        *version = 12040;
        return Code::Success;
    });
}

Code cuGetErrorName(Code code, const char** name) {
    const Words* words = wordsFor(code);
    *name = words ? words->name : nullptr;
    return words ? Code::Success : Code::InvalidValue;
}

Code cuGetErrorString(Code code, const char** text) {
    const Words* words = wordsFor(code);
    *text = words ? words->text : nullptr;
    return words ? Code::Success : Code::InvalidValue;
}

Code cuDeviceGetCount(int* count) {
    return onMachine("cuDeviceGetCount", [&](Machine& all) {
        *count = static_cast<int>(all.cards.size());
        return Code::Success;
    });
}

Code cuDeviceGet(cu::Device* device, int ordinal) {
    return onDevice("cuDeviceGet", ordinal, [&](SimCard&) {
        *device = ordinal;
        return Code::Success;
    });
}

Code cuDeviceGetName(char* name, int length, cu::Device device) {
    return onDevice("cuDeviceGetName", device, [&](SimCard& card) {
        std::snprintf(name, static_cast<std::size_t>(length), "%s", card.made.name.c_str());
        return Code::Success;
    });
}

Code cuDeviceTotalMem_v2(std::size_t* bytes, cu::Device device) {
    return onDevice("cuDeviceTotalMem_v2", device, [&](SimCard& card) {
        *bytes = card.made.totalBytes;
        return Code::Success;
    });
}

Code cuDeviceGetAttribute(int* value, cu::Attribute attribute, cu::Device device) {
    return onDevice("cuDeviceGetAttribute", device, [&](SimCard& card) {
        switch (attribute) {
            case cu::Attribute::ComputeCapabilityMajor:
                *value = 8;
                return Code::Success;
            case cu::Attribute::ComputeCapabilityMinor:
                *value = 6;
                return Code::Success;
            case cu::Attribute::VirtualMemoryManagementSupported:
                *value = card.made.virtualMemory == VirtualMemory::Absent ? 0 : 1;
                return Code::Success;
        }
        return Code::InvalidValue;
    });
}

Code cuDeviceGetPCIBusId(char* id, int length, cu::Device device) {
    return onDevice("cuDeviceGetPCIBusId", device, [&](SimCard&) {
        std::snprintf(id, static_cast<std::size_t>(length), "0000:%02x:00.0",
                      static_cast<unsigned>(device) + 1);
        return Code::Success;
    });
}

Code cuDevicePrimaryCtxRetain(cu::Context* context, cu::Device device) {
    return onDevice("cuDevicePrimaryCtxRetain", device, [&](SimCard& card) {
        if (card.retained++ == 0) card.context = ++machine().lastContext;
        *context = reinterpret_cast<cu::Context>(card.context);  // NOLINT(performance-no-int-to-ptr)
        return Code::Success;
    });
}

Code cuDevicePrimaryCtxRelease_v2(cu::Device device) {
    return onDevice("cuDevicePrimaryCtxRelease_v2", device, [&](SimCard& card) {
        if (card.retained == 0) return Code::InvalidContext;
        --card.retained;
        return Code::Success;
    });
}

Code cuCtxSetCurrent(cu::Context context) {
    return onMachine("cuCtxSetCurrent", [&](Machine& all) {
        const auto number = reinterpret_cast<std::uint64_t>(context);
        const bool known = std::ranges::any_of(
            all.cards, [&](const SimCard& card) { return card.retained > 0 && card.context == number; });
        if (number != 0 && !known) return Code::InvalidContext;
        currentContext() = number;
        return Code::Success;
    });
}

Code cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    return inContext("cuCtxGetStreamPriorityRange", [&](Machine&, SimCard&) {
        *least = kLeastPriority;
        *greatest = kGreatestPriority;
        return Code::Success;
    });
}

}  // extern "C"
