// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/weights/detail/header.h"
#include "core/weights/errors.h"

namespace manju::weights {
namespace {

constexpr std::uint64_t kMostHeaderBytes = 100'000'000;
constexpr std::size_t kLengthBytes = 8;

std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The first bytes of a file whose "header length" is absurd tell what it is instead.
Error foreignFile(const std::string& file, std::string_view start) {
    const MessageArgs args{{"file", file}, {"rule", "V2"}};
    if (start.starts_with("PK\x03\x04") || (start[0] == '\x80' && start[1] >= 2 && start[1] <= 5))
        return Error(kRenamedPickle, args);
    std::string lower(start.substr(0, kLengthBytes));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    // Login pages, error documents, and the small text files that stand for a file in a Git LFS checkout.
    for (const std::string_view page : {"<!doctyp", "<html", "<?xml", "version ", "{\"error\""})
        if (lower.starts_with(page.substr(0, kLengthBytes))) return Error(kIsWebPage, args);
    return Error(kNotSafetensors, args);
}

}  // namespace

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path) {
    MANJU_TRY(os::MappedFile mapped, os::MappedFile::open(path));
    const std::string file = path.string();
    const std::span<const std::byte> all = mapped.bytes();
    if (all.size() < kLengthBytes)
        return Error(kFileTooShort, {{"file", file}, {"rule", "V1"}, {"bytes", std::to_string(all.size())}});
    std::uint64_t length = 0;
    std::memcpy(&length, all.data(), kLengthBytes);
    if (length > kMostHeaderBytes) return foreignFile(file, textOf(all.first(kLengthBytes)));
    if (length > all.size() - kLengthBytes)
        return Error(kHeaderCut, {{"file", file},
                                  {"rule", "V3"},
                                  {"bytes", std::to_string(all.size())},
                                  {"expected", std::to_string(kLengthBytes + length)}});
    const std::size_t dataStart = kLengthBytes + static_cast<std::size_t>(length);
    MANJU_TRY(detail::Header header,
              detail::parseHeader(path, textOf(all.subspan(kLengthBytes, dataStart - kLengthBytes)),
                                  all.size() - dataStart));
    SafetensorsFile result(std::move(mapped));
    result.path_ = path;
    result.entries_ = std::move(header.entries);
    result.metadata_ = std::move(header.metadata);
    result.dataStart_ = dataStart;
    return result;
}

const TensorEntry* SafetensorsFile::find(std::string_view name) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                     [](const TensorEntry& e, std::string_view n) { return e.name < n; });
    return at != entries_.end() && at->name == name ? &*at : nullptr;
}

std::span<const std::byte> SafetensorsFile::bytes(const TensorEntry& entry) const {
    return mapped_.bytes().subspan(dataStart_ + static_cast<std::size_t>(entry.begin),
                                   static_cast<std::size_t>(entry.end - entry.begin));
}

}  // namespace manju::weights
