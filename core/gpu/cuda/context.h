// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/cuda/driver.h"

namespace manju::gpu {

/// The primary context of one card, held for as long as the object lives. It is the context that the CUDA
/// runtime, and so libtorch, uses in the same process: addresses, streams and events are theirs as well.
/// Thread: any; every call makes the context current on its thread, where it stays.
class CudaContext {
public:
    /// `driver` outlives the object. Fails with kNoSuchDevice for a card that `driver.cards()` lacks.
    static Result<std::unique_ptr<CudaContext>> retain(const CudaDriver& driver, int ordinal);
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;
    ~CudaContext();

    [[nodiscard]] const CudaCard& card() const { return card_; }
    [[nodiscard]] cu::Device device() const { return device_; }
    [[nodiscard]] const cu::DriverCalls& calls() const { return driver_.calls(); }

    Status makeCurrent() const;

    /// What the driver answers in this context. Fails only where the context cannot be made current.
    template <class Signature, class... Arguments>
    Result<cu::Code> answer(const EntryPoint<Signature>& entry, Arguments... arguments) const {
        MANJU_CHECK(makeCurrent());
        return entry(arguments...);
    }

    /// The same, where any answer but success is kDriverRefused.
    template <class Signature, class... Arguments>
    Status call(const EntryPoint<Signature>& entry, Arguments... arguments) const {
        MANJU_TRY(const cu::Code code, answer(entry, arguments...));
        if (code != cu::Code::Success) return refused(entry.name, code);
        return Done{};
    }

    /// kDriverRefused with the driver's words.
    [[nodiscard]] Error refused(const char* call, cu::Code code) const;

private:
    CudaContext(const CudaDriver& driver, const CudaCard& card) : driver_(driver), card_(card) {}

    const CudaDriver& driver_;
    const CudaCard& card_;
    cu::Device device_ = 0;
    cu::Context context_ = nullptr;
};

}  // namespace manju::gpu
