// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"

namespace manju::prompt {

inline constexpr std::int64_t kBeginOfText = 49406;
inline constexpr std::int64_t kEndOfText = 49407;

/// What a "!" becomes. The published tokenizer of SDXL's second encoder pads with id 0, which is also the
/// sign
/// "!", and by its configuration every "!" of a prompt becomes such an id of its own.
enum class Exclamation {
    Sign,    ///< ids of the vocabulary, runs merged: 256 for "!", as OpenCLIP and ComfyUI have it
    Padding  ///< one id 0 for each
};

/// CLIP's byte-pair encoding, which both encoders of SDXL share. Immutable after load(); Thread: any.
class ClipTokenizer {
public:
    /// `folder` holds merges.txt (resources/clip).
    static Result<ClipTokenizer> load(const std::filesystem::path& folder);

    /// Without begin, end, padding and limit. `text` is UTF-8; malformed bytes count as U+FFFD.
    [[nodiscard]] std::vector<std::int64_t> tokens(std::string_view text, Exclamation exclamation) const;
    /// The text of `ids`, words separated by one space; well-formed UTF-8 whatever the ids are.
    [[nodiscard]] std::string text(const std::vector<std::int64_t>& ids) const;

private:
    ClipTokenizer() = default;
    void appendWord(std::string_view bytes, std::vector<std::int64_t>& ids) const;

    std::unordered_map<std::uint64_t, std::int64_t> merges_;  ///< (left id << 32 | right id) -> merged id
    std::vector<std::string> bytes_;                          ///< id -> bytes
    std::vector<bool> endsWord_;                              ///< id -> "</w>" at its end
    std::array<std::int64_t, 256> byteId_{};                  ///< byte -> id inside a word
};

}  // namespace manju::prompt
