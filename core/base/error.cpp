// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace manju {

int exitCode(ErrorKind kind) {
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

std::string Error::debugText() const {
    std::string text = id_;
    for (const auto& [name, value] : args_) text += " " + name + "=" + value;
    if (cause_) text += " <- " + cause_->debugText();
    return text;
}

}  // namespace manju
