// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/clock.h"
#include "core/gpu/cuda/entry_point.h"

namespace manju::gpu {

inline constexpr const char* kNvmlLibrary = "libnvidia-ml.so.1";

/// What all programs together do to one card.
struct CardFigures {
    std::uint64_t totalBytes = 0;
    std::uint64_t usedBytes = 0;
    std::uint64_t freeBytes = 0;
    std::optional<unsigned> utilisationPercent;  ///< of the time; some cards do not count it
};

/// The part of NVML's binary interface that is used here.
struct NvmlCalls {
    using Code = int;  ///< 0 is success
    using Device = struct NvmlDeviceTag*;
    struct Memory {
        unsigned long long total = 0;
        unsigned long long free = 0;
        unsigned long long used = 0;
    };
    struct Utilisation {
        unsigned gpu = 0;
        unsigned memory = 0;
    };
    EntryPoint<Code()> init{"nvmlInit_v2"};
    EntryPoint<Code()> shutdown{"nvmlShutdown"};
    EntryPoint<Code(const char* pciBusId, Device* device)> deviceGetHandleByPciBusId{
        "nvmlDeviceGetHandleByPciBusId_v2"};
    EntryPoint<Code(Device device, Memory* memory)> deviceGetMemoryInfo{"nvmlDeviceGetMemoryInfo"};
    EntryPoint<Code(Device device, Utilisation* utilisation)> deviceGetUtilizationRates{
        "nvmlDeviceGetUtilizationRates"};

    constexpr auto all() {
        return std::tie(init, shutdown, deviceGetHandleByPciBusId, deviceGetMemoryInfo,
                        deviceGetUtilizationRates);
    }
};

/// NVIDIA's figures about its cards, for display: they need no context on a card. Without the library there
/// are none, which is no error. Thread: owner only; a call may take tens of milliseconds.
class Nvml {
public:
    /// `clock` outlives the object.
    explicit Nvml(const Clock& clock, const std::string& library = kNvmlLibrary);
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;
    ~Nvml();

    /// At most a second old. Nothing where NVML or the card does not answer.
    std::optional<CardFigures> read(const std::string& pciBusId);

private:
    struct Reading {
        std::int64_t steadyMillis = 0;
        std::optional<CardFigures> figures;
    };
    [[nodiscard]] std::optional<CardFigures> ask(const std::string& pciBusId) const;

    const Clock& clock_;
    std::optional<os::SharedLibrary> library_;  ///< empty unless NVML has started
    NvmlCalls calls_;
    std::map<std::string, Reading> readings_;
};

}  // namespace manju::gpu
