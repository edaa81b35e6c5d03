// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/virtual_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/errors.h"

namespace manju::os {
namespace {

Error failed(const char* call) {
    return Error(kInternal, {{"detail", std::string(call) + ": " + std::strerror(errno)}});
}

void* pointer(std::uint64_t address) {
    return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

constexpr int kEmpty = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

}  // namespace

Result<MemoryFile> MemoryFile::create(const char* name) {
    const int descriptor = memfd_create(name, MFD_CLOEXEC);
    if (descriptor < 0) return failed("memfd_create");
    return MemoryFile(descriptor);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

MemoryFile& MemoryFile::operator=(MemoryFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

MemoryFile::~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

Status MemoryFile::resize(std::uint64_t bytes) {
    if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) return failed("ftruncate");
    return Done{};
}

Status MemoryFile::discard(std::uint64_t offset, std::uint64_t bytes) {
    if (fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                  static_cast<off_t>(bytes)) != 0)
        return failed("fallocate");
    return Done{};
}

Result<AddressRange> AddressRange::reserve(std::uint64_t bytes, std::uint64_t alignment) {
    // One alignment more, then both ends are cut to size.
    void* const got = mmap(nullptr, bytes + alignment, PROT_NONE, kEmpty, -1, 0);
    if (got == MAP_FAILED) return failed("mmap");
    const auto first = reinterpret_cast<std::uint64_t>(got);
    const std::uint64_t start = (first + alignment - 1) / alignment * alignment;
    if (start > first) munmap(got, start - first);
    if (const std::uint64_t rest = first + alignment - start; rest > 0) munmap(pointer(start + bytes), rest);
    return AddressRange(start, bytes);
}

AddressRange::AddressRange(AddressRange&& other) noexcept
    : start_(std::exchange(other.start_, 0)), bytes_(std::exchange(other.bytes_, 0)) {}

AddressRange& AddressRange::operator=(AddressRange&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

AddressRange::~AddressRange() {
    give();
}

void AddressRange::give() {
    if (bytes_ > 0) munmap(pointer(start_), bytes_);
}

Status AddressRange::map(std::uint64_t offset, std::uint64_t bytes, const MemoryFile& file,
                         std::uint64_t fileOffset) {
    if (mmap(pointer(start_ + offset), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, file.descriptor(),
             static_cast<off_t>(fileOffset)) == MAP_FAILED)
        return failed("mmap");
    return Done{};
}

Status AddressRange::allowAccess(std::uint64_t offset, std::uint64_t bytes) {
    if (mprotect(pointer(start_ + offset), bytes, PROT_READ | PROT_WRITE) != 0) return failed("mprotect");
    return Done{};
}

Status AddressRange::unmap(std::uint64_t offset, std::uint64_t bytes) {
    if (mmap(pointer(start_ + offset), bytes, PROT_NONE, kEmpty | MAP_FIXED, -1, 0) == MAP_FAILED)
        return failed("mmap");
    return Done{};
}

}  // namespace manju::os
