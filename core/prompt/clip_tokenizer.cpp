// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/clip_tokenizer.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <limits>

#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/prompt/errors.h"

namespace manju::prompt {
namespace {

constexpr std::size_t kMergeCount = 48894;
constexpr std::int64_t kEndOfWord = 256;  // distance from a byte's id to its id at the end of a word
constexpr std::string_view kWordEnd = "</w>";
constexpr std::u32string_view kBeginMark = U"<|startoftext|>";
constexpr std::u32string_view kEndMark = U"<|endoftext|>";

/// The order of the 256 byte entries: printable Latin-1 first, then the rest.
bool isPrintableByte(int byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

/// Byte -> the code point that stands for it in merges.txt.
std::array<char32_t, 256> byteSigns() {
    std::array<char32_t, 256> signs{};
    char32_t next = 256;
    for (int byte = 0; byte < 256; ++byte)
        signs[static_cast<std::size_t>(byte)] = isPrintableByte(byte) ? static_cast<char32_t>(byte) : next++;
    return signs;
}

std::u32string normalised(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    const auto raw =
        icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int>(text.size())));
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    const icu::UnicodeString composed = U_SUCCESS(status) ? nfc->normalize(raw, status) : raw;
    std::u32string out;
    for (int i = 0; i < composed.length(); i = composed.moveIndex32(i, 1)) {
        const UChar32 point = composed.char32At(i);
        if (u_isUWhiteSpace(point)) {
            if (out.empty() || out.back() != U' ') out.push_back(U' ');
        } else if (point == 0x130) {
            // The only letter whose unconditional lower case is two code points.
            out.append(U"i\u0307");
        } else {
            out.push_back(static_cast<char32_t>(u_tolower(point)));
        }
    }
    return out;
}

bool isLetter(char32_t point) {
    return (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_L_MASK) != 0;
}
bool isNumber(char32_t point) {
    return (U_GET_GC_MASK(static_cast<UChar32>(point)) & U_GC_N_MASK) != 0;
}
bool isSymbol(char32_t point) {
    return point != U' ' && !isLetter(point) && !isNumber(point);
}

/// Length of the word at the start of `rest` (not a space): contraction, letters, one digit, or symbols.
std::size_t wordLength(std::u32string_view rest) {
    for (const std::u32string_view ending : {U"'s", U"'t", U"'re", U"'ve", U"'m", U"'ll", U"'d"})
        if (rest.starts_with(ending)) return ending.size();
    if (isNumber(rest[0])) return 1;
    const auto belongs = isLetter(rest[0]) ? isLetter : isSymbol;
    return static_cast<std::size_t>(std::ranges::find_if_not(rest, belongs) - rest.begin());
}

/// Length of the special token at the start of `rest`, or 0; `id` is set.
std::size_t specialLength(std::u32string_view rest, Exclamation exclamation, std::int64_t& id) {
    if (rest.starts_with(kBeginMark)) return id = kBeginOfText, kBeginMark.size();
    if (rest.starts_with(kEndMark)) return id = kEndOfText, kEndMark.size();
    if (exclamation == Exclamation::Padding && rest[0] == U'!') return id = 0, 1;
    return 0;
}

std::uint64_t pairKey(std::int64_t left, std::int64_t right) {
    return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint64_t>(right);
}

Error badMerges(const std::filesystem::path& file, std::size_t line) {
    return Error(kVocabularyInvalid, {{"file", file.string()}, {"line", std::to_string(line)}});
}

}  // namespace

