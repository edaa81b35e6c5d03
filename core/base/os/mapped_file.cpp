// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/os/file.h"

namespace manju::os {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fileError(path, errno, true);
    struct stat status {};
    void* start = nullptr;
    int failure = 0;
    if (::fstat(fd, &status) != 0) {
        failure = errno;
    } else if (!S_ISREG(status.st_mode)) {
        failure = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    } else if (status.st_size > 0) {
        start = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
        if (start == MAP_FAILED) failure = errno;
    }
    ::close(fd);  // the mapping holds the file
    if (failure != 0) return fileError(path, failure, true);
    return MappedFile(static_cast<const std::byte*>(start),
                      start ? static_cast<std::size_t>(status.st_size) : 0);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(size_, other.size_);
    return *this;
}

MappedFile::~MappedFile() {
    // mmap returned the address as void*; munmap takes it back the same way.
    if (start_) ::munmap(const_cast<std::byte*>(start_), size_);
}

}  // namespace manju::os
