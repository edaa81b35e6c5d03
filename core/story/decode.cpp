// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/decode.h"

#include <unicode/ucnv.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/story/errors.h"
#include "core/story/text_class.h"

namespace manju::story {
namespace {

std::uint8_t byteAt(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint8_t>(bytes[at]);
}

// ICU's macro narrows its own intermediate values.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
/// The code point at `at`, which moves past it; negative for a byte that begins no well-formed sequence.
UChar32 nextUtf8(std::string_view bytes, std::int64_t& at) {
    const auto size = static_cast<std::int64_t>(bytes.size());
    UChar32 c = 0;
    U8_NEXT(bytes.data(), at, size, c);
    return c;
}
#pragma GCC diagnostic pop

struct Signature {
    std::string_view start;
    std::string_view type;
    bool document;  // holds text that its own program can save
};

constexpr std::array kSignatures = std::to_array<Signature>({
    {"\x89PNG", "PNG", false},
    {"\xFF\xD8\xFF", "JPEG", false},
    {"GIF8", "GIF", false},
    {"RIFF", "RIFF (WAV, AVI, WebP)", false},
    {"OggS", "Ogg", false},
    {"fLaC", "FLAC", false},
    {"ID3", "MP3", false},
    {"\x7F"
     "ELF",
     "ELF", false},
    {"\x1F\x8B", "gzip", false},
    {"7z\xBC\xAF", "7z", false},
    {"Rar!", "RAR", false},
    {"SQLite format 3", "SQLite", false},
    {"%PDF-", "PDF", true},
    {"{\\rtf", "RTF", true},
    {"\xD0\xCF\x11\xE0", "DOC / XLS (Word, Excel 97-2003)", true},
});

std::string_view zipType(std::string_view bytes) {
    const std::string_view head = bytes.substr(0, 8192);
    if (head.find("word/") != std::string_view::npos) return "DOCX (Word)";
    if (head.find("xl/") != std::string_view::npos) return "XLSX (Excel)";
    if (head.find("epub+zip") != std::string_view::npos) return "EPUB";
    if (head.find("opendocument.text") != std::string_view::npos) return "ODT";
    return "ZIP";
}

std::optional<Error> knownBinary(std::string_view bytes, const std::string& file) {
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
        return Error(kScriptDocument, {{"file", file}, {"type", std::string(zipType(bytes))}});
    if (bytes.size() > 11 && bytes.substr(4, 4) == "ftyp")
        return Error(kScriptBinary, {{"file", file}, {"type", "MP4"}});
    const std::string_view head = bytes.substr(0, 512);
    const bool control = std::any_of(head.begin(), head.end(), [](char c) { return c >= 0 && c < '\t'; });
    for (const Signature& signature : kSignatures)
        if (bytes.starts_with(signature.start) && (control || signature.document))
            return Error(signature.document ? kScriptDocument : kScriptBinary,
                         {{"file", file}, {"type", std::string(signature.type)}});
    return std::nullopt;
}

/// A decoded text, or the offset of the first byte that does not fit.
struct Attempt {
    std::u32string text;
    std::optional<std::size_t> damage;
    std::size_t sequences = 0;  // well-formed multi-byte sequences
    std::size_t broken = 0;     // bytes that belong to none
};

Attempt decodeUtf8Strictly(std::string_view bytes) {
    Attempt attempt;
    attempt.text.reserve(bytes.size() / 2);
    const auto size = static_cast<std::int64_t>(bytes.size());
    for (std::int64_t at = 0; at < size;) {
        const std::int64_t start = at;
        const UChar32 c = nextUtf8(bytes, at);
        if (c < 0) {
            if (!attempt.damage) attempt.damage = static_cast<std::size_t>(start);
            ++attempt.broken;
        } else {
            if (c >= 0x80) ++attempt.sequences;
            if (!attempt.damage) attempt.text += static_cast<char32_t>(c);
        }
    }
    return attempt;
}

Attempt decodeUtf16(std::string_view bytes, bool bigEndian) {
    Attempt attempt;
    attempt.text.reserve(bytes.size() / 2);
    const auto unit = [&](std::size_t at) {
        const auto first = byteAt(bytes, at);
        const auto second = byteAt(bytes, at + 1);
        return static_cast<char32_t>(bigEndian ? first << 8 | second : second << 8 | first);
    };
    std::size_t at = 0;
    for (; at + 1 < bytes.size(); at += 2) {
        char32_t c = unit(at);
        if (U16_IS_LEAD(c) && at + 3 < bytes.size() && U16_IS_TRAIL(unit(at + 2))) {
            c = static_cast<char32_t>(U16_GET_SUPPLEMENTARY(c, unit(at + 2)));
            at += 2;
        } else if (U16_IS_SURROGATE(c)) {
            attempt.damage = at;
            return attempt;
        }
        attempt.text += c;
    }
    if (at < bytes.size()) attempt.damage = at;
    return attempt;
}

Attempt decodeGb18030(std::string_view bytes) {
    Attempt attempt;
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<UConverter, decltype(&ucnv_close)> converter(ucnv_open("gb18030", &status),
                                                                       ucnv_close);
    if (U_SUCCESS(status))
        ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    if (U_FAILURE(status)) {
        attempt.damage = 0;
        return attempt;
    }
    std::vector<UChar> units(bytes.size() + 2);
    UChar* target = units.data();
    const char* source = bytes.data();
    ucnv_toUnicode(converter.get(), &target, units.data() + units.size(), &source,
                   bytes.data() + bytes.size(), nullptr, true, &status);
    if (U_FAILURE(status)) {
        std::array<char, 16> invalid{};
        auto length = static_cast<std::int8_t>(invalid.size());
        UErrorCode ignored = U_ZERO_ERROR;
        ucnv_getInvalidChars(converter.get(), invalid.data(), &length, &ignored);
        attempt.damage = static_cast<std::size_t>(source - bytes.data() - length);
        return attempt;
    }
    const auto size = target - units.data();
    attempt.text.reserve(static_cast<std::size_t>(size));
    for (std::ptrdiff_t at = 0; at < size;) {
        UChar32 c = 0;
        U16_NEXT(units.data(), at, size, c);
        attempt.text += static_cast<char32_t>(c);
    }
    return attempt;
}

/// Bytes of the GB18030 character at `at`. Precondition: well-formed.
std::size_t gbLength(std::string_view bytes, std::size_t at) {
    if (byteAt(bytes, at) < 0x80) return 1;
    return byteAt(bytes, at + 1) < 0x40 ? 4 : 2;
}

/// How much a run of GB18030 text looks like written Chinese. The common characters of GB2312 (level 1) and
/// its punctuation are what a real text consists of; text of another encoding, and text that lost a byte,
/// scatters over the rest of the table.
struct GbScore {
    std::int64_t common = 0;
    std::int64_t odd = 0;  // kana, Greek, Cyrillic, box drawing, private use
    std::int64_t total = 0;

