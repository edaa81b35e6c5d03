// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/units.h"

namespace manju::story {

/// Larger scripts are refused before they are read.
inline constexpr Bytes kMaxScript = megabytes(20);

struct DecodedScript {
    std::u32string text;      ///< without the byte order mark; line ends as in the file
    std::string encoding;     ///< see ParsedScript::encoding
    double confidence = 1.0;  ///< 0..1; 1 with a byte order mark or for well-formed UTF-8
};

/// Decodes a script strictly: a malformed sequence, an unpaired surrogate, a control character, a replacement
/// or private character is an error that names the byte offset (from 0, in the file). Without a byte order
/// mark the candidates are UTF-8, UTF-16LE/BE and GB18030; text that is well-formed in one of them, but reads
/// like none, is refused as well. Other legacy encodings (Big5, EUC-KR) are recognised by that and refused.
/// `file` names the source in errors. Thread: any.
Result<DecodedScript> decodeScript(std::string_view bytes, const std::string& file);

/// Reads and decodes a file.
Result<DecodedScript> readScript(const std::filesystem::path& path);

/// The path for people and documents: UTF-8, bytes that are not replaced by "?".
std::string displayPath(const std::filesystem::path& path);

}  // namespace manju::story
