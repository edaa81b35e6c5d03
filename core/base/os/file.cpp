// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <vector>

#include "core/base/errors.h"
#include "core/base/json.h"
#include "core/base/sha256.h"

namespace manju::os {
namespace {

namespace fs = std::filesystem;

/// Closes a descriptor at the end of the scope.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool valid() const { return fd_ >= 0; }

private:
    int fd_;
};

Descriptor openForReading(const fs::path& path) {
    return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

Status syncDirectory(const fs::path& directory) {
    const Descriptor fd(
        ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.valid() || ::fsync(fd.get()) != 0) return fileError(directory, errno, false);
    return Done{};
}

Status writeAll(int fd, std::string_view bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return fileError(path, errno, false);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return Done{};
}

}  // namespace

Error fileError(const fs::path& path, int errnoValue, bool reading) {
    const std::string detail = std::strerror(errnoValue);
    if (errnoValue == ENOSPC || errnoValue == EDQUOT) return Error(kDiskFull, {{"file", path.string()}});
    if (errnoValue == EISDIR) return Error(kFileIsFolder, {{"file", path.string()}});
    if (!reading && errnoValue == ENOTDIR) return Error(kNotAFolder, {{"file", path.string()}});
    if (reading && (errnoValue == ENOENT || errnoValue == ENOTDIR))
        return Error(kFileNotFound, {{"file", path.string()}});
    return Error(reading ? kFileUnreadable : kFileUnwritable, {{"file", path.string()}, {"detail", detail}});
}

Result<std::string> readFile(const fs::path& path, Bytes limit) {
    const Descriptor fd = openForReading(path);
    struct stat info {};
    if (!fd.valid() || ::fstat(fd.get(), &info) != 0) return fileError(path, errno, true);
    if (S_ISDIR(info.st_mode)) return fileError(path, EISDIR, true);
    if (info.st_size > limit.count)
        return Error(
            kFileTooLarge,
            {{"file", path.string()}, {"size", Bytes(info.st_size).text()}, {"limit", limit.text()}});
    std::string content;
    content.reserve(static_cast<std::size_t>(info.st_size));
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fileError(path, errno, true);
        if (n == 0) return content;
        content.append(buffer.data(), static_cast<std::size_t>(n));
        if (static_cast<std::int64_t>(content.size()) > limit.count)
            return Error(kFileTooLarge, {{"file", path.string()},
                                         {"size", Bytes(static_cast<std::int64_t>(content.size())).text()},
                                         {"limit", limit.text()}});
    }
}

namespace {

/// Makes what `fill` writes the content of `path`; see writeFile().
Status replaceFile(const fs::path& path, const std::function<Status(int fd)>& fill) {
    fs::path part = path;
    part += ".part";
    Status written = [&]() -> Status {
        const Descriptor fd(::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
        if (!fd.valid()) return fileError(path, errno, false);
        MANJU_CHECK(fill(fd.get()));
        if (::fsync(fd.get()) != 0) return fileError(path, errno, false);
        return Done{};
    }();
    if (written.ok()) written = publishFile(part, path);
    if (!written.ok()) ::unlink(part.c_str());
    return written;
}

}  // namespace

Status writeFile(const fs::path& path, std::string_view bytes) {
    return replaceFile(path, [&](int fd) { return writeAll(fd, bytes, path); });
}

Status copyFile(const fs::path& from, const fs::path& to) {
    const Descriptor source = openForReading(from);
    if (!source.valid()) return fileError(from, errno, true);
    return replaceFile(to, [&](int fd) -> Status {
        std::vector<char> buffer(1 << 20);
        for (;;) {
            const ssize_t n = ::read(source.get(), buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return fileError(from, errno, true);
            if (n == 0) return Done{};
            MANJU_CHECK(writeAll(fd, {buffer.data(), static_cast<std::size_t>(n)}, to));
        }
    });
}

Status syncFile(const fs::path& path) {
    const Descriptor fd = openForReading(path);
    if (!fd.valid() || ::fsync(fd.get()) != 0) return fileError(path, errno, false);
    return Done{};
}

Status publishFile(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) return fileError(to, errno, false);
    return syncDirectory(to.parent_path());
}

Status checkWritable(const fs::path& folder) {
    const fs::path probe = folder / (".manju-" + std::to_string(::getpid()) + ".part");
    const Descriptor fd(::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!fd.valid()) return fileError(folder, errno, false);
    ::unlink(probe.c_str());
    return Done{};
}

Status makeDirectories(const fs::path& path) {
    std::error_code failure;
    fs::create_directories(path, failure);
    if (failure) return fileError(path, failure.value(), false);
    if (!fs::is_directory(path, failure)) return fileError(path, ENOTDIR, false);
    return Done{};
}

Status removeTree(const fs::path& path) {
    std::error_code failure;
    fs::remove_all(path, failure);
    if (failure) return fileError(path, failure.value(), false);
    return Done{};
}

Result<FileDigest> digestFile(const fs::path& path) {
    const Descriptor fd = openForReading(path);
    if (!fd.valid()) return fileError(path, errno, true);
    Sha256 hash;
    std::vector<std::byte> buffer(1 << 20);
    std::int64_t size = 0;
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fileError(path, errno, true);
        if (n == 0) break;
        hash.add(std::span(buffer.data(), static_cast<std::size_t>(n)));
        size += n;
    }
    return FileDigest{Bytes(size), hash.hex()};
}

Result<FileStamp> stampFile(const fs::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return fileError(path, errno, true);
    return FileStamp{info.st_size, std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec,
                     info.st_ino};
}

Result<Bytes> freeDisk(const fs::path& path) {
    std::error_code ignored;
    fs::path at = fs::absolute(path, ignored);
    while (!fs::exists(at, ignored) && at.has_parent_path() && at != at.parent_path()) at = at.parent_path();
    struct statvfs info {};
    if (::statvfs(at.c_str(), &info) != 0) return fileError(at, errno, true);
    return Bytes(static_cast<std::int64_t>(info.f_bavail) * static_cast<std::int64_t>(info.f_frsize));
}

fs::path executablePath() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored);
}

Result<LockOutcome> LockFile::tryLock(const fs::path& path) {
    Descriptor fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!fd.valid()) return fileError(path, errno, false);
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return fileError(path, errno, false);
        LockOutcome taken;
        if (const auto text = readFile(path, Bytes(4096))) {
            const Json owner = Json::parse(*text, nullptr, false);
            if (owner.is_object()) {
                taken.holder.pid = owner.value("pid", std::int64_t{0});
                taken.holder.host = owner.value("host", std::string());
            }
        }
        return taken;
    }
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    LockOutcome mine;
    mine.holder = {::getpid(), host.data()};
    const std::string text = canonicalJson(Json{{"pid", mine.holder.pid}, {"host", mine.holder.host}});
    if (::ftruncate(fd.get(), 0) != 0) return fileError(path, errno, false);
    if (::pwrite(fd.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        return fileError(path, errno, false);
    mine.lock = LockFile(::dup(fd.get()));
    // dup() shares the open file description, so the lock lives on when `fd` closes.
    ::fcntl(mine.lock->fd_, F_SETFD, FD_CLOEXEC);
    return mine;
}

LockFile::LockFile(LockFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
LockFile& LockFile::operator=(LockFile&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}
LockFile::~LockFile() {
    if (fd_ >= 0) ::close(fd_);
}

}  // namespace manju::os