    void add(std::uint8_t lead, std::uint8_t trail) {
        ++total;
        const bool gb2312 = trail >= 0xA1;
        if (gb2312 && ((lead >= 0xB0 && lead <= 0xD7) || (lead >= 0xA1 && lead <= 0xA3)))
            ++common;
        else if ((lead >= 0xA4 && lead <= 0xA9) ||
                 (gb2312 && ((lead >= 0xAA && lead <= 0xAF) || lead >= 0xF8)))
            ++odd;
    }
    [[nodiscard]] bool plausible() const { return 4 * (2 * odd + total - common) <= 3 * total; }
};

/// The offset of the first line that does not read like Chinese, if there is one.
std::optional<std::size_t> implausibleGbLine(std::string_view bytes, GbScore& whole) {
    constexpr std::int64_t kEnough = 6;  // characters; fewer say nothing
    GbScore line;
    std::size_t lineStart = 0;
    std::optional<std::size_t> found;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = gbLength(bytes, at);
        const auto byte = byteAt(bytes, at);
        if (length == 2) {
            line.add(byte, byteAt(bytes, at + 1));
            whole.add(byte, byteAt(bytes, at + 1));
        }
        at += length;
        if (byte == '\n' || byte == '\r' || at >= bytes.size()) {
            if (!found && line.total >= kEnough && !line.plausible()) found = lineStart;
            line = {};
            lineStart = at;
        }
    }
    return found;
}

/// Korean in its old encoding falls into the same code range as common Chinese; the words tell them apart:
/// these characters make up more than a quarter of any Chinese text.
constexpr std::int64_t kEnoughHan = 16;
bool hasFrequentHan(const std::u32string& text) {
    static constexpr std::u32string_view kFrequent =
        U"的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作"
        U"里她"
        U"這個們來為國說時會對後裡";
    std::int64_t han = 0;
    std::int64_t frequent = 0;
    for (const char32_t c : text) {
        if (!isHan(c)) continue;
        ++han;
        if (oneOf(c, kFrequent)) ++frequent;
    }
    return han < kEnoughHan || frequent * 16 >= han;
}

/// Share of the characters that a script in UTF-16 may well contain.
double utf16Plausibility(const std::u32string& text) {
    if (text.empty()) return 0;
    const auto good = std::count_if(text.begin(), text.end(), [](char32_t c) {
        return (c >= 0x20 && c < 0x7F) || c == U'\n' || c == U'\r' || c == U'\t' ||
               (c >= 0xC0 && c < 0x180) || (c >= 0x2010 && c <= 0x2027) || (c >= 0x3000 && c <= 0x303F) ||
               (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xFF01 && c <= 0xFF5E) || (c >= 0x1F300 && c <= 0x1FAFF);
    });
    return static_cast<double>(good) / static_cast<double>(text.size());
}

std::optional<DecodedScript> guessUtf16(std::string_view bytes) {
    constexpr double kSure = 0.95;
    DecodedScript best;
    bool found = false;
    for (const bool bigEndian : {false, true}) {
        Attempt attempt = decodeUtf16(bytes, bigEndian);
        if (attempt.damage) continue;
        const double plausibility = utf16Plausibility(attempt.text);
        // Of equals little-endian wins: that is what editors write without a mark.
        if (plausibility < kSure || (found && plausibility <= best.confidence)) continue;
        best = {std::move(attempt.text), bigEndian ? "UTF-16BE" : "UTF-16LE", plausibility};
        found = true;
    }
    if (!found) return std::nullopt;
    return best;
}

/// A few Han characters in UTF-16 can be valid ASCII ("你好" is "`O}Y"): ASCII that has hardly any letters,
/// while every pair of bytes is a Han character.
bool asciiMayBeUtf16(std::string_view bytes) {
    constexpr std::size_t kMost = 64;  // longer text always contains a byte outside ASCII or a line end
    if (bytes.size() % 2 != 0 || bytes.size() > kMost) return false;
    const auto letters = std::count_if(bytes.begin(), bytes.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ' || c == '\n' || c == '\r';
    });
    if (static_cast<std::size_t>(letters) * 10 > bytes.size() * 6) return false;
    const auto guess = guessUtf16(bytes);
    return guess && guess->confidence >= 1.0 &&
           std::all_of(guess->text.begin(), guess->text.end(), [](char32_t c) { return isCjk(c); });
}

