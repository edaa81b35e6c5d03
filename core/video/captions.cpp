// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/video/captions.h"

#include <memory>
#include <string>
#include <utility>

#include "core/base/os/file.h"
#include "core/subs/renderer.h"

namespace manju::video {

Result<CaptionSource> openCaptions(const std::filesystem::path& ass,
                                   const std::vector<std::filesystem::path>& fonts, Size output) {
    MANJU_TRY(const std::string text, os::readFile(ass, megabytes(16)));
    MANJU_TRY(subs::Renderer opened, subs::Renderer::open(text, fonts, output.width, output.height));
    auto renderer = std::make_shared<subs::Renderer>(std::move(opened));  // std::function must be copyable
    return CaptionSource([renderer, output](std::int64_t milliseconds, CaptionLayer& layer) -> Status {
        MANJU_TRY(const subs::Renderer::Frame frame, renderer->render(milliseconds));
        if (!frame.changed) return Done{};
        std::vector<CaptionImage> images;
        for (const subs::Overlay& overlay : *frame.overlays)
            images.push_back({overlay.x, overlay.y, overlay.width, overlay.height, overlay.rgba.data()});
        layer.set(images, output.width, output.height);
        return Done{};
    });
}

}  // namespace manju::video
