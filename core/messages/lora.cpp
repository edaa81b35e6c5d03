// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-LORA-01", "“{file}” is no LoRA (it is: {kind}). Choose the LoRA's own .safetensors file.",
     "“{file}”不是 LoRA（而是：{kind}）。请选择 LoRA 本身的 .safetensors 文件。"},
    {"MJ-LORA-02",
     "“{file}” was trained for {family}; the project uses the SDXL model “{checkpoint}”. It cannot be "
     "applied. "
     "Pick an SDXL version of this character, or change the base model.",
     "“{file}”是为 {family} 训练的，而项目使用 SDXL 模型“{checkpoint}”，无法应用。请选用该角色的 SDXL "
     "版本，或更换底模。"},
    {"MJ-LORA-03",
     "“{file}” was trained for {family}, a shortened SDXL whose blocks mean something else; the project uses "
     "the "
     "model “{checkpoint}”. It cannot be applied. Pick a version made for this model.",
     "“{file}”是为精简版 "
     "SDXL（{family}）训练的，各层含义不同，而项目使用模型“{checkpoint}"
     "”，无法应用。请选用适合此模型的版本。"},
    {"MJ-LORA-04",
     "Nothing of “{file}” belongs to the model “{checkpoint}”: none of its {count} parts is known (the first "
     "is "
     "“{tensor}”). It would change no picture, so it is not applied. Choose a LoRA for SDXL.",
     "“{file}”与模型“{checkpoint}”没有任何对应的部分：其中 {count} "
     "个部分都无法识别（第一个是“{tensor}”），对图片不会有任何作用，因此没有应用。请选择 SDXL 的 LoRA。"},
    {"MJ-LORA-05",
     "“{file}” does not fit the model “{checkpoint}”: “{tensor}” has the size {shape}, and the model's "
     "weight there "
     "has {expected}. It was trained for a model of another size: choose a LoRA for this one.",
     "“{file}”与模型“{checkpoint}”尺寸不符：“{tensor}”为 {shape}，而模型对应权重为 "
     "{expected}。它是为其他尺寸的模型训练的：请选择适合此模型的 LoRA。"},
    {"MJ-LORA-06",
     "“{file}” is damaged: {count} values of “{tensor}” are not numbers. Every picture would come out black; "
     "download the LoRA again, or use another version.",
     "“{file}”已损坏：“{tensor}”中有 {count} 个值不是有效数字，图片会全黑。请重新下载，或使用其他版本。"},
    {"MJ-LORA-07",
     "Only {matched} of {total} parts of “{file}” belong to this model. The character may look different "
     "from "
     "the author's pictures; look for a version for your base model.",
     "“{file}”的 {total} 个部分中只有 {matched} "
     "个与此模型对应，角色可能与作者的示例图不同。请留意是否有适合此底模的版本。"},
    {"MJ-LORA-08",
     "“{file}” names parts of the UNet in two ways. The {count} parts with the older names were passed over.",
     "“{file}”用两种方式命名了 UNet 的部分。使用旧名称的 {count} 个部分已忽略。"},
    {"MJ-LORA-09",
     "“{file}” says it was trained for {stated}, but its contents are for {family}. The contents decide.",
     "“{file}”自称是为 {stated} 训练的，但内容属于 {family}。以内容为准。"},
    {"MJ-LORA-10",
     "“{file}” seems to be a speed-up LoRA ({kind}). It needs few steps and the sampler “{sampler}”.",
     "“{file}”似乎是加速 LoRA（{kind}），需要较少的步数和采样器“{sampler}”。"},
    {"MJ-LORA-11",
     "“{file}” cannot be applied to “{module}”: the sizes {shape} do not make a change of {expected}. The "
     "file is "
     "damaged or of an unknown format; use another version.",
     "“{file}”无法应用到“{module}”：尺寸 {shape} 与 {expected} 不符。文件已损坏或格式未知，请使用其他版本。"},
    {"MJ-LORA-12", "The strength {value} of “{file}” is not allowed. Choose a number from -10 to 10.",
     "“{file}”的强度不能为 {value}。请填写 -10 到 10 之间的数字。"},
    {"MJ-LORA-13",
     "“{text}” are no block weights: give 12 or 20 numbers (full SDXL), or as many as the model has blocks "
     "({count}), or one of: {known}.",
     "“{text}”不是分层权重：请填写 12 或 20 个数字（完整 SDXL），或与模型层数相同（{count} "
     "个）的数字，或下列之一：{known}。"},
    {"MJ-LORA-14",
     "“{file}” makes the weight “{module}” of the model infinite at this strength. Choose a smaller "
     "strength.",
     "在此强度下，“{file}”会使模型权重“{module}”变为无穷大。请减小强度。"},
    {"MJ-LORA-15",
     "“{file}” is in the format {format}, which cannot be applied (“{tensor}”): its file alone does not say "
     "everything that is needed. Merge it into a model with the program that trained it, or use a version in "
     "the usual LoRA format.",
     "“{file}”采用 {format} "
     "格式，无法应用（“{tensor}”）：仅凭该文件缺少必要的信息。请用训练它的程序合并到模型中，或选用普通 LoRA "
     "格式的版本。"},
    {"MJ-LORA-16",
     "“{file}” was trained for full SDXL; the project uses “{checkpoint}”, a shortened SDXL ({model}) that "
     "lacks {count} of its parts and whose blocks mean something else. It cannot be applied. Choose a model "
     "of full size, or a LoRA made for {model}.",
     "“{file}”是为完整 SDXL 训练的，而项目使用精简版 SDXL“{checkpoint}”（{model}），其中缺少该 LoRA 的 "
     "{count} "
     "个部分，各层含义也不同，无法应用。请换用完整的底模，或选用为 {model} 训练的 LoRA。"},
    {"MJ-LORA-17",
     "“{file}” brings trained words of its own ({words}) that are not used. The character may look different "
     "from the author's pictures; look for a version whose trigger words are plain text.",
     "“{file}”自带训练好的词（{words}"
     "），这些词不会生效，角色可能与作者的示例图不同。请留意是否有使用普通触发词的版本。"},
    {"MJ-LORA-18",
     "“{file}” comes from PEFT, which keeps its strength in a file of its own, adapter_config.json. It is "
     "applied without; if the effect is too weak or too strong, set the strength to lora_alpha / r from "
     "there.",
     "“{file}”来自 PEFT，其强度保存在单独的文件 adapter_config.json "
     "中，应用时未使用该文件。若效果过弱或过强，请把强度设为其中的 lora_alpha / r。"},

    {"lora.inspect.title", "{file}: LoRA, {base}", "{file}：LoRA，{base}"},
    {"lora.inspect.base.unknown", "base model unknown", "底模未知"},
    {"lora.inspect.size", "Size: {bytes}, {tensors} tensors", "大小：{bytes}，{tensors} 个张量"},
    {"lora.inspect.families", "Formats: {families}", "格式：{families}"},
    {"lora.inspect.rank", "Rank: {least} to {most}", "秩：{least} 到 {most}"},
    {"lora.inspect.component", "  {component}: {matched} of {total} parts match",
     "  {component}：{total} 个部分中 {matched} 个对应"},
    {"lora.inspect.unmatched", "  without a counterpart: {name} ({count})",
     "  无对应部分：{name}（{count} 个）"},
    {"lora.inspect.conflict", "  does not fit: “{tensor}” is {shape}, the model has {expected}",
     "  尺寸不符：“{tensor}”为 {shape}，模型为 {expected}"},
    {"lora.inspect.note.title", "Title: {text}", "标题：{text}"},
    {"lora.inspect.note.base", "Trained for: {text}", "训练类型：{text}"},
    {"lora.inspect.note.model", "Trained on: {text}", "训练底模：{text}"},
    {"lora.inspect.note.trainer", "Trained with: {text}", "训练工具：{text}"},
    {"lora.inspect.note.triggers", "Trigger words: {text}", "触发词：{text}"},
    {"lora.inspect.warning", "Note: {text}", "注意：{text}"},
    {"lora.inspect.applies", "Can be applied: yes", "能否应用：能"},
    {"lora.inspect.refused", "Can be applied: no. {reason}", "能否应用：不能。{reason}"},
    {"lora.inspect.row", "{file}: {base}, {families}, {bytes}", "{file}：{base}，{families}，{bytes}"},
    {"lora.inspect.row.refused", "{file}: cannot be applied. {reason}", "{file}：无法应用。{reason}"},
    {"lora.inspect.total", "{count} LoRAs; {others} other files passed over",
     "共 {count} 个 LoRA；忽略其他文件 {others} 个"},
};

}  // namespace

const std::span<const Entry> kLoraEntries{kEntries};

}  // namespace manju::messages
