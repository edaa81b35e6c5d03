// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "core/base/errors.h"
#include "core/base/json.h"
#include "core/base/os/file.h"
#include "core/weights/architecture.h"
#include "core/weights/safetensors.h"

namespace manju::weights {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

std::size_t bytesOf(const TensorSpec& spec) {
    return byteSize(spec.dtype, static_cast<std::size_t>(elementCount(spec.shape)));
}

/// The 8 bytes of length and the JSON, padded so that the data starts on a multiple of 8.
std::string headerBytes(const std::vector<TensorSpec>& tensors, const Metadata& metadata) {
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    std::size_t at = 0;
    std::string json = header.dump();
    json.pop_back();
    // One entry at a time: an ordered object looks for equal keys at every insertion.
    for (const TensorSpec& spec : tensors) {
        const std::size_t end = at + bytesOf(spec);
        const nlohmann::ordered_json entry{
            {"dtype", name(spec.dtype)}, {"shape", spec.shape}, {"data_offsets", {at, end}}};
        if (json.size() > 1) json += ',';
        json += Json(spec.name).dump() + ':' + entry.dump();
        at = end;
    }
    json += '}';
    json.append((8 - json.size() % 8) % 8, ' ');
    const std::uint64_t length = json.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof(length));
    return bytes + json;
}

Status append(std::FILE* file, std::span<const std::byte> bytes, const fs::path& path) {
    if (bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size()) return Done{};
    return os::fileError(path, errno, false);
}

Status writeAll(std::FILE* file, const fs::path& path, const std::string& header,
                const std::vector<TensorSpec>& tensors, const TensorSource& source) {
    MANJU_CHECK(append(file, std::as_bytes(std::span(header)), path));
    for (const TensorSpec& spec : tensors) {
        std::size_t left = bytesOf(spec);
        MANJU_CHECK(source(spec, [&](std::span<const std::byte> piece) -> Status {
            if (piece.size() > left) return Error(kInternal, {{"detail", "too many bytes for " + spec.name}});
            left -= piece.size();
            return append(file, piece, path);
        }));
        if (left != 0) return Error(kInternal, {{"detail", "too few bytes for " + spec.name}});
    }
    if (std::fflush(file) != 0) return os::fileError(path, errno, false);
    return Done{};
}

}  // namespace

Status writeSafetensors(const fs::path& path, std::vector<TensorSpec> tensors, const Metadata& metadata,
                        const TensorSource& source) {
    std::sort(tensors.begin(), tensors.end(), [](const TensorSpec& a, const TensorSpec& b) {
        const int bitsA = bits(a.dtype);
        const int bitsB = bits(b.dtype);
        return bitsA != bitsB ? bitsA > bitsB : a.name < b.name;
    });
    const std::string header = headerBytes(tensors, metadata);
    fs::path part = path;
    part += ".part";
    Status written = [&]() -> Status {
        const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(part.c_str(), "wb"));
        if (!file) return os::fileError(path, errno, false);
        return writeAll(file.get(), path, header, tensors, source);
    }();
    if (written.ok()) written = os::syncFile(part);
    if (written.ok()) written = os::publishFile(part, path);
    std::error_code ignored;
    if (!written.ok()) fs::remove(part, ignored);
    return written;
}

}  // namespace manju::weights
