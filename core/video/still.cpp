// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/still.h"

#include <png.h>

#include <string>

#include "core/base/os/file.h"
#include "core/video/errors.h"

namespace manju::video {
namespace {

/// libpng's simplified interface keeps its own buffers until freed.
struct PngImage {
    png_image image{};
    PngImage() { image.version = PNG_IMAGE_VERSION; }
    ~PngImage() { png_image_free(&image); }
    PngImage(const PngImage&) = delete;
    PngImage& operator=(const PngImage&) = delete;
};

Error pictureError(const std::filesystem::path& file, std::string detail) {
    return Error(kPictureInvalid, {{"file", file.string()}, {"detail", std::move(detail)}});
}

}  // namespace

Result<Still> readStill(const std::filesystem::path& file) {
    MANJU_TRY(const std::string bytes, os::readFile(file, megabytes(256)));
    PngImage png;
    if (!png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()))
        return pictureError(file, png.image.message);
    Still still;
    still.width = static_cast<int>(png.image.width);
    still.height = static_cast<int>(png.image.height);
    const std::int64_t pixels = std::int64_t{still.width} * still.height;
    if (pixels > kMaxStillPixels)
        return pictureError(file, std::to_string(still.width) + "x" + std::to_string(still.height) +
                                      " is more than 40 megapixels");
    png.image.format = PNG_FORMAT_RGB;
    still.rgb.resize(static_cast<std::size_t>(pixels) * 3);
    const png_color black{0, 0, 0};
    if (!png_image_finish_read(&png.image, &black, still.rgb.data(), 0, nullptr))
        return pictureError(file, png.image.message);
    return still;
}

Status writeStill(const Still& still, const std::filesystem::path& file) {
    PngImage png;
    png.image.width = static_cast<png_uint_32>(still.width);
    png.image.height = static_cast<png_uint_32>(still.height);
    png.image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = 0;
    std::string bytes;
    if (!png_image_write_to_memory(&png.image, nullptr, &size, 0, still.rgb.data(), 0, nullptr))
        return pictureError(file, png.image.message);
    bytes.resize(size);
    if (!png_image_write_to_memory(&png.image, bytes.data(), &size, 0, still.rgb.data(), 0, nullptr))
        return pictureError(file, png.image.message);
    return os::writeFile(file, std::string_view(bytes).substr(0, size));
}

}  // namespace manju::video
