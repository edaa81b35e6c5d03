// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju {

/// What a program ends with after an error of this kind; 0 is for success.
constexpr int exitCode(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Failed:
        case ErrorKind::Cancelled:
            return 1;
        case ErrorKind::Usage:
            return 2;
        case ErrorKind::Attention:
            return 3;
        case ErrorKind::Environment:
            return 4;
    }
    return 1;
}

}  // namespace manju
