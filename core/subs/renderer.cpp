// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/renderer.h"

#include <ass/ass.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/subs/errors.h"
#include "core/subs/glyph_error.h"

namespace manju::subs {
namespace {

constexpr int kErrorLevel = 1;  // libass: 0 fatal, 1 error, 2 warning
constexpr Bytes kFontLimit = megabytes(64);

/// What libass said since the last look.
struct Messages {
    std::u32string missing;
    std::string firstError;

    void clear() { *this = {}; }
    void take(int level, const std::string& text);
};

void Messages::take(int level, const std::string& text) {
    // "Glyph 0x1F631 not found in font for (...)": every face was asked in vain; "failed to find any
    // fallback with glyph 0x1F631 for ...": there was no face left to ask.
    const bool asked = text.starts_with("Glyph 0x") && text.find("not found in font") != std::string::npos;
    const bool noneLeft = text.find("failed to find any fallback with glyph 0x") != std::string::npos;
    if (asked || noneLeft) {
        const char* digits = text.c_str() + text.find(" 0x") + 3;
        missing.push_back(static_cast<char32_t>(std::strtoul(digits, nullptr, 16)));
    } else if (level <= kErrorLevel && firstError.empty()) {
        firstError = text;
    }
}

__attribute__((format(printf, 2, 0))) void onMessage(int level, const char* format, std::va_list args,
                                                     void* target) {
    std::array<char, 512> line{};
    std::vsnprintf(line.data(), line.size(), format, args);
    static_cast<Messages*>(target)->take(level, line.data());
}

struct Rect {
    int left, top, right, bottom;
    [[nodiscard]] bool touches(const Rect& o) const {
        return left < o.right && o.left < right && top < o.bottom && o.top < bottom;
    }
    void add(const Rect& o) {
        left = std::min(left, o.left);
        top = std::min(top, o.top);
        right = std::max(right, o.right);
        bottom = std::max(bottom, o.bottom);
    }
};

Rect rectOf(const ASS_Image& image) {
    return {image.dst_x, image.dst_y, image.dst_x + image.w, image.dst_y + image.h};
}

/// The smallest set of rectangles that cover the images and do not touch each other.
std::vector<Rect> disjointRects(const ASS_Image* images) {
    std::vector<Rect> rects;
    for (const ASS_Image* image = images; image; image = image->next) {
        if (image->w == 0 || image->h == 0) continue;
        Rect merged = rectOf(*image);
        for (auto other = rects.begin(); other != rects.end();) {
            if (merged.touches(*other)) {
                merged.add(*other);
                rects.erase(other);
                other = rects.begin();
            } else {
                ++other;
            }
        }
        rects.push_back(merged);
    }
    return rects;
}

/// One image over the canvas, which holds premultiplied RGBA in 0..1.
void blend(std::vector<float>& canvas, const Rect& area, const ASS_Image& image) {
    const float red = static_cast<float>(image.color >> 24) / 255.0F;
    const float green = static_cast<float>((image.color >> 16) & 0xFF) / 255.0F;
    const float blue = static_cast<float>((image.color >> 8) & 0xFF) / 255.0F;
    const float opacity = static_cast<float>(255 - (image.color & 0xFF)) / (255.0F * 255.0F);
    const auto stride = static_cast<std::size_t>(area.right - area.left) * 4;
    for (int y = 0; y < image.h; ++y) {
        const unsigned char* source = image.bitmap + static_cast<std::ptrdiff_t>(y) * image.stride;
        float* pixel = canvas.data() + static_cast<std::size_t>(image.dst_y + y - area.top) * stride +
                       static_cast<std::size_t>(image.dst_x - area.left) * 4;
        for (int x = 0; x < image.w; ++x, pixel += 4) {
            const float alpha = static_cast<float>(source[x]) * opacity;
            const float rest = 1.0F - alpha;
            pixel[0] = red * alpha + pixel[0] * rest;
            pixel[1] = green * alpha + pixel[1] * rest;
            pixel[2] = blue * alpha + pixel[2] * rest;
            pixel[3] = alpha + pixel[3] * rest;
        }
    }
}

std::uint8_t toByte(float value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0.0F, 1.0F) * 255.0F + 0.5F);
}

