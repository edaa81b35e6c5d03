// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/png_texts.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/os/mapped_file.h"
#include "core/base/text.h"
#include "core/png/errors.h"

namespace manju::png {
namespace {

// PNG (ISO/IEC 15948), section 5: the signature, then chunks of length, type, content and CRC.
constexpr std::string_view kSignature("\x89PNG\r\n\x1A\n", 8);
constexpr std::size_t kTypeBytes = 4;
constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kCrcBytes = 4;
constexpr std::size_t kLongestKeyword = 79;
constexpr char kDeflate = 0;

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    std::string_view format;
};
constexpr std::array kOthers{Signature{0, "\xFF\xD8\xFF", "JPEG"}, Signature{8, "WEBP", "WebP"},
                             Signature{0, "GIF8", "GIF"}, Signature{4, "ftypavif", "AVIF"},
                             Signature{0, "BM", "BMP"}};

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
}

const Bytef* zlibBytes(std::string_view text) {
    return reinterpret_cast<const Bytef*>(text.data());
}

std::string utf8Of(std::string_view text) {
    if (isUtf8(text)) return std::string(text);
    std::u32string points;
    for (const char c : text) points.push_back(static_cast<unsigned char>(c));
    return encodeUtf8(points);
}

/// Takes what stands before the next zero byte, and the zero; nothing if there is none.
std::optional<std::string_view> takeString(std::string_view& bytes) {
    const std::size_t zero = bytes.find('\0');
    if (zero == std::string_view::npos) return {};
    const std::string_view taken = bytes.substr(0, zero);
    bytes.remove_prefix(zero + 1);
    return taken;
}

class Reader {
public:
    Reader(std::string file, std::string_view bytes, std::span<const std::string_view> keywords)
        : file_(std::move(file)), rest_(bytes), keywords_(keywords) {}

    Result<PngTexts> read() {
        MANJU_CHECK(checkFormat());
        rest_.remove_prefix(kSignature.size());
        for (bool first = true;; first = false) {
            if (rest_.size() < kLengthBytes + kTypeBytes + kCrcBytes) return cut();
            const std::size_t length = bigEndian(rest_);
            const std::string_view type = rest_.substr(kLengthBytes, kTypeBytes);
            if (first && type != "IHDR") return damaged("IHDR");
            if (rest_.size() - kLengthBytes - kTypeBytes - kCrcBytes < length) return cut();
            MANJU_CHECK(readChunk(type, length));
            if (type == "IEND") return std::move(texts_);
            rest_.remove_prefix(kLengthBytes + kTypeBytes + length + kCrcBytes);
        }
    }

private:
    [[nodiscard]] Status checkFormat() const {
        if (rest_.starts_with(kSignature)) return Done{};
        if (rest_.size() >= 4 && kSignature.starts_with(rest_)) return cut();
        for (const Signature& other : kOthers)
            if (rest_.size() >= other.offset && rest_.substr(other.offset).starts_with(other.bytes))
                return Error(kOtherFormat, {{"file", file_}, {"format", std::string(other.format)}});
        return Error(kNotPng, {{"file", file_}});
    }

    /// The chunk at the front of what is left.
    Status readChunk(std::string_view type, std::size_t length) {
        if (type != "tEXt" && type != "zTXt" && type != "iTXt") return Done{};
        std::string_view content = rest_.substr(kLengthBytes + kTypeBytes, length);
        // Another program's text may have any size and is not looked at.
        std::string_view head = content.substr(0, kLongestKeyword + 1);
        const auto keyword = takeString(head);
        if (!keyword || keyword->empty()) return damaged(type);
        if (std::ranges::find(keywords_, *keyword) == keywords_.end()) return Done{};
        keyword_ = *keyword;
        if (length > static_cast<std::size_t>(kLargestText.count)) return tooLarge();
        const auto crc = ::crc32(0, zlibBytes(rest_.substr(kLengthBytes)),
                                 static_cast<uInt>(kTypeBytes + length));  // below the limit
        if (crc != bigEndian(rest_.substr(kLengthBytes + kTypeBytes + length))) return damaged(type);
        content.remove_prefix(keyword_.size() + 1);
        MANJU_TRY(const std::string text, textOf(type, content));
        texts_[keyword_] = utf8Of(text);
        return Done{};
    }

    Result<std::string> textOf(std::string_view type, std::string_view content) {
        if (type == "tEXt") return std::string(content);
        if (type == "zTXt") {
            if (content.empty() || content.front() != kDeflate) return damaged(type);
            return inflated(type, content.substr(1));
        }
        // iTXt: two bytes about compression, the language and the translated keyword.
        if (content.size() < 2 || content[0] < 0 || content[0] > 1) return damaged(type);
        const bool packed = content[0] == 1;
        if (packed && content[1] != kDeflate) return damaged(type);
        content.remove_prefix(2);
        if (!takeString(content) || !takeString(content)) return damaged(type);
        if (packed) return inflated(type, content);
        return std::string(content);
    }

    /// Unpacks no more than the limit.
    Result<std::string> inflated(std::string_view type, std::string_view packed) {
        z_stream stream{};
        if (::inflateInit(&stream) != Z_OK) return damaged(type);
        stream.next_in = const_cast<Bytef*>(zlibBytes(packed));  // zlib only reads it
        stream.avail_in = static_cast<uInt>(packed.size());
        std::string text;
        std::array<char, 1 << 16> piece;
        int state = Z_OK;
        while (state == Z_OK && text.size() <= static_cast<std::size_t>(kLargestText.count)) {
            stream.next_out = reinterpret_cast<Bytef*>(piece.data());
            stream.avail_out = static_cast<uInt>(piece.size());
            state = ::inflate(&stream, Z_NO_FLUSH);
            text.append(piece.data(), piece.size() - stream.avail_out);
        }
        ::inflateEnd(&stream);
        if (text.size() > static_cast<std::size_t>(kLargestText.count)) return tooLarge();
        if (state != Z_STREAM_END) return damaged(type);
        return text;
    }

    [[nodiscard]] Error cut() const { return Error(kPngCut, {{"file", file_}}); }
    [[nodiscard]] Error damaged(std::string_view chunk) const {
        return Error(kPngDamaged, {{"file", file_}, {"chunk", std::string(chunk)}});
    }
    [[nodiscard]] Error tooLarge() const {
        return Error(kTextTooLarge, {{"file", file_}, {"keyword", keyword_}, {"limit", kLargestText.text()}});
    }

    std::string file_;
    std::string_view rest_;
    std::span<const std::string_view> keywords_;
    std::string keyword_;
    PngTexts texts_;
};

}  // namespace

Result<PngTexts> readTexts(const std::filesystem::path& path, std::span<const std::string_view> keywords) {
    MANJU_TRY(const os::MappedFile mapped, os::MappedFile::open(path));
    const std::span<const std::byte> bytes = mapped.bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return Reader(path.string(), text, keywords).read();
}

}  // namespace manju::png
