// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_program/run_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace manju::testing {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// State letter and parent of a process from /proc; '?' if it is gone.
std::pair<char, pid_t> stateOf(const fs::path& folder) {
    const std::string stat = readAll(folder / "stat");
    const std::size_t close = stat.rfind(')');
    if (close == std::string::npos || close + 4 >= stat.size()) return {'?', 0};
    return {stat[close + 2], static_cast<pid_t>(std::stol(stat.substr(close + 4)))};
}

void redirect(const fs::path& file, int target) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(fd, target);
    ::close(fd);
}

}  // namespace

Program::Program(const fs::path& executable, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment) {
    static std::atomic<int> count = 0;
    output_ = fs::temp_directory_path() /
              ("manju-run-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::vector<char*> argv{const_cast<char*>(executable.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ > 0) return;
    redirect(output_.string() + ".out", STDOUT_FILENO);
    redirect(output_.string() + ".err", STDERR_FILENO);
    for (const std::string& entry : environment) ::putenv(const_cast<char*>(entry.c_str()));
    ::execv(executable.c_str(), argv.data());
    ::_exit(127);
}

Program::~Program() {
    if (!ended_) {
        ::kill(pid_, SIGKILL);
        reap(0);
    }
    std::error_code ignored;
    fs::remove(output_.string() + ".out", ignored);
    fs::remove(output_.string() + ".err", ignored);
}

bool Program::reap(int options) {
    if (!ended_) ended_ = ::waitpid(pid_, &status_, options) == pid_;
    return ended_;
}

bool Program::running() {
    return !reap(WNOHANG);
}

void Program::signal(int number) const {
    if (!ended_) ::kill(pid_, number);
}

ProgramOutcome Program::wait(std::chrono::seconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!reap(WNOHANG) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!ended_) {
        ::kill(pid_, SIGKILL);
        reap(0);
    }
    ProgramOutcome outcome;
    outcome.exitCode = WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
    outcome.signal = WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
    outcome.out = readAll(output_.string() + ".out");
    outcome.err = readAll(output_.string() + ".err");
    return outcome;
}

ProgramOutcome runProgram(const fs::path& executable, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& environment) {
    return Program(executable, arguments, environment).wait();
}

std::vector<pid_t> childrenOf(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const auto [state, owner] = stateOf(entry.path());
        if (owner == parent && state != '?' && state != 'Z')
            children.push_back(static_cast<pid_t>(std::stol(name)));
    }
    return children;
}

bool isAlive(pid_t pid) {
    const auto [state, parent] = stateOf("/proc/" + std::to_string(pid));
    (void)parent;
    return state != '?' && state != 'Z' && state != 'X';
}

}  // namespace manju::testing
