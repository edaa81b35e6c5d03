// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-PNG-01", "The picture “{file}” cannot be read: {detail}. Remove it, and it will be drawn again.",
     "无法读取图片“{file}”：{detail}。请删除它，之后会重新生成。"},
    {"MJ-PNG-02", "The picture “{file}” could not be encoded: {detail}. Try again.",
     "图片“{file}”编码失败：{detail}。请重试。"},
    {"MJ-PNG-03", "“{file}” is no PNG picture. Choose the PNG file that the program saved.",
     "“{file}”不是 PNG 图片。请选择生成程序保存的 PNG 文件。"},
    {"MJ-PNG-04",
     "“{file}” is a {format} picture, and only PNG files are read for how they were drawn. Choose the PNG "
     "original.",
     "“{file}”是 {format} 图片，而生成信息只能从 PNG 文件读取。请选择原始的 PNG 文件。"},
    {"MJ-PNG-05",
     "The picture “{file}” ends early, so it was not copied or downloaded completely. Get it again.",
     "图片“{file}”不完整，可能没有复制或下载完。请重新获取。"},
    {"MJ-PNG-06", "The picture “{file}” is damaged (in a chunk {chunk}). Get it again.",
     "图片“{file}”已损坏（{chunk} 数据块）。请重新获取。"},
    {"MJ-PNG-07",
     "The text “{keyword}” in the picture “{file}” is larger than {limit}, which no description of a picture "
     "is. Choose another picture.",
     "图片“{file}”中的文本“{keyword}”超过 {limit}，不可能是正常的生成信息。请换一张图片。"},
    {"MJ-PNG-08",
     "The picture “{file}” does not say how it was drawn; editors and websites often remove that. Choose the "
     "original file.",
     "图片“{file}”里没有生成信息，图片编辑软件和网站常会把它去掉。请选择原始文件。"},
    {"MJ-PNG-09", "What the picture “{file}” says about how it was drawn is damaged: {detail}. Get it again.",
     "图片“{file}”中的生成信息已损坏：{detail}。请重新获取。"},
    {"MJ-PNG-10", "The picture “{file}” was drawn by a newer version of this program. Update the program.",
     "图片“{file}”由本程序的更新版本生成。请升级程序。"},
    {"MJ-PNG-11",
     "The picture “{file}” does not say “{field}”, without which it cannot be drawn again. Choose another "
     "picture.",
     "图片“{file}”的生成信息缺少“{field}”，无法重新生成。请换一张图片。"},
    {"MJ-PNG-12",
     "The picture “{file}” says “{value}” for “{field}”, which cannot be understood. Choose another picture.",
     "图片“{file}”的生成信息中“{field}”的值“{value}”无法理解。请换一张图片。"},
    {"MJ-PNG-13",
     "The picture “{file}” was drawn with the ComfyUI node “{node}”, which cannot be repeated here. Choose a "
     "picture of a plain graph with one KSampler.",
     "图片“{file}”用到了 ComfyUI 节点“{node}”，此处无法重现。请选择只含一个 KSampler "
     "的普通工作流生成的图片。"},
    {"MJ-PNG-14",
     "The ComfyUI graph of the picture “{file}” has {count} nodes “{node}”, and exactly one can be repeated. "
     "Choose a picture of a plain graph.",
     "图片“{file}”的 ComfyUI 工作流有 {count} 个“{node}”节点，而只能重现恰好一个。"
     "请选择普通工作流生成的图片。"},
    {"MJ-PNG-15",
     "The ComfyUI graph of the picture “{file}” is no plain one: the input “{input}” of “{node}” is not what "
     "can be repeated here. Choose a picture of a plain graph.",
     "图片“{file}”的 ComfyUI 工作流不是普通工作流：“{node}”的输入“{input}”无法在此重现。"
     "请选择普通工作流生成的图片。"},
    {"MJ-PNG-20",
     "Note: the picture was drawn by {program}. It is drawn again by that program's conventions and will be "
     "similar, not equal.",
     "提示：这张图片由 {program} 生成，将按其惯例重新绘制，结果相似但不会完全相同。"},
    {"MJ-PNG-21", "Note: these settings of the picture are not repeated: {fields}.",
     "提示：图片的下列设置不会重现：{fields}。"},
    {"MJ-PNG-22",
     "Note: the sampler “{sampler}” does not exist here with the schedule “{schedule}”; “{used}” is used. "
     "Choose another with --sampler.",
     "提示：此处没有采用调度“{schedule}”的采样器“{sampler}”，改用“{used}”。可用 --sampler 另选。"},
    {"MJ-PNG-23",
     "Note: the sampler “{sampler}” does not exist here; “{used}” is used. Choose another with --sampler.",
     "提示：此处没有采样器“{sampler}”，改用“{used}”。可用 --sampler 另选。"},
    {"MJ-PNG-24",
     "Note: the seed {seed} is larger than seeds can be here; {used} is used. The picture will be another "
     "one.",
     "提示：种子 {seed} 超出此处的范围，改用 {used}，画面会不同。"},
    {"MJ-PNG-25",
     "Note: the picture was drawn by another version of the drawing method, so the new one may differ.",
     "提示：这张图片由另一版本的绘制方法生成，重新绘制的结果可能不同。"},
    {"MJ-PNG-26",
     "Note: “{text}” in the prompt changes the prompt while A1111 draws; here it is read as plain text.",
     "提示：提示词中的“{text}”在 A1111 中会随步数变化，此处按普通文字处理。"},
    {"MJ-PNG-27", "Note: the picture comes from a batch of {count}; the first picture of the batch is drawn.",
     "提示：这张图片来自一批 {count} 张，此处只绘制该批的第一张。"},
};

}  // namespace

const std::span<const Entry> kPngEntries{kEntries};

}  // namespace manju::messages
