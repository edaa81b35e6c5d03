// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/normalise.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "core/base/text.h"
#include "core/domain/alias_text.h"
#include "core/voice/chinese_reader.h"

namespace manju::voice {
namespace {

constexpr std::size_t kSpelled = 4;  // capitals up to this many are read letter by letter

bool isLatin(char32_t c) {
    return u_isalpha(static_cast<UChar32>(c)) != 0 && c < 0x250;
}
bool isDigit(char32_t c) {
    return c >= U'0' && c <= U'9';
}
bool isHan(char32_t c) {
    return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_IDEOGRAPHIC) != 0 || c == U'〇';
}

/// Full-width forms as their half-width ones; one code point each, so that offsets stay.
char32_t halfWidth(char32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFEE0;
    if (c == U'￥') return U'¥';
    if (c == 0x3000 || c == 0xA0) return U' ';
    return c;
}

/// The pause mark that a character stands for, or 0.
char32_t markOf(char32_t c) {
    constexpr std::u32string_view kFrom = U",，、.。!！?？;；:：…—\n·";
    constexpr std::u32string_view kTo = U"，，、。。！！？？；；：：…—。 ";
    const auto at = kFrom.find(c);
    return at == std::u32string_view::npos || kTo[at] == U' ' ? U'\0' : kTo[at];
}

constexpr std::array<std::pair<char32_t, std::u32string_view>, 7> kChineseSigns{{{U'&', U"和"},
                                                                                 {U'+', U"加"},
                                                                                 {U'=', U"等于"},
                                                                                 {U'×', U"乘"},
                                                                                 {U'÷', U"除以"},
                                                                                 {U'≈', U"约等于"},
                                                                                 {U'@', U"艾特"}}};
constexpr std::array<std::pair<char32_t, std::u32string_view>, 4> kEnglishSigns{
    {{U'&', U" and "}, {U'+', U" plus "}, {U'=', U" equals "}, {U'@', U" at "}}};

bool isPinyin(std::string_view spoken) {
    std::istringstream syllables{std::string(spoken)};
    std::string syllable;
    bool any = false;
    while (syllables >> syllable) {
        const bool tone = syllable.size() > 1 && syllable.back() >= '1' && syllable.back() <= '5';
        if (!tone || !std::all_of(syllable.begin(), syllable.end() - 1,
                                  [](char c) { return (c >= 'a' && c <= 'z') || c == ':'; }))
            return false;
        any = true;
    }
    return any;
}

class Normaliser {
public:
    explicit Normaliser(bool chinese) : chinese_(chinese) {}

    std::vector<SpokenPiece> run(std::string_view text) {
        std::size_t points = 0;
        for (const AliasPart& part : splitAliases(text)) {
            const std::size_t length = decodeUtf8(text.substr(part.begin, part.end - part.begin)).size();
            if (part.alias) {
                alias(part.spoken, points, points + length);
            } else {
                plain(decodeUtf8(part.shown), points);
            }
            points += length;
        }
        const bool spoken = std::any_of(pieces_.begin(), pieces_.end(), [](const SpokenPiece& p) {
            return p.kind != PieceKind::Mark && std::any_of(p.text.begin(), p.text.end(), [](char32_t c) {
                       return u_isalnum(static_cast<UChar32>(c)) != 0;
                   });
        });
        return spoken ? std::move(pieces_) : std::vector<SpokenPiece>();
    }

private:
    void alias(const std::string& spoken, std::size_t begin, std::size_t end) {
        if (chinese_ && isPinyin(spoken)) {
            add(PieceKind::Native, U" " + decodeUtf8(spoken) + U" ", begin, end);
            return;
        }
        Normaliser inner(chinese_);
        for (SpokenPiece& piece : inner.run(spoken)) add(piece.kind, std::move(piece.text), begin, end);
    }

    void plain(std::u32string text, std::size_t offset) {
        for (char32_t& c : text) c = halfWidth(c);
        std::size_t at = 0;
        while (at < text.size()) {
            const std::size_t end = chinese_ ? chineseAt(text, at, offset) : englishAt(text, at, offset);
            at = std::max(end, at + 1);
        }
    }

    /// Takes what begins at `at`; the index after it.
    std::size_t chineseAt(const std::u32string& text, std::size_t at, std::size_t offset) {
        if (const std::size_t end = webAddress(text, at); end > at) return end;
        if (const auto reading = readChineseNumber(text, at)) {
            addReading(reading->text, offset + at, offset + reading->end);
            return reading->end;
        }
        if (isLatin(text[at])) return latin(text, at, offset);
        if (isHan(text[at])) {
            add(PieceKind::Native, std::u32string(1, text[at]), offset + at, offset + at + 1);
        } else if (text[at] == U'/' && at > 0 && isHan(text[at - 1])) {
            mark(U'、', offset + at);
        } else {
            sign(text, at, offset, kChineseSigns);
        }
        return at + 1;
    }

