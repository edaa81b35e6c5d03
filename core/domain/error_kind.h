// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/domain/enum_text.h"

namespace manju {

MANJU_ENUM_TEXT(ErrorKind, {{ErrorKind::Failed, "failed"},
                            {ErrorKind::Usage, "usage"},
                            {ErrorKind::Attention, "attention"},
                            {ErrorKind::Environment, "environment"},
                            {ErrorKind::Cancelled, "cancelled"}})

}  // namespace manju
