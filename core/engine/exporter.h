// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/engine/project_layout.h"
#include "core/store/rows.h"

namespace manju::engine {

/// The name under which an episode's video is given to a person, without extension: the script's name,
/// with "-2" and so on for its further episodes, and without characters that file systems refuse.
std::string videoName(const store::EpisodeRow& episode);

/// Puts the finished video and its SRT into `folder` under readable names (hard link where possible, else
/// a copy; `.part`, fsync, rename). A file of that name which is not this video is kept: the new one gets
/// the next free number. Returns the video's path.
Result<std::filesystem::path> exportVideo(const ProjectLayout& layout, const std::filesystem::path& folder,
                                          const store::EpisodeRow& episode, const store::ResultRow& video,
                                          const store::ResultRow& subtitles);

}  // namespace manju::engine
