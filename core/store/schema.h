// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace manju::store {

/// The schema's history; entry i brings version i to i + 1. Entries are never edited, only added.
std::span<const std::string> migrations();

}  // namespace manju::store
