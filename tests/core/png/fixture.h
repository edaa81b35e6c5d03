// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.h"

namespace manju::png {

class TemporaryFolder : public testing::TemporaryFolder {
public:
    [[nodiscard]] std::filesystem::path write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path() / name, std::ios::binary) << bytes;
        return path() / name;
    }
};

/// The parts of a PNG, as other programs write them.
inline std::string bigEndian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
    return bytes;
}
inline std::string chunk(const std::string& type, const std::string& content) {
    const std::string body = type + content;
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    return bigEndian(static_cast<std::uint32_t>(content.size())) + body +
           bigEndian(static_cast<std::uint32_t>(crc));
}
inline std::string deflated(const std::string& text) {
    uLongf size = ::compressBound(text.size());
    std::string packed(size, '\0');
    ::compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
               text.size());
    packed.resize(size);
    return packed;
}
/// A file with these chunks between its header and its end; the pixels do not matter to readers of texts.
inline std::string pngWith(const std::string& chunks) {
    const std::string header = bigEndian(8) + bigEndian(8) + std::string("\x08\x02\x00\x00\x00", 5);
    return "\x89PNG\r\n\x1A\n" + chunk("IHDR", header) + chunks + chunk("IDAT", deflated("")) +
           chunk("IEND", "");
}
inline std::string textChunk(const std::string& keyword, const std::string& text) {
    return chunk("tEXt", keyword + std::string(1, '\0') + text);
}

}  // namespace manju::png
