// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/domain/step_spec.h"
#include "core/video/verify.h"

namespace manju::video {

/// How far a composition is; `fraction` (0..1) never falls. `stage` is a message id: "stage.mix",
/// "stage.compose" (with frame `index` of `count`), "stage.verify".
struct ComposeProgress {
    double fraction = 0;
    std::string_view stage;
    std::int64_t index = 0;
    std::int64_t count = 0;
};
using Progress = std::function<void(const ComposeProgress&)>;

/// Makes the video of `spec` at `output`: stills moved by their camera paths with captions over them, speech
/// and music mixed to the preset's loudness, one continuous encode. `inputs` maps every SHA-256 the spec
/// names to a file. The file is written as `output`.part, verified, fsynced and renamed, so `output` is
/// complete or untouched; nothing else is left behind. Equal specs and inputs give equal bytes.
/// Stops within a frame on `stop` with kCancelled. `fonts` are files for the captions. `progress` may be
/// empty and is called on this thread. Memory does not grow with the number of shots. Thread: any.
Result<VideoFacts> composeVideo(const VideoSpec& spec, const std::map<std::string, std::string>& inputs,
                                const std::filesystem::path& output,
                                const std::vector<std::filesystem::path>& fonts, const Progress& progress,
                                std::stop_token stop);

}  // namespace manju::video
