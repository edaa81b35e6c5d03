// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"

namespace manju::link {

/// A file descriptor with one owner. Thread: owner only.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : fd_(fd) {}
    UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool open() const { return fd_ >= 0; }
    void reset();

private:
    int fd_ = -1;
};

struct FdPair {
    UniqueFd first;
    UniqueFd second;
};

/// All descriptors are close-on-exec. The error is errno's text.
Result<FdPair> socketPair();
/// `first` is the end to read from; it does not block.
Result<FdPair> outputPipe();
/// A flag that poll() sees: signalled by writing 8 bytes (see ring), cleared by reading.
Result<UniqueFd> wakeFlag();
void ring(const UniqueFd& flag);
void unring(const UniqueFd& flag);

void closeOnExec(int fd);
/// Writing to a closed socket or pipe then fails instead of ending the process. For the whole process.
void ignoreBrokenPipes();

/// Sends everything, blocking. False: the other side is gone.
bool sendAll(int socket, std::string_view bytes);
/// Sends what fits without blocking and removes it from `bytes`. False: the other side is gone.
bool sendSome(int socket, std::string& bytes);

enum class Received { Bytes, Nothing, End };
/// Appends what there is to `bytes`, at most 256 KiB. With `block`, waits for the first byte.
Received receive(int socket, std::string& bytes, bool block);
/// The same for a pipe that does not block.
Received readSome(int pipe, std::string& bytes);

}  // namespace manju::link
