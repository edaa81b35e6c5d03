// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/json.h"
#include "core/domain/snapshot.h"
#include "core/messages/messages.h"

namespace manju::cli {

/// The document of `produce`, `resume` and `status` (resources/examples/status.json). `attempts` may be
/// empty.
Json projectDocument(const EngineSnapshot& snapshot, const std::vector<AttemptSnapshot>& attempts,
                     messages::Language language);

/// The same for people, a few lines an episode.
std::string projectText(const EngineSnapshot& snapshot, messages::Language language);

}  // namespace manju::cli
