// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-STORY-01", "The script “{file}” contains no text. Choose a file with a story in it.",
     "剧本“{file}”里没有任何文字，请换一个有内容的文件。"},
    {"MJ-STORY-02", "“{file}” is not a text file but {type}. Choose a plain text script (.txt or .md).",
     "“{file}”不是文本文件，而是 {type}。请选择纯文本剧本（.txt 或 .md）。"},
    {"MJ-STORY-03",
     "“{file}” is a document of type {type}, which cannot be read directly. Open it in its program, save it "
     "as "
     "plain text (UTF-8) and import that file.",
     "“{file}”是 {type} 文档，不能直接读取。请在原程序中打开，另存为纯文本（UTF-8）后再导入。"},
    {"MJ-STORY-04",
     "“{file}” contains control characters (the first at byte {byte}), so it is no plain text. Save the "
     "script as "
     "plain text (UTF-8).",
     "“{file}”含有控制字符（首个位于第 {byte} 字节），不是纯文本。请把剧本另存为纯文本（UTF-8）。"},
    {"MJ-STORY-05",
     "“{file}” is {encoding} text, but it is damaged at byte {byte}. Nothing was imported; get an undamaged "
     "copy "
     "or correct that place.",
     "“{file}”是 {encoding} 文本，但第 {byte} 字节处已损坏。未导入任何内容，请换一份完好的文件或修正此处。"},
    {"MJ-STORY-06",
     "The text encoding of “{file}” is not clear (it stops making sense at byte {byte}). Nothing was "
     "imported; "
     "save the script as UTF-8.",
     "无法确定“{file}”的文字编码（从第 {byte} 字节起无法正确解读）。未导入任何内容，请把剧本另存为 UTF-8。"},
    {"MJ-STORY-07",
     "The script “{file}” has headings or marks, but not one line that could be spoken. Add the story's "
     "text.",
     "剧本“{file}”只有标题或符号，没有一句可以念出来的话。请补上正文。"},
    {"MJ-STORY-08",
     "“{file}” has the unknown key “{key}”. Correct its spelling or remove it; the files in "
     "resources/examples "
     "show every key.",
     "“{file}”中有未知的键“{key}”。请改正拼写或删除；resources/examples 中的示例列出了所有键。"},
    {"MJ-STORY-09", "In “{file}”, “{key}” must be {expected}. Correct the value.",
     "“{file}”中的“{key}”类型应为 {expected}，请改正。"},
    {"MJ-STORY-10", "In “{file}”, “{key}” is {value}; it must lie between {low} and {high}.",
     "“{file}”中的“{key}”为 {value}，应在 {low} 到 {high} 之间。"},
    {"MJ-STORY-11", "In “{file}”, “{key}” is {value}; it must be a multiple of {step}.",
     "“{file}”中的“{key}”为 {value}，应为 {step} 的倍数。"},
    {"MJ-STORY-12", "In “{file}”, “{key}” is “{value}”; it must be one of: {choices}.",
     "“{file}”中的“{key}”为“{value}”，只能是：{choices}。"},
    {"MJ-STORY-13", "In “{file}”, “{key}” is missing or empty. Fill it in.",
     "“{file}”中缺少“{key}”或其内容为空，请填写。"},
    {"MJ-STORY-14",
     "In “{file}”, “{key}” contains “{value}”. The image model reads English tags only; write it in English.",
     "“{file}”中的“{key}”含有“{value}”。绘图模型只认英文标签，请改用英文书写。"},
    {"MJ-STORY-15",
     "In “{file}”, the name “{name}” stands twice ({key}). Each name and alias may occur once.",
     "“{file}”中的名字“{name}”出现了两次（{key}）。每个名字和别名只能出现一次。"},
    {"MJ-STORY-16",
     "In “{file}”, “{key}” contains a LoRA tag. LoRAs belong to a character: give them under “loras” in the "
     "cast "
     "file.",
     "“{file}”中的“{key}”含有 LoRA 标签。LoRA 属于角色，请写在角色表的“loras”中。"},
    {"MJ-STORY-17",
     "In “{file}”, “{key}” would stretch the pictures from {drawn} to {enlarged}. Give both sizes the same "
     "shape.",
     "“{file}”中的“{key}”会把图片从 {drawn} 拉伸变形为 {enlarged}。请让两个尺寸的宽高比一致。"},
    {"story.script", "{file}: {encoding} ({confidence} % sure), {format}, {language}, characters: {points}",
     "{file}：{encoding}（把握 {confidence} %），{format}，{language}，{points} 个字符"},
    {"story.coverage",
     "{percent} % of the text is accounted for: {spoken} spoken or shown, {headings} in headings, {labels} "
     "in "
     "speaker labels, {stripped} not spoken",
     "已归类 {percent} % 的文字：正文 {spoken}，标题 {headings}，说话人标记 {labels}，不念出 {stripped}"},
    {"story.format.prose", "prose", "小说体"},
    {"story.format.dialogue", "dialogue script", "对白体"},
    {"story.format.mixed", "mixed prose and dialogue", "混合体"},
    {"story.language.zh", "Chinese", "中文"},
    {"story.language.en", "English", "英文"},
    {"story.episode", "Episode {number}: {title} (lines: {lines}, shots: {shots}, about {seconds} s)",
     "第 {number} 集：{title}（{lines} 句，{shots} 个镜头，约 {seconds} 秒）"},
    {"story.episode.numbered", "{title} (lines: {lines}, shots: {shots}, about {seconds} s)",
     "{title}（{lines} 句，{shots} 个镜头，约 {seconds} 秒）"},
    {"story.untitled", "untitled", "无标题"},
    {"story.shot", "Shot {number}, {seconds} s", "镜头 {number}，{seconds} 秒"},
    {"story.shot.characters", "Shot {number}, {seconds} s, with {characters}",
     "镜头 {number}，{seconds} 秒，出场：{characters}"},
    {"story.line.narration", "  Narrator: {text}", "  旁白：{text}"},
    {"story.line.dialogue", "  {speaker}: {text}", "  {speaker}：{text}"},
    {"story.line.unknown", "  (speaker unknown): {text}", "  （说话人不明）：{text}"},
    {"story.line.inner-voice", "  {speaker} (thinks): {text}", "  {speaker}（内心）：{text}"},
    {"story.line.inner-voice.unknown", "  (inner voice): {text}", "  （内心独白）：{text}"},
    {"story.line.on-screen-text", "  [on screen] {text}", "  【字幕】{text}"},
};

}  // namespace

const std::span<const Entry> kStoryEntries{kEntries};

}  // namespace manju::messages
