// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/guard.h"

#include <c10/util/Exception.h>

#include <new>
#include <string>

#include "core/tensor/errors.h"

namespace manju::tensor {

Error translated(const std::exception& exception) {
    if (const auto* refused = dynamic_cast<const Refused*>(&exception)) return refused->error();
    std::string detail = exception.what();
    if (const auto* torchError = dynamic_cast<const c10::Error*>(&exception))
        detail = torchError->what_without_backtrace();
    // The CPU allocator of libtorch reports exhaustion as a plain c10::Error.
    const bool memory = dynamic_cast<const std::bad_alloc*>(&exception) ||
                        dynamic_cast<const c10::OutOfMemoryError*>(&exception) ||
                        detail.find("can't allocate memory") != std::string::npos;
    return Error(memory ? kOutOfMemory : kComputationFailed, {{"detail", detail}});
}

}  // namespace manju::tensor
