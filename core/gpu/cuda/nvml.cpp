// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/cuda/nvml.h"

namespace manju::gpu {
namespace {

constexpr NvmlCalls::Code kSuccess = 0;
constexpr std::int64_t kKeepMillis = 1000;

}  // namespace

Nvml::Nvml(const Clock& clock, const std::string& library) : clock_(clock) {
    auto loaded = os::SharedLibrary::open(library);
    if (!loaded || loadEntryPoints(*loaded, calls_) || calls_.init() != kSuccess) return;
    library_ = std::move(*loaded);
}

Nvml::~Nvml() {
    if (library_) calls_.shutdown();
}

std::optional<CardFigures> Nvml::read(const std::string& pciBusId) {
    if (!library_) return std::nullopt;
    const std::int64_t now = clock_.steadyMillis();
    const auto [reading, isNew] = readings_.try_emplace(pciBusId);
    if (isNew || now - reading->second.steadyMillis >= kKeepMillis) reading->second = {now, ask(pciBusId)};
    return reading->second.figures;
}

std::optional<CardFigures> Nvml::ask(const std::string& pciBusId) const {
    NvmlCalls::Device device = nullptr;
    NvmlCalls::Memory memory;
    if (calls_.deviceGetHandleByPciBusId(pciBusId.c_str(), &device) != kSuccess) return std::nullopt;
    if (calls_.deviceGetMemoryInfo(device, &memory) != kSuccess) return std::nullopt;
    CardFigures figures{memory.total, memory.used, memory.free, std::nullopt};
    NvmlCalls::Utilisation utilisation;
    if (calls_.deviceGetUtilizationRates(device, &utilisation) == kSuccess)
        figures.utilisationPercent = utilisation.gpu;
    return figures;
}

}  // namespace manju::gpu
