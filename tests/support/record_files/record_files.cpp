// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/record_files/record_files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace manju::testing {
namespace {

namespace fs = std::filesystem;
using Kind = FileOperation::Kind;

struct Recorder {
    std::mutex mutex;
    fs::path folder;
    std::vector<FileOperation> operations;
    std::atomic<bool> on = false;
};

Recorder& recorder() {
    static Recorder instance;
    return instance;
}

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

fs::path absolute(int folder, const char* path) {
    if (path[0] == '/') return fs::path(path).lexically_normal();
    std::error_code ignored;
    if (folder == AT_FDCWD) return (fs::current_path(ignored) / path).lexically_normal();
    return (fs::read_symlink("/proc/self/fd/" + std::to_string(folder), ignored) / path).lexically_normal();
}

/// The path below the recorded folder, or nothing.
std::optional<fs::path> inside(const fs::path& path) {
    const fs::path relative = path.lexically_relative(recorder().folder);
    if (relative.empty() || *relative.begin() == ".." || relative == ".") return std::nullopt;
    if (relative.string().ends_with("-shm")) return std::nullopt;
    return relative;
}

std::optional<fs::path> inside(int fd) {
    std::error_code ignored;
    return inside(fs::read_symlink("/proc/self/fd/" + std::to_string(fd), ignored));
}

/// Runs the real call and records the operation if it succeeded; both under one lock, so that the record has
/// the order in which the files changed.
template <class Call, class Make>
auto recorded(Call call, Make make) {
    Recorder& at = recorder();
    const std::unique_lock lock(at.mutex);
    const auto result = call();
    if (at.on && result >= 0) {
        const int kept = errno;
        if (auto operation = make(result)) at.operations.push_back(std::move(*operation));
        errno = kept;
    }
    return result;
}

std::optional<FileOperation> operation(Kind kind, const std::optional<fs::path>& path) {
    if (!path) return std::nullopt;
    return FileOperation{kind, *path, {}, 0, {}};
}

std::optional<FileOperation> move(Kind kind, const fs::path& from, const fs::path& to) {
    const auto source = inside(from);
    const auto target = inside(to);
    if (source.has_value() != target.has_value())
        throw std::logic_error("a file crossed the recorded folder's border");
    if (!source) return std::nullopt;
    return FileOperation{kind, *source, *target, 0, {}};
}

int openRecorded(int folder, const char* path, int flags, mode_t mode) {
    using Open = int (*)(int, const char*, int, ...);
    static const auto real = next<Open>("openat");
    if (!(flags & (O_CREAT | O_TRUNC))) return real(folder, path, flags, mode);
    return recorded([&] { return real(folder, path, flags, mode); },
                    [&](int) -> std::optional<FileOperation> {
                        const auto relative = inside(absolute(folder, path));
                        auto created = operation(flags & O_TRUNC ? Kind::Truncate : Kind::Create, relative);
                        return created;
                    });
}

std::optional<FileOperation> written(int fd, const void* bytes, std::int64_t offset, ssize_t count) {
    auto made = operation(Kind::Write, inside(fd));
    if (!made) return made;
    made->offset = offset;
    made->bytes.assign(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return made;
}

mode_t modeOf(int flags, va_list arguments) {
    return flags & O_CREAT ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

}  // namespace

void startRecording(const fs::path& folder) {
    const std::lock_guard lock(recorder().mutex);
    recorder().folder = folder.lexically_normal();
    recorder().operations.clear();
    recorder().on = true;
}

std::vector<FileOperation> stopRecording() {
    const std::lock_guard lock(recorder().mutex);
    recorder().on = false;
    return std::move(recorder().operations);
}

void replay(const FileOperation& done, const fs::path& folder, double share) {
    const fs::path path = folder / done.path;
    switch (done.kind) {
        case Kind::Create:
            std::ofstream(path, std::ios::app | std::ios::binary);
            break;
        case Kind::Truncate:
            if (!fs::exists(path)) std::ofstream(path, std::ios::binary);
            fs::resize_file(path, static_cast<std::uintmax_t>(done.offset));
            break;
        case Kind::Write: {
            std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(done.offset);
            file.write(done.bytes.data(),
                       static_cast<std::streamsize>(static_cast<double>(done.bytes.size()) * share));
            break;
        }
        case Kind::Rename:
            fs::rename(path, folder / done.to);
            break;
        case Kind::Link:
            fs::create_hard_link(path, folder / done.to);
            break;
        case Kind::Remove:
        case Kind::RemoveFolder:
            fs::remove(path);
            break;
        case Kind::MakeFolder:
            fs::create_directory(path);
            break;
    }
}

}  // namespace manju::testing

// The calls themselves. Each is the C library's, with the record around it.
using namespace manju::testing;  // NOLINT

extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return openRecorded(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeOf(flags, arguments);
    va_end(arguments);
    return openRecorded(AT_FDCWD, path, flags, mode);
}
ssize_t write(int fd, const void* bytes, size_t count) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
    if (!recorder().on) return real(fd, bytes, count);
    return recorded([&] { return real(fd, bytes, count); },
                    [&](ssize_t done) { return written(fd, bytes, ::lseek(fd, 0, SEEK_CUR) - done, done); });
}
ssize_t pwrite(int fd, const void* bytes, size_t count, off_t offset) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
    return recorded([&] { return real(fd, bytes, count, offset); },
                    [&](ssize_t done) { return written(fd, bytes, offset, done); });
}
ssize_t pwrite64(int fd, const void* bytes, size_t count, off64_t offset) {
    static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
    return recorded([&] { return real(fd, bytes, count, offset); },
                    [&](ssize_t done) { return written(fd, bytes, offset, done); });
}
static int truncated(const char* name, int fd, off_t size) {
    const auto real = next<int (*)(int, off_t)>(name);
    return recorded([&] { return real(fd, size); },
                    [&](int) {
                        auto made = operation(FileOperation::Kind::Truncate, inside(fd));
                        if (made) made->offset = size;
                        return made;
                    });
}
int ftruncate(int fd, off_t size) noexcept {
    return truncated("ftruncate", fd, size);
}
int ftruncate64(int fd, off64_t size) noexcept {
    return truncated("ftruncate64", fd, size);
}
int rename(const char* from, const char* to) noexcept {
    static const auto real = next<int (*)(const char*, const char*)>("rename");
    return recorded([&] { return real(from, to); },
                    [&](int) {
                        return move(FileOperation::Kind::Rename, absolute(AT_FDCWD, from),
                                    absolute(AT_FDCWD, to));
                    });
}
int link(const char* from, const char* to) noexcept {
    static const auto real = next<int (*)(const char*, const char*)>("link");
    return recorded([&] { return real(from, to); },
                    [&](int) {
                        return move(FileOperation::Kind::Link, absolute(AT_FDCWD, from),
                                    absolute(AT_FDCWD, to));
                    });
}
int unlink(const char* path) noexcept {
    static const auto real = next<int (*)(const char*)>("unlink");
    const auto full = absolute(AT_FDCWD, path);
    return recorded([&] { return real(path); },
                    [&](int) { return operation(FileOperation::Kind::Remove, inside(full)); });
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    static const auto real = next<int (*)(int, const char*, int)>("unlinkat");
    const auto full = absolute(folder, path);
    return recorded([&] { return real(folder, path, flags); },
                    [&](int) {
                        return operation(flags & AT_REMOVEDIR ? FileOperation::Kind::RemoveFolder
                                                              : FileOperation::Kind::Remove,
                                         inside(full));
                    });
}
int remove(const char* path) noexcept {
    static const auto real = next<int (*)(const char*)>("remove");
    const auto full = absolute(AT_FDCWD, path);
    return recorded([&] { return real(path); },
                    [&](int) { return operation(FileOperation::Kind::Remove, inside(full)); });
}
int rmdir(const char* path) noexcept {
    static const auto real = next<int (*)(const char*)>("rmdir");
    const auto full = absolute(AT_FDCWD, path);
    return recorded([&] { return real(path); },
                    [&](int) { return operation(FileOperation::Kind::RemoveFolder, inside(full)); });
}
int mkdir(const char* path, mode_t mode) noexcept {
    static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
    return recorded(
        [&] { return real(path, mode); },
        [&](int) { return operation(FileOperation::Kind::MakeFolder, inside(absolute(AT_FDCWD, path))); });
}
}
