// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/domain/snapshot.h"

namespace manju::testing {

/// A project in the middle of its work: every state of an episode and of a shot occurs.
/// `pictures` is a folder for the pictures, or empty for none.
EngineSnapshot busyProject(const QString& pictures, bool chinese);

/// One draft episode with `shots` shots.
EngineSnapshot draftProject(int shots);

}  // namespace manju::testing
