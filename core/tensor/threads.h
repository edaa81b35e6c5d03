// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace manju::tensor {

/// Sets how many threads the CPU kernels of this process use; 0 keeps one per core that the process may
/// run on. Process-wide; call before the first computation.
void setThreads(int threads);

}  // namespace manju::tensor
