// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/link/socket.h"

namespace manju::link {

struct SpawnSpec {
    std::filesystem::path executable;
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment;  ///< all of it
    int niceness = 0;
};

struct SpawnedProcess {
    pid_t pid = 0;
    UniqueFd socket;  ///< our end; the process finds its own as descriptor kWorkerSocket
    UniqueFd output;  ///< its standard output and error; does not block
};

inline constexpr int kWorkerSocket = 3;

/// Starts a process in a process group of its own, with standard input from /dev/null and no descriptor of
/// ours but its socket. It is killed by the kernel when **the calling thread** ends, so that thread must
/// outlive it. kWorkerStart if the executable cannot be run.
Result<SpawnedProcess> spawnProcess(const SpawnSpec& spec);

/// Runs the executable in place of this program, with the same streams. Returns only if that fails:
/// kWorkerStart.
Error becomeProgram(const std::filesystem::path& executable, const std::vector<std::string>& arguments);

/// How a process ended.
struct ProcessEnd {
    int signal = 0;    ///< 0: it exited ...
    int exitCode = 0;  ///< ... with this code
};

/// Reaps the process if it has ended.
std::optional<ProcessEnd> reap(pid_t pid);
/// SIGKILL to the process, which has not been reaped, and to its process group.
void killHard(pid_t pid);
/// "SIGSEGV"
std::string signalName(int signal);

}  // namespace manju::link
