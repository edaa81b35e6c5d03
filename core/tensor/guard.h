// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/InferenceMode.h>

#include <exception>

#include "core/base/result.h"

namespace manju::tensor {

/// What a caught exception of libtorch means: kOutOfMemory or kComputationFailed.
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
