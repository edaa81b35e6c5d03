// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/exporter.h"

#include <system_error>

#include "core/base/os/file.h"
#include "core/base/text.h"

namespace manju::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxNamePoints = 60;

bool isRefused(char32_t c) {  // by Windows, by FAT, or invisible
    static constexpr std::u32string_view kRefused = U"<>:\"/\\|?*";
    return c < 0x20 || c == 0x7F || kRefused.find(c) != std::u32string_view::npos;
}

bool isSame(const fs::path& path, const OutputFile& file) {
    const auto stamp = os::stampFile(path);
    if (!stamp || stamp->size != file.bytes) return false;
    const auto digest = os::digestFile(path);
    return digest.ok() && digest->sha256 == file.sha256;
}

}  // namespace

std::string videoName(const store::EpisodeRow& episode) {
    const std::string stem = fs::path(episode.scriptName).stem().string();
    std::u32string name;
    if (isUtf8(stem))
        for (const char32_t c : decodeUtf8(stem).substr(0, kMaxNamePoints)) name += isRefused(c) ? U'_' : c;
    while (!name.empty() && (name.back() == U'.' || name.back() == U' ')) name.pop_back();
    std::string text = name.empty() ? "episode" : encodeUtf8(name);
    if (episode.ordinal > 1) text += "-" + std::to_string(episode.ordinal);
    return text;
}

Result<fs::path> exportVideo(const ProjectLayout& layout, const fs::path& folder,
                             const store::EpisodeRow& episode, const store::ResultRow& video,
                             const store::ResultRow& subtitles) {
    MANJU_CHECK(os::makeDirectories(folder));
    const OutputFile& file = *video.file("video");
    const std::string name = videoName(episode);
    fs::path target;
    for (int number = 1;; ++number) {
        target = folder / (number == 1 ? name + ".mp4" : name + " (" + std::to_string(number) + ").mp4");
        std::error_code ignored;
        if (!fs::exists(fs::symlink_status(target, ignored))) break;
        if (isSame(target, file)) return target;  // exported before
        const fs::path former = episode.video.empty() ? fs::path() : layout.root / episode.video;
        if (target == former) break;  // an earlier version of this very episode is replaced
    }
    if (const OutputFile* srt = subtitles.file("srt")) {
        fs::path captions = target;
        captions.replace_extension(".srt");
        MANJU_CHECK(os::copyFile(layout.root / srt->name, captions));
    }
    // A copy, never a link: who edits or tags the delivered file must not reach the stored result.
    MANJU_CHECK(os::copyFile(layout.root / file.name, target));
    return target;
}

}  // namespace manju::engine
