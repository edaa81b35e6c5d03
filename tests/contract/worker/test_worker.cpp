// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <string>
#include <string_view>

#include "core/link/message.h"
#include "core/link/socket.h"
#include "tests/contract/worker/test_executor.h"

// The worker of the contract suite. "--wrong-build" greets with another build id and goes on, "--mute" never
// greets, "--impatient" sends something else than a greeting.
int main(int argc, char** argv) {
    using namespace manju::link;
    int fd = -1;
    std::string_view mode;
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--fd" && i + 1 < argc)
            fd = std::stoi(argv[++i]);
        else
            mode = argv[i];
    }
    if (mode == "--wrong-build") sendAll(fd, *encode(Hello{kProtocolVersion, "0123456789abcdef", 1, 2, 3}));
    if (mode == "--impatient") sendAll(fd, *encode(Heartbeat{}));
    if (!mode.empty())
        for (;;) ::pause();
    test::TestExecutor executor;
    return runWorkerLoop(fd, executor);
}
