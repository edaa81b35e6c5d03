// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-IMAGE-01",
     "The model “{file}” is damaged: its part “{tensor}” holds values that are not numbers. Download the "
     "model "
     "again or choose another one.",
     "模型“{file}”已损坏：其中的“{tensor}”含有无效数值。请重新下载该模型或换一个。"},
    {"MJ-IMAGE-02",
     "The model “{file}” stores “{tensor}” as {dtype}, which cannot be used here. Choose a version in F16, "
     "BF16 "
     "or F32.",
     "模型“{file}”中的“{tensor}”采用 {dtype} 格式，无法使用。请选择 F16、BF16 或 F32 版本。"},
    {"MJ-IMAGE-03",
     "The model “{file}” does not fit together: “{tensor}” is {shape}, but {expected} is needed. It is not a "
     "complete SDXL model; choose another one.",
     "模型“{file}”结构不一致：“{tensor}”为 {shape}，应为 {expected}。它不是完整的 SDXL 模型，请换一个。"},
    {"MJ-IMAGE-04",
     "There is not enough memory for the picture ({detail}). Close other programs or choose a smaller size.",
     "内存不足，无法生成图片（{detail}）。请关闭其他程序或减小尺寸。"},
    {"MJ-IMAGE-05",
     "The picture could not be computed: {detail}. Try again; if it happens again, please report it.",
     "图片计算失败：{detail}。请重试；若再次出现，请反馈此问题。"},
    {"MJ-IMAGE-12",
     "A picture of {width} × {height} cannot be drawn. Choose sides from 64 to 4096 that are multiples of 8.",
     "无法生成 {width} × {height} 的图片。边长须为 64 到 4096 之间的 8 的倍数。"},
    {"MJ-IMAGE-13", "{steps} steps are not possible. Choose 1 to 150.",
     "步数 {steps} 无效，请选择 1 到 150。"},
    {"MJ-IMAGE-14", "A guidance of {cfg} is not possible. Choose 1 to 30; 1 switches guidance off.",
     "引导强度 {cfg} 无效，请选择 1 到 30；1 表示关闭引导。"},
    {"MJ-IMAGE-15", "The sampler “{sampler}” does not exist. Choose one of: {known}.",
     "没有名为“{sampler}”的采样器，可选：{known}。"},
    {"MJ-IMAGE-16", "The settings bundle “{bundle}” does not exist. Choose one of: {known}.",
     "没有名为“{bundle}”的设置组合，可选：{known}。"},
    {"MJ-IMAGE-19",
     "“{file}” is an inpainting model: it only redraws parts of a picture. Give it a picture and a mask, or "
     "choose "
     "the normal version of the model.",
     "“{file}"
     "”是局部重绘（inpainting）模型，只能重画图片的一部分。请提供图片和蒙版，或改用该模型的普通版本。"},
    {"MJ-IMAGE-20", "The sampler “lcm” knows no more than 50 steps, not {steps}. 4 to 8 are usual.",
     "采样器“lcm”最多 50 步，不能用 {steps} 步；一般用 4 到 8 步。"},
    {"MJ-IMAGE-21",
     "The picture with seed {seed} broke off with invalid numbers ({stage}). Try another seed; if every "
     "picture "
     "fails, the model is damaged.",
     "种子 {seed} 的图片在计算中出现无效数值（{stage}）。请换一个种子；若所有图片都失败，则模型已损坏。"},
    {"MJ-IMAGE-22",
     "The picture with seed {seed} came out in one flat colour and was discarded. Try another seed.",
     "种子 {seed} 的图片只有一种颜色，已丢弃。请换一个种子。"},
    {"MJ-IMAGE-23", "The picture with seed {seed} came out black and was discarded. Try another seed.",
     "种子 {seed} 的图片全黑，已丢弃。请换一个种子。"},
    {"MJ-IMAGE-24", "There is no noise mode “{noise}”. Choose one of: {known}.",
     "没有名为“{noise}”的噪声模式，可选：{known}。"},
    {"MJ-IMAGE-25", "There is no prediction type “{prediction}”. Choose one of: {known}.",
     "没有名为“{prediction}”的预测类型，可选：{known}。"},
    {"MJ-IMAGE-26", "Clip skip {skip} is not possible with this model. Choose 0 to {most}.",
     "此模型不支持 CLIP 跳过层数 {skip}，可选 0 到 {most}。"},
    {"MJ-IMAGE-27",
     "A strength of {strength} leaves nothing to do, or too much, with {steps} steps. Choose a strength "
     "above 0 "
     "and up to 1, or more steps.",
     "步数为 {steps} 时，强度 {strength} 会使要执行的步数为零或过多。强度须大于 0 且不超过 "
     "1，或者调整步数。"},
    {"MJ-IMAGE-28", "A mask and a second pass exclude each other: the second pass would redraw what is kept.",
     "蒙版不能与高清二次绘制同时使用：二次绘制会重画本应保留的部分。"},
    {"MJ-IMAGE-29",
     "The mask “{file}” is black everywhere, so nothing would be drawn. Paint white what is to be "
     "drawn anew.",
     "蒙版“{file}”全为黑色，没有需要重画的部分。请把要重画的区域涂成白色。"},
    {"MJ-IMAGE-30", "A file that the job needs is missing: {sha}. Start the job again.",
     "缺少任务需要的文件：{sha}。请重新开始该任务。"},
    {"MJ-IMAGE-40",
     "“{file}” is a LoRA, not a model that enlarges pictures. Choose an upscaler such as Real-ESRGAN; add "
     "the "
     "LoRA to a character instead.",
     "“{file}”是 LoRA，不是放大模型。请选择 Real-ESRGAN 之类的放大模型；LoRA 请加到角色上。"},
    {"MJ-IMAGE-41",
     "“{file}” is a model that draws pictures, not one that enlarges them. Choose an upscaler such as "
     "Real-ESRGAN; set this file as the checkpoint instead.",
     "“{file}”是用来出图的模型，不是放大模型。请选择 Real-ESRGAN 之类的放大模型；此文件请设为底模。"},
    {"MJ-IMAGE-42",
     "“{file}” is not a model that enlarges pictures but a part of another model ({kind}). Choose an "
     "upscaler "
     "such as Real-ESRGAN.",
     "“{file}”不是放大模型，而是其他模型的部件（{kind}）。请选择 Real-ESRGAN 之类的放大模型。"},
    {"MJ-IMAGE-43",
     "“{file}” holds no upscaler that this program knows (because of “{tensor}”). Choose an ESRGAN, "
     "Real-ESRGAN, Compact or SPAN model.",
     "“{file}”不是本程序支持的放大模型（依据：“{tensor}”）。请选择 ESRGAN、Real-ESRGAN、Compact 或 SPAN "
     "模型。"},
    {"MJ-IMAGE-44",
     "The upscaler “{file}” is not complete: “{tensor}” is missing. Download it again or choose another one.",
     "放大模型“{file}”不完整：缺少“{tensor}”。请重新下载或换一个。"},
    {"MJ-IMAGE-45",
     "The upscaler “{file}” does not fit together: “{tensor}” is {shape}, but {expected} is needed. Choose "
     "another version of it.",
     "放大模型“{file}”结构不一致：“{tensor}”为 {shape}，应为 {expected}。请换一个版本。"},
    {"MJ-IMAGE-46",
     "The upscaler “{file}” takes {channels} input channels, which no colour picture has. Choose one for RGB "
     "pictures.",
     "放大模型“{file}”有 {channels} 个输入通道，不适用于彩色图片。请选择用于 RGB 图片的放大模型。"},
    {"MJ-IMAGE-47",
     "The upscaler “{file}” gave invalid numbers, so the enlarged picture was discarded. Choose another "
     "upscaler or download this one again.",
     "放大模型“{file}”算出了无效数值，放大后的图片已丢弃。请换一个放大模型，或重新下载。"},
    {"MJ-IMAGE-48",
     "The enlarged picture would be {width} × {height}, and {most} is the longest side possible. Enlarge a "
     "smaller picture, or choose an upscaler with a smaller factor.",
     "放大后的图片为 {width} × {height}，而边长最多 {most}。请放大较小的图片，或选择倍数较小的放大模型。"},
    {"MJ-IMAGE-34", "The prompt is too long ({size}); {limit} is the most. Shorten it.",
     "提示词过长（{size}），最多 {limit}。请缩短。"},
    {"MJ-IMAGE-33",
     "“{file}” is no readable PNG picture, so it cannot be drawn over. Save it as PNG and try again.",
     "“{file}”不是可读取的 PNG 图片，无法在其上绘制。请另存为 PNG 后重试。"},
    {"MJ-IMAGE-35",
     "Tiles of {tile} pixels are not possible. Choose a multiple of 64 from 256 to 4096, or 0 for no tiles.",
     "分块边长 {tile} 像素无效。请选择 256 到 4096 之间的 64 的倍数，或填 0 表示不分块。"},
    {"stage.text", "Reading the prompt", "理解提示词"},
    {"stage.model", "Loading the model", "加载模型"},
    {"stage.sample", "Drawing", "绘制"},
    {"stage.encode", "Reading the start picture", "读取起始图片"},
    {"stage.enlarge", "Enlarging", "放大图片"},
    {"stage.hires", "Drawing the details", "绘制细节"},
    {"stage.decode", "Finishing the picture", "生成图像"},
};

}  // namespace

const std::span<const Entry> kDiffusionEntries{kEntries};

}  // namespace manju::messages
