// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {

const std::span<const Entry> kWeightsEntries{};

}  // namespace manju::messages
