// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <string>

#include "core/gpu/cuda/nvml.h"
#include "tests/support/fakecuda/machine.h"

namespace {

using namespace manju::fakecuda;
using manju::gpu::NvmlCalls;

constexpr NvmlCalls::Code kSuccess = 0;
constexpr NvmlCalls::Code kUninitialized = 1;
constexpr NvmlCalls::Code kInvalidArgument = 2;
constexpr NvmlCalls::Code kNotFound = 6;

template <class Body>
NvmlCalls::Code enterNvml(const char* name, Body body) {
    Machine& all = machine();
    const std::scoped_lock lock(all.mutex);
    if (const auto asked = all.count(name)) return *asked;
    return body(all);
}

template <class Body>
NvmlCalls::Code ofDevice(const char* name, NvmlCalls::Device device, Body body) {
    return enterNvml(name, [&](Machine& all) {
        const auto number = reinterpret_cast<std::uintptr_t>(device);
        if (all.nvmlStarts == 0) return kUninitialized;
        if (number == 0 || number > all.cards.size()) return kInvalidArgument;
        return body(all.cards[number - 1]);
    });
}

}  // namespace

extern "C" {

NvmlCalls::Code nvmlInit_v2() {
    return enterNvml("nvmlInit_v2", [](Machine& all) {
        ++all.nvmlStarts;
        return kSuccess;
    });
}

NvmlCalls::Code nvmlShutdown() {
    return enterNvml("nvmlShutdown", [](Machine& all) {
        if (all.nvmlStarts == 0) return kUninitialized;
        --all.nvmlStarts;
        return kSuccess;
    });
}

NvmlCalls::Code nvmlDeviceGetHandleByPciBusId_v2(const char* pciBusId, NvmlCalls::Device* device) {
    return enterNvml("nvmlDeviceGetHandleByPciBusId_v2", [&](Machine& all) {
        if (all.nvmlStarts == 0) return kUninitialized;
        const std::string id = pciBusId;
        const std::size_t colon = id.find(':');
        if (colon == std::string::npos) return kInvalidArgument;
        const std::uintptr_t number = std::strtoul(id.c_str() + colon + 1, nullptr, 16);
        if (number == 0 || number > all.cards.size()) return kNotFound;
        *device = reinterpret_cast<NvmlCalls::Device>(number);  // NOLINT(performance-no-int-to-ptr)
        return kSuccess;
    });
}

NvmlCalls::Code nvmlDeviceGetMemoryInfo(NvmlCalls::Device device, NvmlCalls::Memory* memory) {
    return ofDevice("nvmlDeviceGetMemoryInfo", device, [&](SimCard& card) {
        const auto info = card.memory->info();
        if (!info) return kInvalidArgument;
        *memory = {info->totalBytes, info->freeBytes, info->totalBytes - info->freeBytes};
        return kSuccess;
    });
}

NvmlCalls::Code nvmlDeviceGetUtilizationRates(NvmlCalls::Device device, NvmlCalls::Utilisation* utilisation) {
    return ofDevice("nvmlDeviceGetUtilizationRates", device, [&](SimCard& card) {
        *utilisation = {card.utilisation, 0};
        return kSuccess;
    });
}

}  // extern "C"
