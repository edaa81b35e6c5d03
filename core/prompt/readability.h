// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace manju::prompt {

/// The runs of letters that CLIP's encoders cannot read, joined by spaces: they learned English, and a letter
/// of another script than Latin falls into bytes that mean nothing to them. Empty if there are none.
std::string unreadableText(std::string_view prompt);

}  // namespace manju::prompt
