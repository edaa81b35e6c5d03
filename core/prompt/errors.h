// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::prompt {

inline constexpr ErrorCode kVocabularyInvalid{"MJ-PROMPT-01", ErrorKind::Environment};  // {file} {line}

}  // namespace manju::prompt
