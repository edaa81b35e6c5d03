// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/spawn.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/link/errors.h"

namespace manju::link {
namespace {

constexpr int kStatusPipe = kWorkerSocket + 1;
constexpr int kFirstUnused = kStatusPipe + 1;
constexpr int kOutOfTheWay = 64;

struct ChildSetup {
    pid_t parent;
    int socket;
    int output;
    int status;  ///< gets errno if the executable cannot be run
    int niceness;
    const char* executable;
    char* const* arguments;
    char* const* environment;
};

// Everything from here to runChild runs between fork and exec in a copy of a process that had many threads:
// system calls only, no memory management, no locks.

[[noreturn]] void giveUp(int status) {
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = ::write(status, &reason, sizeof reason);
    ::_exit(127);
}

void resetSignals() {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) ::sigaction(number, &action, nullptr);
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void closeFrom(int first) {
#if defined(CLOSE_RANGE_CLOEXEC)
    if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
#endif
    struct rlimit limit {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const int last = limit.rlim_cur > 65'536 ? 65'536 : static_cast<int>(limit.rlim_cur);
    for (int fd = first; fd < last; ++fd) ::close(fd);
}

/// The descriptors move out of the way first, so that no dup2 closes one that is still needed.
bool arrangeDescriptors(ChildSetup& child) {
    child.status = ::fcntl(child.status, F_DUPFD_CLOEXEC, kOutOfTheWay);
    const int socket = ::fcntl(child.socket, F_DUPFD_CLOEXEC, kOutOfTheWay);
    const int output = ::fcntl(child.output, F_DUPFD_CLOEXEC, kOutOfTheWay);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (child.status < 0 || socket < 0 || output < 0 || nothing < 0) return false;
    const int input = ::fcntl(nothing, F_DUPFD_CLOEXEC, kOutOfTheWay);
    if (input < 0 || ::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 ||
        ::dup2(output, STDERR_FILENO) < 0 || ::dup2(socket, kWorkerSocket) < 0 ||
        ::dup3(child.status, kStatusPipe, O_CLOEXEC) < 0)
        return false;
    child.status = kStatusPipe;
    closeFrom(kFirstUnused);
    return true;
}

[[noreturn]] void runChild(ChildSetup child) {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) giveUp(child.status);
    if (::getppid() != child.parent) ::_exit(127);  // it died before the line above
    ::setpgid(0, 0);  // a Ctrl-C is for the engine, which then stops its workers
    if (child.niceness > 0) ::setpriority(PRIO_PROCESS, 0, child.niceness);
    resetSignals();
    if (!arrangeDescriptors(child)) giveUp(child.status);
    ::execve(child.executable, child.arguments, child.environment);
    giveUp(child.status);
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

Error startError(const SpawnSpec& spec, int errnoValue) {
    return Error(kWorkerStart, {{"worker", spec.executable.string()}, {"detail", std::strerror(errnoValue)}});
}

/// Forks with all signals blocked, so that no handler of ours runs in the child.
pid_t forkChild(const ChildSetup& child) {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) runChild(child);
    const int reason = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = reason;
    return pid;
}

/// 0 once the executable runs, else the errno of what failed.
int startFailure(const UniqueFd& status) {
    int reason = 0;
    ssize_t count = 0;
    do {
        count = ::read(status.get(), &reason, sizeof reason);
    } while (count < 0 && errno == EINTR);
    return count == static_cast<ssize_t>(sizeof reason) ? reason : 0;
}

}  // namespace

Result<SpawnedProcess> spawnProcess(const SpawnSpec& spec) {
    MANJU_TRY(FdPair socket, socketPair());
    MANJU_TRY(FdPair output, outputPipe());
    std::array<int, 2> statusFds{};
    if (::pipe2(statusFds.data(), O_CLOEXEC) != 0) return startError(spec, errno);
    UniqueFd statusRead(statusFds[0]);
    UniqueFd statusWrite(statusFds[1]);

    const std::string executable = spec.executable.string();
    std::vector<std::string> arguments{executable};
    arguments.insert(arguments.end(), spec.arguments.begin(), spec.arguments.end());
    std::vector<std::string> environment;
    for (const auto& [name, value] : spec.environment) environment.push_back(name + "=" + value);
    const std::vector<char*> argumentPointers = pointersTo(arguments);
    const std::vector<char*> environmentPointers = pointersTo(environment);

    const pid_t pid =
        forkChild({::getpid(), socket.second.get(), output.second.get(), statusWrite.get(), spec.niceness,
                   executable.c_str(), argumentPointers.data(), environmentPointers.data()});
    if (pid < 0) return startError(spec, errno);
    statusWrite.reset();
    if (const int reason = startFailure(statusRead); reason != 0) {
        ::waitpid(pid, nullptr, 0);
        return startError(spec, reason);
    }
    return SpawnedProcess{pid, std::move(socket.first), std::move(output.first)};
}

Error becomeProgram(const std::filesystem::path& executable, const std::vector<std::string>& arguments) {
    const std::string name = executable.string();
    std::vector<std::string> texts = arguments;
    std::vector<char*> pointers{const_cast<char*>(name.c_str())};  // execv() changes nothing
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    ::execv(name.c_str(), pointers.data());
    return Error(kWorkerStart, {{"worker", name}, {"detail", std::strerror(errno)}});
}

std::optional<ProcessEnd> reap(pid_t pid) {
    int status = 0;
    pid_t result = 0;
    do {
        result = ::waitpid(pid, &status, WNOHANG);
    } while (result < 0 && errno == EINTR);
    if (result == 0) return std::nullopt;
    if (result < 0) return ProcessEnd{};  // somebody else reaped it: how it ended is unknown
    if (WIFSIGNALED(status)) return ProcessEnd{WTERMSIG(status), 0};
    return ProcessEnd{0, WEXITSTATUS(status)};
}

void killHard(pid_t pid) {
    ::kill(pid, SIGKILL);
    ::kill(-pid, SIGKILL);
}

std::string signalName(int signal) {
    const char* name = ::sigabbrev_np(signal);
    return name ? "SIG" + std::string(name) : std::to_string(signal);
}

}  // namespace manju::link
