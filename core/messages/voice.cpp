// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-VOICE-01", "There is no voice “{voice}”. Similar ones: {near}. Choose one of them in the cast file.",
     "没有名为“{voice}”的声音。相近的有：{near}。请在角色文件中改选。"},
    {"MJ-VOICE-02", "There is no speech engine “{engine}”. Known: {known}. Correct it in the cast file.",
     "没有语音引擎“{engine}”。可用的有：{known}。请在角色文件中改正。"},
    {"MJ-VOICE-03",
     "The speech engine does not work: {detail}. Install espeak-ng and its data, then try again.",
     "语音引擎无法工作：{detail}。请安装 espeak-ng 及其数据后重试。"},
    {"MJ-VOICE-04",
     "The speech for “{text}” has the wrong length: {characters} characters in {seconds} s. Change the text, "
     "the voice or its speed, then try again.",
     "“{text}”的语音长度不正常：{characters} 个字用了 {seconds} 秒。请修改文本、声音或语速后重试。"},
    {"MJ-VOICE-05",
     "The sound file “{file}” is damaged or not mono 48 kHz with 16 bits. Make the voice of this line again.",
     "声音文件“{file}”已损坏，或不是 48 kHz 16 位单声道。请重新生成这句语音。"},
    {"MJ-VOICE-06",
     "The voice setting “{name}” cannot be {value}; it must be {range}. Correct it in the cast file.",
     "声音设置“{name}”不能为 {value}，应为 {range}。请在角色文件中改正。"},
    {"MJ-VOICE-07", "The speech for “{text}” is almost silent. Choose another voice, then try again.",
     "“{text}”的语音几乎没有声音。请换一个声音后重试。"},
    {"MJ-VOICE-08",
     "The speech for “{text}” is silent for {seconds} s in between. Change the text, then try again.",
     "“{text}”的语音中间静默了 {seconds} 秒。请修改文本后重试。"},
    {"MJ-VOICE-09", "The speech for “{text}” is clipped or damaged. Choose another voice, then try again.",
     "“{text}”的语音失真或已损坏。请换一个声音后重试。"},
    {"MJ-VOICE-10",
     "The voice “{voice}” cannot speak “{text}”: most of it is written in a script other than Chinese and "
     "Latin. "
     "Change the text, or give its reading as [text|reading].",
     "声音“{voice}”读不出“{text}”：其中大部分不是汉字或拉丁字母。请修改文本，或用 [文字|读音] 注明读法。"},
};

}  // namespace

const std::span<const Entry> kVoiceEntries{kEntries};

}  // namespace manju::messages
