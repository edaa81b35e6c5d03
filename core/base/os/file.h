// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/units.h"

/// Files as the product needs them: errors name the file, nothing half-written under a final name.
/// Thread: any; one path is written by one thread at a time.
namespace manju::os {

/// The whole file. Fails with kFileTooLarge above `limit`.
Result<std::string> readFile(const std::filesystem::path& path, Bytes limit = gigabytes(1));

/// Makes `bytes` the content of `path`: written to `path.part`, fsynced, renamed, directory fsynced.
/// On failure the old content stays and no `.part` is left.
Status writeFile(const std::filesystem::path& path, std::string_view bytes);

/// Makes the bytes of `from` the content of `to`, in the same way.
Status copyFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// fsync of an existing file's content.
Status syncFile(const std::filesystem::path& path);
/// Renames within one file system and fsyncs the target's directory.
Status publishFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// Creates and removes a file in the folder, the only sure test of write access.
Status checkWritable(const std::filesystem::path& folder);

Status makeDirectories(const std::filesystem::path& path);
/// Removes a file or a tree. A missing path is success.
Status removeTree(const std::filesystem::path& path);

struct FileDigest {
    Bytes size;
    std::string sha256;  ///< 64 hexadecimal digits
};
/// Streams the file through SHA-256.
Result<FileDigest> digestFile(const std::filesystem::path& path);

/// Size and modification time; equal stamps mean "not changed" for the digest cache.
struct FileStamp {
    std::int64_t size = 0;
    std::int64_t modifiedNanos = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
Result<FileStamp> stampFile(const std::filesystem::path& path);

/// Free bytes for this user on the file system that holds `path` (or its nearest existing parent).
Result<Bytes> freeDisk(const std::filesystem::path& path);

/// Translates errno into kFileNotFound, kDiskFull, kFileUnreadable (reading) or kFileUnwritable.
Error fileError(const std::filesystem::path& path, int errnoValue, bool reading);

/// Absolute path of the running executable.
std::filesystem::path executablePath();

/// Who holds a lock file, as written inside it; zero and empty if that is unreadable.
struct LockOwner {
    std::int64_t pid = 0;
    std::string host;
};
struct LockOutcome;

/// Advisory lock on a file, gone with the process.
class LockFile {
public:
    /// The lock, or who holds it.
    static Result<LockOutcome> tryLock(const std::filesystem::path& path);

    LockFile(LockFile&& other) noexcept;
    LockFile& operator=(LockFile&& other) noexcept;
    ~LockFile();

private:
    explicit LockFile(int fd) : fd_(fd) {}
    int fd_ = -1;
};

struct LockOutcome {
    std::optional<LockFile> lock;  ///< empty if another process holds it
    LockOwner holder;
};

}  // namespace manju::os
