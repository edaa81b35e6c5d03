// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace manju {

std::string Error::debugText() const {
    std::string text = id_;
    for (const auto& [name, value] : args_) text += " " + name + "=" + value;
    if (cause_) text += " <- " + cause_->debugText();
    return text;
}

}  // namespace manju
