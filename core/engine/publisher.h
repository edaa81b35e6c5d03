// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/engine/project_layout.h"
#include "core/store/project_store.h"

/// Brings what a worker delivered under its final names, so that at every moment the files and the
/// database tell one story: (1) the delivery is stored with its hashes, (2) each file is renamed into
/// place and its directory fsynced, (3) the step becomes done. An interruption after (1) is carried to
/// its end by recover(); before (1) nothing has happened.
namespace manju::engine {

/// Stores, publishes and finishes. `step` comes running and leaves done; on an error it is unchanged and
/// nothing is under a final name that was not there before.
Result<store::ResultRow> publish(store::ProjectStore& store, const ProjectLayout& layout,
                                 store::StepRow& step, const store::AttemptRow& attempt,
                                 const StepResult& result, std::int64_t now);

/// For an attempt that an earlier run left running: finishes it if its delivery is whole, else gives
/// nothing.
Result<std::optional<store::ResultRow>> recover(store::ProjectStore& store, const ProjectLayout& layout,
                                                store::StepRow& step, const store::AttemptRow& attempt,
                                                std::int64_t now);

/// True if every file is there with its size; with `digests` also with its hash.
bool isWhole(const ProjectLayout& layout, const store::ResultRow& result, bool digests);

}  // namespace manju::engine
