// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"

namespace manju::diffusion {

inline constexpr int kTextPositions = 77;
inline constexpr std::int64_t kBeginOfText = 49406;
inline constexpr std::int64_t kEndOfText = 49407;

/// Ids for one encoder.
struct TokenRow {
    std::array<std::int64_t, kTextPositions> ids{};  ///< begin, up to 75 tokens, end, padding
    std::string cut;  ///< the text that did not fit into 75 tokens, lower case; empty if all did
};

/// The two encoders of SDXL share one vocabulary but not the padding: encoder 1 pads with 49407, encoder 2
/// with 0. Id 0 is also the sign "!", so for encoder 2 every "!" of a prompt becomes an id 0 of its own, as
/// the published tokenizer configuration has it.
enum class TokenizerKind { First, Second };

/// CLIP's byte-pair encoding. Immutable after load(); Thread: any.
class ClipTokenizer {
public:
    /// `folder` holds merges.txt (resources/clip).
    static Result<ClipTokenizer> load(const std::filesystem::path& folder);

    /// `text` is UTF-8; malformed bytes count as U+FFFD.
    [[nodiscard]] TokenRow encode(std::string_view text, TokenizerKind kind) const;
    /// Without begin, end, padding and limit.
    [[nodiscard]] std::vector<std::int64_t> tokens(std::string_view text, TokenizerKind kind) const;
    /// The text of `ids`, words separated by one space.
    [[nodiscard]] std::string text(const std::vector<std::int64_t>& ids) const;

private:
    ClipTokenizer() = default;
    void appendWord(std::string_view bytes, std::vector<std::int64_t>& ids) const;

    std::unordered_map<std::uint64_t, std::int64_t> merges_;  ///< (left id << 32 | right id) -> merged id
    std::vector<std::string> bytes_;                          ///< id -> bytes
    std::vector<bool> endsWord_;                              ///< id -> "</w>" at its end
    std::array<std::int64_t, 256> byteId_{};                  ///< byte -> id inside a word
};

}  // namespace manju::diffusion
