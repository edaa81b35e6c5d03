// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/InferenceMode.h>

#include <exception>

#include "core/base/result.h"

namespace manju::tensor {

/// Carries an Error through libtorch, which knows exceptions alone.
class Refused : public std::exception {
public:
    explicit Refused(Error error) : error_(std::move(error)), text_(error_.debugText()) {}
    [[nodiscard]] const Error& error() const { return error_; }
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

private:
    Error error_;
    std::string text_;
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