Overlay overlayOf(const Rect& area, const ASS_Image* images) {
    Overlay overlay{area.left, area.top, area.right - area.left, area.bottom - area.top, {}};
    const auto pixels = static_cast<std::size_t>(overlay.width) * static_cast<std::size_t>(overlay.height);
    std::vector<float> canvas(pixels * 4, 0.0F);
    for (const ASS_Image* image = images; image; image = image->next)
        if (image->w > 0 && image->h > 0 && area.touches(rectOf(*image))) blend(canvas, area, *image);
    overlay.rgba.resize(pixels * 4);
    for (std::size_t i = 0; i < canvas.size(); i += 4) {
        const float alpha = canvas[i + 3];
        const float scale = alpha > 0 ? 1.0F / alpha : 0.0F;
        for (std::size_t c = 0; c < 3; ++c) overlay.rgba[i + c] = toByte(canvas[i + c] * scale);
        overlay.rgba[i + 3] = toByte(alpha);
    }
    return overlay;
}

struct LibraryDone {
    void operator()(ASS_Library* p) const { ass_library_done(p); }
};
struct RendererDone {
    void operator()(ASS_Renderer* p) const { ass_renderer_done(p); }
};
struct TrackDone {
    void operator()(ASS_Track* p) const { ass_free_track(p); }
};

}  // namespace

struct Renderer::State {
    Messages messages;  // outlives the library, which holds its address
    std::unique_ptr<ASS_Library, LibraryDone> library;
    std::unique_ptr<ASS_Renderer, RendererDone> renderer;
    std::unique_ptr<ASS_Track, TrackDone> track;
    std::vector<Overlay> overlays;
    bool first = true;
};

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::open(std::string_view ass, const std::vector<std::filesystem::path>& fonts,
                                int width, int height) {
    auto state = std::make_unique<State>();
    state->library.reset(ass_library_init());
    if (!state->library) return Error(kRenderFailed, {{"detail", "libass does not start"}});
    ass_set_message_cb(state->library.get(), onMessage, &state->messages);
    for (const auto& font : fonts) {
        const auto bytes = os::readFile(font, kFontLimit);
        if (!bytes.ok()) return Error(kFontUnreadable, {{"file", font.string()}}).because(bytes.error());
        ass_add_font(state->library.get(), font.filename().c_str(), bytes->data(),
                     static_cast<int>(bytes->size()));
    }
    state->renderer.reset(ass_renderer_init(state->library.get()));
    std::string copy(ass);  // libass reads it in place
    state->track.reset(ass_read_memory(state->library.get(), copy.data(), copy.size(), nullptr));
    if (!state->renderer || !state->track || state->track->n_styles == 0)
        return Error(kRenderFailed, {{"detail", "the caption file is not an ASS script"}});
    ass_set_frame_size(state->renderer.get(), width, height);
    ass_set_storage_size(state->renderer.get(), width, height);
    ass_set_hinting(state->renderer.get(), ASS_HINTING_NONE);
    ass_set_fonts(state->renderer.get(), nullptr, nullptr, ASS_FONTPROVIDER_FONTCONFIG, nullptr, 1);
    if (!state->messages.firstError.empty())
        return Error(kRenderFailed, {{"detail", state->messages.firstError}});
    return Renderer(std::move(state));
}

Result<Renderer::Frame> Renderer::render(std::int64_t milliseconds) {
    State& state = *state_;
    state.messages.clear();
    int change = 0;
    const ASS_Image* images =
        ass_render_frame(state.renderer.get(), state.track.get(), milliseconds, &change);
    if (!state.messages.missing.empty()) return glyphError(state.messages.missing);
    if (!state.messages.firstError.empty())
        return Error(kRenderFailed, {{"detail", state.messages.firstError}});
    const bool changed = change != 0 || state.first;
    state.first = false;
    if (changed) {
        state.overlays.clear();
        for (const Rect& area : disjointRects(images)) state.overlays.push_back(overlayOf(area, images));
    }
    return Frame{changed, &state.overlays};
}

}  // namespace manju::subs