/// Chinese in UTF-16 without any line end or ASCII character has many bytes above 0x7F; accented Latin text,
/// whose pairs of letters look like Han characters, has few.
bool isMostlyHigh(std::string_view bytes) {
    const auto high = std::count_if(bytes.begin(), bytes.end(), [](char c) { return c < 0; });
    return static_cast<std::size_t>(high) * 100 >= bytes.size() * 15;
}

Error damaged(const std::string& file, std::string_view encoding, std::size_t byte) {
    return Error(kScriptDamaged,
                 {{"file", file}, {"encoding", std::string(encoding)}, {"byte", std::to_string(byte)}});
}

/// Offset in the file of the code point at `index`.
std::size_t byteOffset(std::string_view bytes, std::size_t start, const DecodedScript& script,
                       std::size_t index) {
    std::size_t at = start;
    for (std::size_t i = 0; i < index; ++i) {
        const char32_t c = script.text[i];
        if (script.encoding == "GB18030")
            at += gbLength(bytes, at);
        else if (script.encoding.starts_with("UTF-16"))
            at += c >= 0x10000 ? 4 : 2;
        else
            at += static_cast<std::size_t>(U8_LENGTH(static_cast<UChar32>(c)));
    }
    return at;
}

/// Refuses what no script contains; `start` is the length of the byte order mark.
Result<DecodedScript> checked(DecodedScript script, std::string_view bytes, std::size_t start,
                              const std::string& file) {
    bool visible = false;
    for (std::size_t i = 0; i < script.text.size(); ++i) {
        const char32_t c = script.text[i];
        const bool control =
            (c < 0x20 && c != U'\t' && !isLineEnd(c)) || c == 0x7F || (c >= 0x80 && c < 0xA0 && c != 0x85);
        const bool lost = c == 0xFFFD || (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF) ||
                          (script.encoding == "GB18030" && c >= 0xE000 && c <= 0xF8FF);
        if (control)
            return Error(kScriptControl,
                         {{"file", file}, {"byte", std::to_string(byteOffset(bytes, start, script, i))}});
        if (lost) return damaged(file, script.encoding, byteOffset(bytes, start, script, i));
        visible = visible || isVisible(c);
    }
    if (!visible) return Error(kScriptEmpty, {{"file", file}});
    return script;
}

