// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace manju::link {

/// 16 hexadecimal digits over the sources that the engine and the workers share: every folder that a worker
/// is made of. Equal ids mean that both mean the same by every message and every spec.
std::string_view buildId();

}  // namespace manju::link