Result<ClipTokenizer> ClipTokenizer::load(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / "merges.txt";
    MANJU_TRY(const std::string content, os::readFile(file, megabytes(4)));
    ClipTokenizer tokenizer;
    std::unordered_map<std::string, std::int64_t> vocabulary;  // spelling in merges.txt -> id
    const auto add = [&](const std::string& spelling, std::string bytes, bool ends) {
        vocabulary.emplace(spelling, static_cast<std::int64_t>(tokenizer.bytes_.size()));
        tokenizer.bytes_.push_back(std::move(bytes));
        tokenizer.endsWord_.push_back(ends);
    };
    const auto signs = byteSigns();
    for (const bool ends : {false, true})
        for (const bool printable : {true, false})
            for (int byte = 0; byte < 256; ++byte) {
                if (isPrintableByte(byte) != printable) continue;
                const auto index = static_cast<std::size_t>(byte);
                if (!ends) tokenizer.byteId_[index] = static_cast<std::int64_t>(tokenizer.bytes_.size());
                add(encodeUtf8(std::u32string(1, signs[index])).append(ends ? kWordEnd : ""),
                    std::string(1, static_cast<char>(byte)), ends);
            }
    std::string_view rest = content;
    std::size_t line = 0;
    for (; line < kMergeCount && !rest.empty(); ++line) {
        const std::string_view row = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(row.size() + 1, rest.size()));
        const std::size_t space = row.find(' ');
        if (space == std::string_view::npos) return badMerges(file, line + 1);
        const auto left = vocabulary.find(std::string(row.substr(0, space)));
        const auto right = vocabulary.find(std::string(row.substr(space + 1)));
        if (left == vocabulary.end() || right == vocabulary.end()) return badMerges(file, line + 1);
        const auto [a, b] = std::pair(left->second, right->second);
        tokenizer.merges_.emplace(pairKey(a, b), static_cast<std::int64_t>(tokenizer.bytes_.size()));
        add(left->first + right->first,
            tokenizer.bytes_[static_cast<std::size_t>(a)] + tokenizer.bytes_[static_cast<std::size_t>(b)],
            tokenizer.endsWord_[static_cast<std::size_t>(b)]);
    }
    if (line != kMergeCount) return badMerges(file, line + 1);
    return tokenizer;
}

void ClipTokenizer::appendWord(std::string_view bytes, std::vector<std::int64_t>& ids) const {
    std::vector<std::int64_t> parts;
    for (const char c : bytes) parts.push_back(byteId_[static_cast<unsigned char>(c)]);
    parts.back() += kEndOfWord;
    while (parts.size() > 1) {
        // Merged ids grow with the merge's number, so the smallest id is the merge that was learnt first.
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        std::size_t at = 0;
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
            const auto merge = merges_.find(pairKey(parts[i], parts[i + 1]));
            if (merge != merges_.end() && merge->second < best) best = merge->second, at = i;
        }
        if (best == std::numeric_limits<std::int64_t>::max()) break;
        parts[at] = best;
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    ids.insert(ids.end(), parts.begin(), parts.end());
}

std::vector<std::int64_t> ClipTokenizer::tokens(std::string_view text, Exclamation exclamation) const {
    const std::u32string points = normalised(text);
    std::vector<std::int64_t> ids;
    std::u32string_view rest = points;
    while (!rest.empty()) {
        std::int64_t id = 0;
        if (const std::size_t special = specialLength(rest, exclamation, id)) {
            ids.push_back(id);
            rest.remove_prefix(special);
        } else if (rest[0] == U' ') {
            rest.remove_prefix(1);
        } else {
            // A special token inside a run of symbols ends the run.
            std::size_t length = wordLength(rest);
            for (std::size_t i = 1; i < length; ++i)
                if (specialLength(rest.substr(i), exclamation, id)) length = i;
            appendWord(encodeUtf8(rest.substr(0, length)), ids);
            rest.remove_prefix(length);
        }
    }
    return ids;
}

std::string ClipTokenizer::text(const std::vector<std::int64_t>& ids) const {
    std::string out;
    for (const std::int64_t id : ids) {
        if (id < 0 || id >= static_cast<std::int64_t>(bytes_.size())) continue;
        out += bytes_[static_cast<std::size_t>(id)];
        if (endsWord_[static_cast<std::size_t>(id)]) out += ' ';
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    // Pieces of a character alone are no text: they become U+FFFD.
    std::string text;
    return icu::UnicodeString::fromUTF8(out).toUTF8String(text);
}

}  // namespace manju::prompt