Result<DecodedScript> decodeMarked(std::string_view bytes, const std::string& file, std::size_t mark,
                                   std::string encoding) {
    const std::string_view body = bytes.substr(mark);
    Attempt attempt = mark == 3 ? decodeUtf8Strictly(body) : decodeUtf16(body, encoding == "UTF-16BE");
    if (attempt.damage) return damaged(file, encoding, *attempt.damage + mark);
    return checked({std::move(attempt.text), std::move(encoding), 1.0}, bytes, mark, file);
}

Result<DecodedScript> decodeLegacy(std::string_view bytes, const std::string& file) {
    Attempt attempt = decodeGb18030(bytes);
    if (attempt.damage) {
        GbScore before;  // is what stands before the damage Chinese at all?
        const auto odd = implausibleGbLine(bytes.substr(0, *attempt.damage), before);
        if (before.total > 0 && before.plausible())
            return damaged(file, "GB18030", odd.value_or(*attempt.damage));
        return Error(kScriptEncodingUnknown,
                     {{"file", file}, {"byte", std::to_string(odd.value_or(*attempt.damage))}});
    }
    GbScore whole;
    const auto odd = implausibleGbLine(bytes, whole);
    if (!whole.plausible() || !hasFrequentHan(attempt.text))
        return Error(kScriptEncodingUnknown, {{"file", file}, {"byte", std::to_string(odd.value_or(0))}});
    if (odd) return damaged(file, "GB18030", *odd);
    const double share =
        static_cast<double>(whole.common) / static_cast<double>(std::max<std::int64_t>(whole.total, 1));
    // A few characters fit many encodings.
    const double confidence = whole.total < kEnoughHan ? std::min(share, 0.7) : share;
    return checked({std::move(attempt.text), "GB18030", confidence}, bytes, 0, file);
}

}  // namespace

Result<DecodedScript> decodeScript(std::string_view bytes, const std::string& file) {
    if (Bytes(static_cast<std::int64_t>(bytes.size())) > kMaxScript)
        return Error(kFileTooLarge, {{"file", file},
                                     {"size", Bytes(static_cast<std::int64_t>(bytes.size())).text()},
                                     {"limit", kMaxScript.text()}});
    if (bytes.empty()) return Error(kScriptEmpty, {{"file", file}});
    if (auto refusal = knownBinary(bytes, file)) return *refusal;
    if (bytes.starts_with("\xEF\xBB\xBF")) return decodeMarked(bytes, file, 3, "UTF-8 BOM");
    if (bytes.starts_with("\xFF\xFE")) return decodeMarked(bytes, file, 2, "UTF-16LE");
    if (bytes.starts_with("\xFE\xFF")) return decodeMarked(bytes, file, 2, "UTF-16BE");

    Attempt utf8 = decodeUtf8Strictly(bytes);
    const bool zeros = bytes.find('\0') != std::string_view::npos;
    if (zeros || (utf8.damage && isMostlyHigh(bytes)) || asciiMayBeUtf16(bytes))
        if (auto utf16 = guessUtf16(bytes)) return checked(std::move(*utf16), bytes, 0, file);
    if (!utf8.damage) return checked({std::move(utf8.text), "UTF-8", 1.0}, bytes, 0, file);
    if (zeros) return Error(kScriptControl, {{"file", file}, {"byte", std::to_string(bytes.find('\0'))}});
    // Chinese in GB18030 forms hardly any well-formed UTF-8 sequence, so many of them mean damaged UTF-8.
    if (utf8.sequences > 2 * utf8.broken) return damaged(file, "UTF-8", *utf8.damage);
    return decodeLegacy(bytes, file);
}

Result<DecodedScript> readScript(const std::filesystem::path& path) {
    MANJU_TRY(const std::string bytes, os::readFile(path, kMaxScript));
    return decodeScript(bytes, displayPath(path));
}

std::string displayPath(const std::filesystem::path& path) {
    const std::string& native = path.native();
    if (isUtf8(native)) return native;
    std::string shown;
    const auto size = static_cast<std::int64_t>(native.size());
    for (std::int64_t at = 0; at < size;) {
        const std::int64_t start = at;
        const UChar32 c = nextUtf8(native, at);
        if (c < 0)
            shown += '?';
        else
            shown.append(native, static_cast<std::size_t>(start), static_cast<std::size_t>(at - start));
    }
    return shown;
}

}  // namespace manju::story
