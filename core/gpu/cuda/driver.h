// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/gpu/cuda/driver_calls.h"

namespace manju::gpu {

inline constexpr const char* kCudaLibrary = "libcuda.so.1";

struct CudaCard {
    int ordinal = 0;  ///< as CUDA counts them in this process
    std::string name;
    std::uint64_t totalBytes = 0;
    int computeMajor = 0;
    int computeMinor = 0;
    std::string pciBusId;  ///< "0000:01:00.0": the same in every process and for NVML
};

/// NVIDIA's driver, loaded at run time. Thread: any.
class CudaDriver {
public:
    /// `library` as the dynamic linker takes it. Fails with kNoDriver when there is none, when it is too
    /// old, when it does not start, or when it knows no card.
    static Result<std::unique_ptr<CudaDriver>> open(const std::string& library = kCudaLibrary);

    [[nodiscard]] int version() const { return version_; }  ///< 12040 is 12.4
    [[nodiscard]] const std::vector<CudaCard>& cards() const { return cards_; }
    [[nodiscard]] const cu::DriverCalls& calls() const { return calls_; }

    /// "CUDA_ERROR_NO_DEVICE, no CUDA-capable device is detected", in the driver's words.
    [[nodiscard]] std::string describe(cu::Code code) const;

private:
    explicit CudaDriver(os::SharedLibrary library) : library_(std::move(library)) {}
    Status start(const std::string& library);
    Result<CudaCard> readCard(int ordinal) const;
    [[nodiscard]] Status started(const char* call, cu::Code code) const;

    os::SharedLibrary library_;
    cu::DriverCalls calls_;
    int version_ = 0;
    std::vector<CudaCard> cards_;
};

}  // namespace manju::gpu