    std::size_t englishAt(const std::u32string& text, std::size_t at, std::size_t offset) {
        if (const std::size_t end = webAddress(text, at); end > at) return end;
        const char32_t c = text[at];
        if (isHan(c)) {
            add(PieceKind::Foreign, std::u32string(1, c), offset + at, offset + at + 1);
            return at + 1;
        }
        if (c == U'$' && at + 1 < text.size() && isDigit(text[at + 1])) return dollars(text, at, offset);
        const bool insideNumber = (c == U'.' || c == U',' || c == U':') && at > 0 && isDigit(text[at - 1]) &&
                                  at + 1 < text.size() && isDigit(text[at + 1]);
        const bool apostrophe = (c == U'\'' || c == U'’') && at > 0 && isLatin(text[at - 1]) &&
                                at + 1 < text.size() && isLatin(text[at + 1]);
        const bool hyphen = c == U'-' && at > 0 && u_isalnum(static_cast<UChar32>(text[at - 1])) &&
                            at + 1 < text.size() && u_isalnum(static_cast<UChar32>(text[at + 1]));
        if (isLatin(c) || isDigit(c) || insideNumber || apostrophe || hyphen || c == U' ' || c == U'%' ||
            u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK) {
            add(PieceKind::Native, std::u32string(1, apostrophe ? U'\'' : c), offset + at, offset + at + 1);
        } else {
            sign(text, at, offset, kEnglishSigns);
        }
        return at + 1;
    }

    std::size_t dollars(const std::u32string& text, std::size_t at, std::size_t offset) {
        std::size_t end = at + 1;
        while (end < text.size() && (isDigit(text[end]) || ((text[end] == U'.' || text[end] == U',') &&
                                                            end + 1 < text.size() && isDigit(text[end + 1]))))
            ++end;
        const std::u32string amount = text.substr(at + 1, end - at - 1);
        add(PieceKind::Native, amount + (amount == U"1" ? U" dollar" : U" dollars"), offset + at,
            offset + end);
        return end;
    }

    /// A Latin word in Chinese text; short words in capitals are spelled.
    std::size_t latin(const std::u32string& text, std::size_t at, std::size_t offset) {
        std::size_t end = at;
        bool capitals = true;
        while (end < text.size() &&
               (isLatin(text[end]) || (end > at && (text[end] == U'\'' || text[end] == U'’') &&
                                       end + 1 < text.size() && isLatin(text[end + 1])))) {
            capitals = capitals && u_isupper(static_cast<UChar32>(text[end]));
            ++end;
        }
        const std::u32string word = text.substr(at, end - at);
        std::u32string spoken;
        for (const char32_t c : word) {
            if (capitals && word.size() <= kSpelled && !spoken.empty()) spoken.push_back(U' ');
            spoken.push_back(c == U'’' ? U'\'' : c);
        }
        const bool apart = !pieces_.empty() && pieces_.back().kind == PieceKind::Foreign;
        add(PieceKind::Foreign, (apart ? U" " : U"") + spoken, offset + at, offset + end);
        return end;
    }

    template <std::size_t Size>
    void sign(const std::u32string& text, std::size_t at, std::size_t offset,
              const std::array<std::pair<char32_t, std::u32string_view>, Size>& signs) {
        const char32_t c = text[at];
        if (const char32_t pause = markOf(c)) return mark(pause, offset + at);
        for (const auto& [written, spoken] : signs)
            if (written == c) add(PieceKind::Native, std::u32string(spoken), offset + at, offset + at + 1);
    }

    /// Number readings may hold a letter (V二点零) and a pause (area codes).
    void addReading(const std::u32string& text, std::size_t begin, std::size_t end) {
        for (const char32_t c : text) {
            const PieceKind kind = markOf(c)    ? PieceKind::Mark
                                   : isLatin(c) ? PieceKind::Foreign
                                                : PieceKind::Native;
            add(kind, std::u32string(1, c), begin, end);
        }
    }

    /// Runs of marks pause once, for the longest.
    void mark(char32_t c, std::size_t at) {
        static constexpr std::u32string_view kShortFirst = U"、，：；—…。！？";
        if (pieces_.empty()) return;
        SpokenPiece& last = pieces_.back();
        if (last.kind != PieceKind::Mark) return add(PieceKind::Mark, std::u32string(1, c), at, at + 1);
        if (kShortFirst.find(c) > kShortFirst.find(last.text[0])) last.text[0] = c;
        last.end = at + 1;
    }

    static std::size_t webAddress(const std::u32string& text, std::size_t at) {
        const std::u32string_view rest = std::u32string_view(text).substr(at);
        if (!rest.starts_with(U"http://") && !rest.starts_with(U"https://") && !rest.starts_with(U"www."))
            return at;
        std::size_t end = at;
        while (end < text.size() && text[end] > U' ' && text[end] < 0x7F) ++end;
        return end;
    }

    void add(PieceKind kind, std::u32string text, std::size_t begin, std::size_t end) {
        pieces_.push_back({kind, std::move(text), begin, end});
    }

    bool chinese_;
    std::vector<SpokenPiece> pieces_;
};

}  // namespace

std::vector<SpokenPiece> spokenPieces(std::string_view text, std::string_view language) {
    return Normaliser(language == "zh").run(text);
}

std::string normalizeForSpeech(std::string_view text, std::string_view language) {
    std::u32string joined;
    for (const SpokenPiece& piece : spokenPieces(text, language)) joined += piece.text;
    std::string result;
    for (const char c : encodeUtf8(joined))  // one space at a time, none at the ends
        if (c != ' ' || (!result.empty() && result.back() != ' ')) result.push_back(c);
    return std::string(trimmed(result));
}

}  // namespace manju::voice
