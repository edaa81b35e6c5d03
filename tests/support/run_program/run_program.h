// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

/// Runs the built programs as a user would.
namespace manju::testing {

struct ProgramOutcome {
    int exitCode = -1;  ///< -1: ended by a signal
    int signal = 0;
    std::string out;
    std::string err;
};

/// A running program with its output going to files. Kills it when destroyed.
class Program {
public:
    /// `arguments` without the program's name; `environment` are additions "NAME=value".
    Program(const std::filesystem::path& executable, const std::vector<std::string>& arguments,
            const std::vector<std::string>& environment = {});
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    [[nodiscard]] pid_t pid() const { return pid_; }
    [[nodiscard]] bool running();
    void signal(int number) const;
    /// Waits at most `limit`, then kills it; a killed program has signal SIGKILL.
    ProgramOutcome wait(std::chrono::seconds limit = std::chrono::seconds(300));

private:
    bool reap(int options);

    pid_t pid_ = 0;
    bool ended_ = false;
    int status_ = 0;
    std::filesystem::path output_;
};

ProgramOutcome runProgram(const std::filesystem::path& executable, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& environment = {});

/// Living processes (not zombies) whose parent is `parent`.
std::vector<pid_t> childrenOf(pid_t parent);
/// True if the process exists and is no zombie.
bool isAlive(pid_t pid);

}  // namespace manju::testing
