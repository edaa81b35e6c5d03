// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/png/png_file.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>

#include "core/base/os/file.h"
#include "core/png/errors.h"

namespace manju::png {
namespace {

constexpr int kChannels = 3;
constexpr png_uint_32 kLargestSide = 16384;

/// What libpng's callbacks reach. libpng reports errors by longjmp, so everything with a destructor lives
/// here, outside the functions that it may leave.
struct Codec {
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::string bytes;     // the file
    std::size_t read = 0;  // how much of it libpng has taken
    std::vector<png_bytep> rows;
    std::vector<png_text> texts;
    std::string failure;
};

void onError(png_structp png, png_const_charp message) {
    static_cast<Codec*>(png_get_error_ptr(png))->failure = message;
    png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

void onWrite(png_structp png, png_bytep data, png_size_t size) {
    static_cast<Codec*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<const char*>(data), size);
}

void onFlush(png_structp) {}

void onRead(png_structp png, png_bytep out, png_size_t size) {
    auto* codec = static_cast<Codec*>(png_get_io_ptr(png));
    if (size > codec->bytes.size() - codec->read) png_error(png, "the file ends early");
    std::memcpy(out, codec->bytes.data() + codec->read, size);
    codec->read += size;
}

void setRows(Codec& codec, std::vector<std::uint8_t>& rgb, int width, int height) {
    const std::size_t stride = static_cast<std::size_t>(width) * kChannels;
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
        codec.rows.push_back(rgb.data() + y * stride);
}

bool encode(Codec& codec, png_uint_32 width, png_uint_32 height) {
    if (setjmp(png_jmpbuf(codec.png))) return false;
    png_set_write_fn(codec.png, &codec, onWrite, onFlush);
    png_set_IHDR(codec.png, codec.info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(codec.png, codec.info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (!codec.texts.empty())
        png_set_text(codec.png, codec.info, codec.texts.data(), static_cast<int>(codec.texts.size()));
    png_write_info(codec.png, codec.info);
    png_write_image(codec.png, codec.rows.data());
    png_write_end(codec.png, codec.info);
    return true;
}

bool decodeHeader(Codec& codec) {
    if (setjmp(png_jmpbuf(codec.png))) return false;
    png_set_read_fn(codec.png, &codec, onRead);
    png_set_user_limits(codec.png, kLargestSide, kLargestSide);
    png_read_info(codec.png, codec.info);
    png_set_expand(codec.png);
    png_set_strip_16(codec.png);
    png_set_gray_to_rgb(codec.png);
    png_set_strip_alpha(codec.png);
    png_set_interlace_handling(codec.png);
    png_read_update_info(codec.png, codec.info);
    return true;
}

bool decodeRows(Codec& codec) {
    if (setjmp(png_jmpbuf(codec.png))) return false;
    png_read_image(codec.png, codec.rows.data());
    png_read_end(codec.png, codec.info);
    return true;
}

bool isAscii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// libpng takes mutable pointers but only copies what they point to.
png_text chunk(const std::string& keyword, const std::string& text) {
    png_text entry{};
    entry.compression = isAscii(text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    entry.key = const_cast<char*>(keyword.c_str());
    entry.text = const_cast<char*>(text.c_str());
    return entry;
}

Error unreadable(const std::filesystem::path& path, const std::string& detail) {
    return Error(kPngUnreadable, {{"file", path.string()}, {"detail", detail}});
}

}  // namespace

Status writePng(const std::filesystem::path& path, const PngPicture& picture) {
    std::vector<std::uint8_t> rgb = picture.rgb;
    Codec codec;
    setRows(codec, rgb, picture.width, picture.height);
    for (const auto& [keyword, text] : picture.texts) codec.texts.push_back(chunk(keyword, text));
    codec.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &codec, onError, onWarning);
    codec.info = png_create_info_struct(codec.png);
    const bool ok =
        encode(codec, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height));
    png_destroy_write_struct(&codec.png, &codec.info);
    if (!ok) return Error(kPngFailed, {{"file", path.string()}, {"detail", codec.failure}});
    return os::writeFile(path, codec.bytes);
}

Result<PngPicture> readPng(const std::filesystem::path& path) {
    Codec codec;
    MANJU_TRY(codec.bytes, os::readFile(path));
    PngPicture picture;
    codec.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &codec, onError, onWarning);
    codec.info = png_create_info_struct(codec.png);
    bool ok = decodeHeader(codec);
    if (ok) {
        picture.width = static_cast<int>(png_get_image_width(codec.png, codec.info));
        picture.height = static_cast<int>(png_get_image_height(codec.png, codec.info));
        picture.rgb.resize(static_cast<std::size_t>(picture.width) *
                           static_cast<std::size_t>(picture.height) * kChannels);
        setRows(codec, picture.rgb, picture.width, picture.height);
        ok = decodeRows(codec);
    }
    if (ok) {
        png_textp texts = nullptr;
        const int count = png_get_text(codec.png, codec.info, &texts, nullptr);
        for (int i = 0; i < count; ++i) picture.texts[texts[i].key] = texts[i].text;
    }
    png_destroy_read_struct(&codec.png, &codec.info, nullptr);
    if (!ok) return unreadable(path, codec.failure);
    return picture;
}

}  // namespace manju::png
