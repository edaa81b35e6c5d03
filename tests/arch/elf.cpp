// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/elf.h"

#include <elf.h>

#include <bit>
#include <cstdint>
#include <cstring>

static_assert(std::endian::native == std::endian::little);

namespace manju::arch {
namespace {

template <class T>
std::optional<T> readAt(std::string_view bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

using Segments = std::vector<Elf64_Phdr>;

std::optional<Segments> readSegments(std::string_view bytes) {
    const auto header = readAt<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
        return std::nullopt;
    }
    Segments segments;
    for (std::uint64_t i = 0; i < header->e_phnum; ++i) {
        const auto segment = readAt<Elf64_Phdr>(bytes, header->e_phoff + i * header->e_phentsize);
        if (!segment) return std::nullopt;
        segments.push_back(*segment);
    }
    return segments;
}

std::optional<std::uint64_t> fileOffset(const Segments& segments, std::uint64_t address) {
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr < segment.p_filesz) {
            return segment.p_offset + (address - segment.p_vaddr);
        }
    }
    return std::nullopt;
}

std::optional<std::string> stringAt(std::string_view bytes, std::uint64_t offset) {
    if (offset >= bytes.size()) return std::nullopt;
    const std::size_t end = bytes.find('\0', offset);
    if (end == std::string_view::npos) return std::nullopt;
    return std::string(bytes.substr(offset, end - offset));
}

std::optional<std::vector<std::string>> namesIn(std::string_view bytes, const Segments& segments,
                                                const Elf64_Phdr& dynamic) {
    std::vector<std::uint64_t> nameOffsets;
    std::optional<std::uint64_t> strings;
    for (std::uint64_t at = 0; at < dynamic.p_filesz; at += sizeof(Elf64_Dyn)) {
        const auto entry = readAt<Elf64_Dyn>(bytes, dynamic.p_offset + at);
        if (!entry) return std::nullopt;
        if (entry->d_tag == DT_NULL) break;
        if (entry->d_tag == DT_NEEDED) nameOffsets.push_back(entry->d_un.d_val);
        if (entry->d_tag == DT_STRTAB) strings = fileOffset(segments, entry->d_un.d_ptr);
    }
    if (!strings) return std::nullopt;
    std::vector<std::string> names;
    for (const std::uint64_t offset : nameOffsets) {
        const auto name = stringAt(bytes, *strings + offset);
        if (!name) return std::nullopt;
        names.push_back(*name);
    }
    return names;
}

}  // namespace

std::optional<std::vector<std::string>> neededLibraries(std::string_view bytes) {
    const auto segments = readSegments(bytes);
    if (!segments) return std::nullopt;
    for (const Elf64_Phdr& segment : *segments) {
        if (segment.p_type == PT_DYNAMIC) return namesIn(bytes, *segments, segment);
    }
    return std::vector<std::string>{};
}

}  // namespace manju::arch
