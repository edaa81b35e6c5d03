// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/worker_pool.h"

namespace manju::engine {

/// openEngine() with other workers; tests pass workers that are threads.
Result<std::unique_ptr<Engine>> openEngineWith(EngineOptions options,
                                               std::function<WorkerFactory(std::int64_t epoch)> workers);

/// The workers of the product: one image process, and media processes at lowered priority.
WorkerFactory processWorkers(const EngineOptions& options, std::int64_t epoch);

}  // namespace manju::engine
