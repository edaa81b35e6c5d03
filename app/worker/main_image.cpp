// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/image_executor.h"
#include "app/worker/worker_main.h"

int main(int argc, char** argv) {
    using namespace manju::worker;
    return workerMain(argc, argv, "manju-worker-image",
                      [] { return std::make_unique<ImageExecutor>(grantedThreads()); });
}
