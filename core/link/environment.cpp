// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace manju::link {
namespace {

// Models of Intel's family 6 from Haswell on that driver/others/dynamic.c of OpenBLAS 0.3.21 lists: Haswell,
// Broadwell, Skylake, Kaby and Comet Lake, Skylake-X, Cannon, Ice, Tiger, Rocket and Alder Lake.
constexpr std::array kKnownIntelModels{0x3C, 0x3D, 0x3F, 0x45, 0x46, 0x47, 0x4E, 0x4F, 0x55,
                                       0x56, 0x5E, 0x66, 0x6A, 0x6C, 0x7D, 0x7E, 0x8C, 0x8D,
                                       0x8E, 0x97, 0x9A, 0x9E, 0xA5, 0xA6, 0xA7};
constexpr int kZen3Family = 0x19;

}  // namespace

CpuIdentity cpuIdentity() {
    CpuIdentity cpu;
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return cpu;
    std::array<char, 12> vendor{};
    std::memcpy(vendor.data(), &b, 4);
    std::memcpy(vendor.data() + 4, &d, 4);
    std::memcpy(vendor.data() + 8, &c, 4);
    cpu.vendor.assign(vendor.begin(), vendor.end());
    if (!__get_cpuid(1, &a, &b, &c, &d)) return cpu;
    // Intel's and AMD's manuals, CPUID function 1: extended family counts only with family 15, extended
    // model only with families 6 and 15.
    const int family = static_cast<int>((a >> 8) & 0xF);
    cpu.family = family == 15 ? family + static_cast<int>((a >> 20) & 0xFF) : family;
    cpu.model = static_cast<int>((a >> 4) & 0xF);
    if (family == 6 || family == 15) cpu.model += static_cast<int>((a >> 16) & 0xF) << 4;
    __builtin_cpu_init();
    cpu.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    cpu.avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return cpu;
}

std::optional<std::string> openBlasCore(const CpuIdentity& cpu) {
    if (!cpu.avx2) return std::nullopt;
    if (cpu.vendor == "AuthenticAMD" || cpu.vendor == "HygonGenuine") {
        // Zen 3 is known, Zen 4 has its family number and is not; the kernels for all of them are the same.
        return cpu.family >= kZen3Family ? std::optional<std::string>("Zen") : std::nullopt;
    }
    if (cpu.vendor == "GenuineIntel") {
        const bool known = cpu.family == 6 && std::ranges::count(kKnownIntelModels, cpu.model) > 0;
        if (known) return std::nullopt;
        return cpu.avx512 ? "SkylakeX" : "Haswell";
    }
    return std::nullopt;
}

Environment currentEnvironment() {
    Environment result;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals != std::string_view::npos) result.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return result;
}

Environment workerEnvironment(Environment base, const WorkerOptions& options, const CpuIdentity& cpu) {
    const std::string threads = std::to_string(std::max(options.cpuThreads, 1));
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"})
        base[name] = threads;
    // Waiting threads that spin would take the other workers' time on a full machine.
    base["OMP_WAIT_POLICY"] = "PASSIVE";
    // Each arena keeps what its thread freed.
    base["MALLOC_ARENA_MAX"] = "2";
    // The tensors of one step are freed and asked for again in the next: memory given back to the system in
    // between would have to be cleared each time, a tenth of a small model's step. 32 MiB is the C library's
    // limit.
    base["MALLOC_MMAP_THRESHOLD_"] = std::to_string(32 << 20);
    base["MALLOC_TRIM_THRESHOLD_"] = std::to_string(256 << 20);
    if (const auto core = openBlasCore(cpu)) base.emplace("OPENBLAS_CORETYPE", *core);
    // MKL, which wheels of libtorch use, otherwise picks its kernels by the operands' alignment: the same
    // weights from another file would draw a picture with other bytes.
    base.emplace("MKL_CBWR", "AUTO,STRICT");
    for (const auto& [name, value] : options.environment) base[name] = value;
    return base;
}

}  // namespace manju::link
