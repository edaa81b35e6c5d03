// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/threads.h"

#include <ATen/Parallel.h>

namespace manju::tensor {

void setThreads(int threads) {
    if (threads > 0) at::set_num_threads(threads);
}

}  // namespace manju::tensor
