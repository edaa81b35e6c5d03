// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>

#include <exception>

#include "core/base/result.h"

namespace manju::tensor {

/// Carries the Error of memory that was refused through libtorch, which knows exceptions alone. Its kernels
/// that can do with less memory (cuDNN's choice of a convolution) try again after an OutOfMemoryError only.
class Refused : public c10::OutOfMemoryError {
public:
    explicit Refused(manju::Error error)
        : c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, error.debugText()),
          error_(std::move(error)) {}
    [[nodiscard]] const manju::Error& error() const { return error_; }

private:
    manju::Error error_;
};

/// What a caught exception of libtorch means: kOutOfMemory or kComputationFailed, or the Error that it
/// carries.
Error translated(const std::exception& exception);

/// Runs `work` (a callable that returns a Result or Status) without autograd bookkeeping and turns every
/// exception of the library into an Error. The one place where such exceptions are caught.
template <class Work>
auto guarded(Work&& work) -> decltype(work()) {
    try {
        const c10::InferenceMode inference;
        return work();
    } catch (const std::exception& e) {
        return translated(e);
    }
}

}  // namespace manju::tensor
