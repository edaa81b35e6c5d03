// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-VIDEO-01", "The video cannot be made from this plan: {detail}. Please report it.",
     "无法按此方案合成视频：{detail}。请反馈此问题。"},
    {"MJ-VIDEO-02",
     "A {kind} that the video needs is not in the project ({sha}). Retry the episode to make it again.",
     "项目中缺少合成视频所需的文件（{kind}，{sha}）。请重试该集以重新生成。"},
    {"MJ-VIDEO-03", "“{file}” is not a usable PNG picture: {detail}. Retry the shot to draw it again.",
     "“{file}”不是可用的 PNG 图片：{detail}。请重试该镜头以重新绘制。"},
    {"MJ-VIDEO-04",
     "The sound in “{file}” cannot be read: {detail}. If it is a spoken line, retry the episode to speak it "
     "again.",
     "无法读取“{file}”中的声音：{detail}。如果是配音，请重试该集以重新配音。"},
    {"MJ-VIDEO-05",
     "The spoken line “{file}” has {samples} samples, but {planned} were planned. Retry the episode to speak "
     "it again.",
     "配音“{file}”有 {samples} 个采样，但计划为 {planned} 个。请重试该集以重新配音。"},
    {"MJ-VIDEO-06", "This system's FFmpeg has no encoder “{encoder}”. Install FFmpeg with it, then resume.",
     "本机的 FFmpeg 缺少编码器“{encoder}”。请安装包含它的 FFmpeg 后继续。"},
    {"MJ-VIDEO-07", "Encoding “{file}” failed: {detail}. Retry the episode.",
     "编码“{file}”失败：{detail}。请重试该集。"},
    {"MJ-VIDEO-08",
     "“{file}” is one of the files the video is made from and was not overwritten. Choose another name for "
     "the video.",
     "“{file}”是合成视频的素材之一，未被覆盖。请为视频换一个文件名。"},
    {"MJ-VIDEO-09",
     "The finished video “{file}” did not pass its check: {what} is {found}, expected {expected}. Retry the "
     "episode.",
     "合成后的视频“{file}”未通过检查：{what} 为 {found}，应为 {expected}。请重试该集。"},
    {"MJ-VIDEO-10", "The video “{file}” cannot be played: {detail}. Retry the episode.",
     "视频“{file}”无法播放：{detail}。请重试该集。"},
    {"MJ-VIDEO-11",
     "The preset's music is no sound file that FFmpeg can read (the project's copy is “{file}”). Choose "
     "another "
     "file in the preset's “music”, then resume.",
     "预设中的配乐不是 FFmpeg "
     "能读取的声音文件（项目中的副本为“{file}”）。请在预设的“music”中换一个文件，然后继续。"},
    {"stage.mix", "Mixing the sound", "混音"},
};

}  // namespace

const std::span<const Entry> kVideoEntries{kEntries};

}  // namespace manju::messages
