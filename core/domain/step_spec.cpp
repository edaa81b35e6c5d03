// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/step_spec.h"

#include "core/base/sha256.h"

namespace manju {

std::string stepKey(StepKind kind, const Json& spec) {
    return sha256Hex(canonicalJson(Json{{"kind", kind}, {"spec", spec}}));
}

}  // namespace manju
