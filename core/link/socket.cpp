// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/socket.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>

#include "core/link/errors.h"

namespace manju::link {
namespace {

constexpr std::size_t kChunk = 64 * 1024;
constexpr int kChunksAtOnce = 4;

Error systemError(const char* what) {
    return Error(kMessageInvalid,
                 {{"detail", std::string(what) + ": " + std::generic_category().message(errno)}});
}

template <class Read>
Received readChunks(std::string& bytes, bool block, Read read) {
    std::array<char, kChunk> chunk;
    for (int i = 0; i < kChunksAtOnce; ++i) {
        const ssize_t count = read(chunk.data(), chunk.size(), block && i == 0);
        if (count > 0) {
            bytes.append(chunk.data(), static_cast<std::size_t>(count));
        } else if (count < 0 && errno == EINTR) {
            --i;
        } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return i ? Received::Bytes : Received::Nothing;
        } else {
            return i ? Received::Bytes : Received::End;  // the end is met again by the next call
        }
    }
    return Received::Bytes;
}

}  // namespace

void UniqueFd::reset() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

Result<FdPair> socketPair() {
    std::array<int, 2> fds{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0)
        return systemError("socketpair");
    return FdPair{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

Result<FdPair> outputPipe() {
    std::array<int, 2> fds{};
    if (::pipe2(fds.data(), O_CLOEXEC) != 0) return systemError("pipe");
    FdPair pair{UniqueFd(fds[0]), UniqueFd(fds[1])};
    if (::fcntl(fds[0], F_SETFL, O_NONBLOCK) != 0) return systemError("fcntl");
    return pair;
}

Result<UniqueFd> wakeFlag() {
    UniqueFd flag(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!flag.open()) return systemError("eventfd");
    return flag;
}

void ring(const UniqueFd& flag) {
    const std::uint64_t one = 1;
    // It can fail only when the flag is up already.
    [[maybe_unused]] const ssize_t written = ::write(flag.get(), &one, sizeof one);
}

void unring(const UniqueFd& flag) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t taken = ::read(flag.get(), &count, sizeof count);
}

void closeOnExec(int fd) {
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void ignoreBrokenPipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

bool sendAll(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent > 0)
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        else if (errno != EINTR)
            return false;
    }
    return true;
}

bool sendSome(int socket, std::string& bytes) {
    std::size_t done = 0;
    bool alive = true;
    while (done < bytes.size()) {
        const ssize_t sent =
            ::send(socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            done += static_cast<std::size_t>(sent);
        } else if (errno != EINTR) {
            alive = errno == EAGAIN || errno == EWOULDBLOCK;
            break;
        }
    }
    bytes.erase(0, done);
    return alive;
}

Received receive(int socket, std::string& bytes, bool block) {
    return readChunks(bytes, block, [socket](char* to, std::size_t room, bool wait) {
        return ::recv(socket, to, room, wait ? 0 : MSG_DONTWAIT);
    });
}

Received readSome(int pipe, std::string& bytes) {
    return readChunks(bytes, false,
                      [pipe](char* to, std::size_t room, bool) { return ::read(pipe, to, room); });
}

}  // namespace manju::link
