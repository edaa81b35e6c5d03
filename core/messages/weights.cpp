// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-WEIGHTS-01",
     "“{file}” has only {bytes} bytes and is no model: the download did not finish. Download it again.",
     "“{file}”只有 {bytes} 字节，不是模型文件：下载没有完成。请重新下载。"},
    {"MJ-WEIGHTS-02",
     "“{file}” is not a safetensors file. Choose another file, or download the model again from its "
     "source.",
     "“{file}”不是 safetensors 文件。请另选文件，或从原出处重新下载模型。"},
    {"MJ-WEIGHTS-03",
     "“{file}” is a .ckpt or .pt file that was renamed. Such files can run programs, so they are not opened: "
     "convert it to safetensors, or download the safetensors version.",
     "“{file}”是改了扩展名的 .ckpt 或 .pt 文件。这类文件可以执行程序，因此不会打开：请转换为 safetensors，"
     "或下载 safetensors 版本。"},
    {"MJ-WEIGHTS-04",
     "“{file}” holds a web page or a placeholder instead of the model: the site asked for a login, or the "
     "large "
     "file was not fetched. Download the model itself.",
     "“{file}”里是网页或占位文本，不是模型：网站要求登录，或者大文件没有真正下载。请下载模型本身。"},
    {"MJ-WEIGHTS-05",
     "“{file}” is an incomplete download: {bytes} bytes are there, and its list of contents alone needs "
     "{expected}. Download it again.",
     "“{file}”下载不完整：现有 {bytes} 字节，仅文件目录就需要 {expected} 字节。请重新下载。"},
    {"MJ-WEIGHTS-06", "“{file}” is damaged: its list of contents cannot be read. Download it again.",
     "“{file}”已损坏：无法读取文件目录。请重新下载。"},
    {"MJ-WEIGHTS-07",
     "“{file}” is damaged: the notes in its list of contents are not text. Save it again with a current "
     "program.",
     "“{file}”已损坏：目录中的附注不是文本。请用新版程序重新保存。"},
    {"MJ-WEIGHTS-08", "“{file}” is damaged: the entry “{tensor}” has no valid “{field}”. Download it again.",
     "“{file}”已损坏：条目“{tensor}”的“{field}”无效。请重新下载。"},
    {"MJ-WEIGHTS-09",
     "“{file}” stores “{tensor}” as {dtype}, which is not a known number format. Use a version in F16, BF16 "
     "or F32.",
     "“{file}”以 {dtype} 格式保存“{tensor}”，无法识别。请使用 F16、BF16 或 F32 版本。"},
    {"MJ-WEIGHTS-10",
     "“{file}” is damaged: “{tensor}” overlaps its neighbour or leaves a hole. Download it again.",
     "“{file}”已损坏：“{tensor}”与相邻内容重叠或留有空洞。请重新下载。"},
    {"MJ-WEIGHTS-11", "“{file}” is damaged: the size of “{tensor}” is impossibly large. Download it again.",
     "“{file}”已损坏：“{tensor}”的尺寸大得不可能。请重新下载。"},
    {"MJ-WEIGHTS-12", "“{file}” is damaged: “{tensor}” does not fill whole bytes. Download it again.",
     "“{file}”已损坏：“{tensor}”不是整字节。请重新下载。"},
    {"MJ-WEIGHTS-13",
     "“{file}” is damaged: “{tensor}” should take {expected} bytes and takes {bytes}. Download it again.",
     "“{file}”已损坏：“{tensor}”应占 {expected} 字节，实际 {bytes} 字节。请重新下载。"},
    {"MJ-WEIGHTS-14",
     "“{file}” is an incomplete download: {bytes} of {expected} bytes are there. Download it again.",
     "“{file}”下载不完整：共 {expected} 字节，只有 {bytes} 字节。请重新下载。"},
    {"MJ-WEIGHTS-15",
     "“{file}” has {bytes} bytes, and its list of contents explains only {expected}: the end is not part of "
     "the "
     "model. Download it again.",
     "“{file}”共 {bytes} 字节，而目录只对应 {expected} 字节：末尾不属于模型。请重新下载。"},
    {"MJ-WEIGHTS-16", "“{file}” is damaged: it lists “{tensor}” twice. Save it again with a current program.",
     "“{file}”已损坏：“{tensor}”出现了两次。请用新版程序重新保存。"},
    {"MJ-WEIGHTS-17",
     "“{file}” goes beyond what any model needs ({limit}: at most {most}; entry “{tensor}”), so it is not "
     "opened. "
     "Download it from a source you trust.",
     "“{file}”超出任何模型所需的范围（{limit}：最多 "
     "{most}；条目“{tensor}”），因此不会打开。请从可信来源下载。"},

    {"MJ-WEIGHTS-20", "“{file}” has no tensor “{tensor}”. Use a complete SDXL model.",
     "“{file}”中没有张量“{tensor}”。请使用完整的 SDXL 模型。"},
    {"MJ-WEIGHTS-21",
     "“{file}” is not complete: {count} tensors of {component} are missing, the first is “{tensor}”. Use a "
     "complete "
     "version of the model.",
     "“{file}”不完整：{component} 缺少 {count} 个张量，第一个是“{tensor}”。请使用完整版本的模型。"},
    {"MJ-WEIGHTS-22",
     "In “{file}” the tensor “{tensor}” has the size {shape}; an SDXL model needs {expected} there. The "
     "model is of "
     "another kind or damaged: choose an SDXL model.",
     "“{file}”中张量“{tensor}”的尺寸为 {shape}，SDXL 模型此处应为 {expected}。模型类型不符或已损坏：请选择 "
     "SDXL "
     "模型。"},
    {"MJ-WEIGHTS-23",
     "“{file}” stores “{tensor}” as {dtype}, which cannot be used for pictures. Use a version in F16, BF16, "
     "F32 or "
     "FP8.",
     "“{file}”以 {dtype} 格式保存“{tensor}”，无法用于出图。请使用 F16、BF16、F32 或 FP8 版本。"},
    {"MJ-WEIGHTS-24",
     "“{file}” holds 8-bit weights with separate scales (“{tensor}”), which are not supported. Use the F16 "
     "version.",
     "“{file}”是带独立缩放系数（“{tensor}”）的 8 位权重，暂不支持。请使用 F16 版本。"},
    {"MJ-WEIGHTS-25",
     "“{file}” has no VAE, the part that turns the result into a picture. Use the version of the model with "
     "the VAE "
     "built in.",
     "“{file}”不含 VAE（把结果变成图片的部分）。请使用内置 VAE 的模型版本。"},
    {"MJ-WEIGHTS-26",
     "“{file}” has no {component}, one of the two parts that read the prompt. Use the full version of the "
     "model.",
     "“{file}”缺少 {component}（读取提示词的两个部分之一）。请使用完整版模型。"},
    {"MJ-WEIGHTS-27", "“{file}” has no UNet, the part that paints. Choose a full SDXL model.",
     "“{file}”缺少 UNet（作画的部分）。请选择完整的 SDXL 模型。"},
    {"MJ-WEIGHTS-28",
     "“{file}” is only the UNet of an SDXL model; both text encoders and the VAE are missing. Choose the "
     "full "
     "version of the model.",
     "“{file}”只是 SDXL 模型的 UNet，缺少两个文本编码器和 VAE。请选择完整版模型。"},

    {"MJ-WEIGHTS-30",
     "“{file}” is a {family} model. This program makes pictures with SDXL models: choose an SDXL, Pony, "
     "Illustrious "
     "or NoobAI model.",
     "“{file}”是 {family} 模型。本程序使用 SDXL 模型出图：请选择 SDXL、Pony、Illustrious 或 NoobAI 模型。"},
    {"MJ-WEIGHTS-31",
     "“{file}” is the SDXL refiner, which only finishes pictures of another model. Choose an SDXL base "
     "model.",
     "“{file}”是 SDXL refiner，只能精修其他模型的图片。请选择 SDXL 基础模型。"},
    {"MJ-WEIGHTS-33",
     "“{file}” is an editing model: its UNet takes {channels} channels, and painting needs 4. Choose the "
     "normal "
     "version of the model.",
     "“{file}”是图片编辑模型：UNet 有 {channels} 个输入通道，而作画需要 4 个。请选择该模型的普通版本。"},
    {"MJ-WEIGHTS-34",
     "“{file}” is a LoRA, an addition to a model. Add it to a character, and choose an SDXL model as the "
     "checkpoint.",
     "“{file}”是 LoRA，是模型的附加部分。请把它加到角色上，另选一个 SDXL 模型作为底模。"},
    {"MJ-WEIGHTS-35",
     "“{file}” is not a model by itself but an addition ({family}). Choose an SDXL model as the checkpoint.",
     "“{file}”本身不是模型，而是附加文件（{family}）。请选择一个 SDXL 模型作为底模。"},
    {"MJ-WEIGHTS-36",
     "“{file}” is only a VAE. Choose an SDXL model as the checkpoint; the VAE is set separately.",
     "“{file}”只是 VAE。请选择一个 SDXL 模型作为底模；VAE 另行设置。"},
    {"MJ-WEIGHTS-37", "“{file}” is only a text encoder. Choose a full SDXL model as the checkpoint.",
     "“{file}”只是文本编码器。请选择完整的 SDXL 模型作为底模。"},
    {"MJ-WEIGHTS-38",
     "“{file}” holds no model that this program knows (first entry “{tensor}”). Choose an SDXL model.",
     "“{file}”里没有本程序认识的模型（第一个条目“{tensor}”）。请选择 SDXL 模型。"},
    {"MJ-WEIGHTS-40",
     "“{file}” was trained for {prediction}, which is not supported. Choose an SDXL model that predicts "
     "epsilon or "
     "v.",
     "“{file}”的训练方式为 {prediction}，暂不支持。请选择预测 epsilon 或 v 的 SDXL 模型。"},
    {"MJ-WEIGHTS-41",
     "“{file}” is marked for zero terminal SNR but not for v-prediction. The two belong together, and "
     "without the "
     "second every picture fails: ask the author for the right mark, or use another version.",
     "“{file}”标记为零终端信噪比，却没有标记 v "
     "预测。两者必须同时出现，否则每张图都会失败：请向作者索取正确的版本。"},
    {"MJ-WEIGHTS-42",
     "“{file}” is damaged: {count} values of “{tensor}” are not numbers. Every picture would come out black; "
     "download the model again or use another version.",
     "“{file}”已损坏：“{tensor}”中有 {count} 个值不是有效数字，图片会全黑。请重新下载或使用其他版本。"},

    {"MJ-WEIGHTS-50",
     "The folder “{file}” is no diffusers model: model_index.json is missing. Choose the model's own folder "
     "or a "
     ".safetensors file.",
     "文件夹“{file}”不是 diffusers 模型：缺少 model_index.json。请选择模型所在的文件夹或 .safetensors "
     "文件。"},
    {"MJ-WEIGHTS-51",
     "“{file}” is there only in the old pickle format, which can run programs and is not opened. Download "
     "the "
     "safetensors version of the model.",
     "“{file}”只有旧的 pickle 格式，这种格式可以执行程序，因此不会打开。请下载该模型的 safetensors 版本。"},
    {"MJ-WEIGHTS-52",
     "The model is not complete: “{file}” names the part “{shard}”, which is missing. Download that file "
     "too.",
     "模型不完整：“{file}”提到的分片“{shard}”不存在。请补充下载该文件。"},
    {"MJ-WEIGHTS-53",
     "“{file}” names the part “{shard}”, which is no plain file name. Download the model from a source you "
     "trust.",
     "“{file}”提到的分片“{shard}”不是普通文件名。请从可信来源下载模型。"},

    {"weights.inspect.title", "{file}: {kind}", "{file}：{kind}"},
    {"weights.inspect.kind.checkpoint", "checkpoint, {family}", "底模，{family}"},
    {"weights.inspect.kind.unet", "UNet only, {family}", "仅 UNet，{family}"},
    {"weights.inspect.kind.lora", "LoRA, {family}", "LoRA，{family}"},
    {"weights.inspect.kind.controlnet", "ControlNet, {family}", "ControlNet，{family}"},
    {"weights.inspect.kind.ip_adapter", "IP-Adapter", "IP-Adapter"},
    {"weights.inspect.kind.vae", "VAE", "VAE"},
    {"weights.inspect.kind.text_encoder", "text encoder, {family}", "文本编码器，{family}"},
    {"weights.inspect.kind.embedding", "textual inversion", "文本反演嵌入"},
    {"weights.inspect.kind.upscaler", "upscaler", "放大模型"},
    {"weights.inspect.kind.unknown", "unknown contents", "未知内容"},
    {"weights.inspect.kind.unreadable", "cannot be read", "无法读取"},
    {"weights.inspect.family.unknown", "family unknown", "系列未知"},
    {"weights.inspect.size", "Size: {bytes}, {tensors} tensors", "大小：{bytes}，{tensors} 个张量"},
    {"weights.inspect.layout.single", "Layout: single file", "布局：单文件"},
    {"weights.inspect.layout.folder", "Layout: diffusers folder", "布局：diffusers 文件夹"},
    {"weights.inspect.dtype", "  {dtype}: {tensors} tensors, {bytes}",
     "  {dtype}：{tensors} 个张量，{bytes}"},
    {"weights.inspect.component", "  {component}: {tensors} tensors, {parameters} parameters, {bytes}",
     "  {component}：{tensors} 个张量，{parameters} 个参数，{bytes}"},
    {"weights.inspect.prediction", "Predicts: {prediction}", "预测方式：{prediction}"},
    {"weights.inspect.zerosnr", "Predicts: {prediction}, zero terminal SNR",
     "预测方式：{prediction}，零终端信噪比"},
    {"weights.inspect.other", "Passed over: {count} other tensors, the first is “{tensor}”",
     "忽略：其他 {count} 个张量，第一个是“{tensor}”"},
    {"weights.inspect.loads", "Loads: yes", "可加载：是"},
    {"weights.inspect.refused", "Loads: no. {reason}", "可加载：否。{reason}"},
};

}  // namespace

const std::span<const Entry> kWeightsEntries{kEntries};

}  // namespace manju::messages
