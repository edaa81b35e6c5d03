// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/link/worker_link.h"

namespace manju::link {

/// The processor, as CPUID tells it. Other architectures: an empty vendor.
struct CpuIdentity {
    std::string vendor;  ///< "GenuineIntel", "AuthenticAMD"
    int family = 0;
    int model = 0;
    bool avx2 = false;    ///< with FMA
    bool avx512 = false;  ///< F, BW, DQ and VL
};
CpuIdentity cpuIdentity();

/// OPENBLAS_CORETYPE for a processor that OpenBLAS 0.3.21 (Debian 12) does not know and for which it would
/// take a kernel without AVX; none for those it knows.
std::optional<std::string> openBlasCore(const CpuIdentity& cpu);

using Environment = std::map<std::string, std::string>;
Environment currentEnvironment();

/// The worker's environment: `base`, then thread counts and the like, then `options.environment`.
/// An OPENBLAS_CORETYPE that is set already stays.
Environment workerEnvironment(Environment base, const WorkerOptions& options, const CpuIdentity& cpu);

}  // namespace manju::link
