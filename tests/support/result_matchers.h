// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gmock/gmock.h>

#include "core/base/result.h"

namespace manju::testing {

/// Of a Result: success.
MATCHER(Succeeds, "") {
    if (!arg.ok()) *result_listener << arg.error().debugText();
    return arg.ok();
}

/// Of a Result: the error with this code.
MATCHER_P(FailsWith, code, std::string(code.id)) {
    if (arg.ok()) {
        *result_listener << "which succeeded";
        return false;
    }
    *result_listener << arg.error().debugText();
    return arg.error().is(code);
}

}  // namespace manju::testing
