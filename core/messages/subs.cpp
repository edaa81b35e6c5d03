// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-SUBS-01", "The captions could not be drawn: {detail}. Make the captions of this episode again.",
     "无法绘制字幕：{detail}。请重新生成本集字幕。"},
    {"MJ-SUBS-02",
     "No installed font can draw {characters} ({points}). Install a font that has them, or change the text.",
     "已安装的字体中没有“{characters}”（{points}）。请安装包含这些字的字体，或修改文本。"},
    {"MJ-SUBS-03", "The font “{font}” is not installed. Install it or choose another one in the preset.",
     "未安装字体“{font}”。请安装该字体，或在预设中另选一种。"},
    {"MJ-SUBS-04",
     "The font file “{file}” cannot be used: it is missing or damaged. Install the program again.",
     "字体文件“{file}”不存在或已损坏，无法使用。请重新安装本程序。"},
    {"MJ-SUBS-05",
     "The caption “{text}” does not fit into {lines} lines even at {size} pixels. Split it into shorter "
     "sentences or widen the caption area in the preset.",
     "字幕“{text}”缩小到 {size} 像素后仍超出 {lines} 行。请拆成短句，或在预设中放宽字幕区域。"},
    {"MJ-SUBS-06",
     "The time of caption {number} (“{text}”) is wrong: it is empty, outside of the video or overlaps the "
     "one "
     "before. Produce the episode again.",
     "第 {number} 条字幕（“{text}”）的时间有误：时长为零、超出视频范围或与上一条重叠。请重新制作本集。"},
    {"MJ-SUBS-07", "The caption setting “{name}” cannot be {value}. Correct it in the preset.",
     "字幕设置“{name}”不能为 {value}，请在预设中改正。"},
};

}  // namespace

const std::span<const Entry> kSubsEntries{kEntries};

}  // namespace manju::messages
