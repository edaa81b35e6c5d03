// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/link/worker_link.h"

namespace manju::worker {

/// The main function of a worker: "--fd N" runs the loop on that socket, "--version" prints version and build
/// id, anything else a sentence for people who started it by hand (exit code 2).
int workerMain(int argc, char** argv, std::string_view name, const link::StepExecutorFactory& makeExecutor);

/// Threads that the spawner grants to this process (OMP_NUM_THREADS); 1 if it said nothing.
int grantedThreads();

}  // namespace manju::worker
