// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {

namespace {

constexpr Entry kEntries[] = {
    {"MJ-LINK-01",
     "The worker “{worker}” cannot be started: {detail}. Install the program again or check the file's "
     "permissions.",
     "无法启动工作进程“{worker}”：{detail}。请重新安装本程序，或检查该文件的权限。"},
    {"MJ-LINK-02", "The worker “{worker}” still has another step. Wait until that has ended.",
     "工作进程“{worker}”仍在处理另一个步骤，请等它结束。"},
    {"MJ-LINK-03", "The worker “{worker}” has ended. It is started again when there is work.",
     "工作进程“{worker}”已经结束，有任务时会重新启动。"},
    {"MJ-LINK-04",
     "A step of an earlier run of the program (number {job}, now {epoch}) was refused. Resume the episode.",
     "已拒绝上一次运行遗留的步骤（编号 {job}，当前为 {epoch}）。请继续该集的制作。"},
    {"MJ-LINK-05",
     "The worker “{worker}” belongs to another version of the program (build {build}, needed {engine}). "
     "Install or build all parts together.",
     "工作进程“{worker}”与主程序版本不符（构建号 {build}，需要 {engine}）。请把所有部分一起安装或编译。"},
    {"MJ-LINK-06",
     "The worker “{worker}” crashed ({signal}). The step is tried again; if it repeats, look into the log.",
     "工作进程“{worker}”崩溃（{signal}）。该步骤会重试；若反复出现，请查看日志。"},
    {"MJ-LINK-07",
     "The system ended the worker “{worker}”, most likely because the memory ran out. Close other programs "
     "or use fewer workers.",
     "系统终止了工作进程“{worker}”，多半是内存不足。请关闭其他程序，或减少工作进程数。"},
    {"MJ-LINK-08",
     "The worker “{worker}” ended by itself with code {code}. The step is tried again; the log tells why.",
     "工作进程“{worker}”自行退出，退出码 {code}。该步骤会重试，原因见日志。"},
    {"MJ-LINK-09",
     "The worker “{worker}” gave no sign of life for {seconds} s and was ended. The step is tried again.",
     "工作进程“{worker}”连续 {seconds} 秒没有响应，已被终止。该步骤会重试。"},
    {"MJ-LINK-10",
     "The step in the worker “{worker}” made no progress for {seconds} s and was ended. Retry it; if it "
     "repeats, choose a smaller size.",
     "工作进程“{worker}”中的步骤连续 {seconds} 秒没有进展，已被终止。请重试；若反复出现，请选用较小的尺寸。"},
    {"MJ-LINK-11",
     "The worker “{worker}” did not stop within {seconds} s after the cancellation and was ended. Nothing "
     "else is lost.",
     "取消后 {seconds} 秒内工作进程“{worker}”仍未停下，已被终止。其他内容不受影响。"},
    {"MJ-LINK-12",
     "The worker “{worker}” sent something that cannot be understood ({detail}) and was ended. The step is "
     "tried again.",
     "工作进程“{worker}”发来无法识别的内容（{detail}），已被终止。该步骤会重试。"},
    {"MJ-LINK-13", "The worker “{worker}” was stopped.", "工作进程“{worker}”已停止。"},
    {"MJ-LINK-14",
     "The worker “{worker}” was not ready after {seconds} s and was ended. Check that the "
     "computer is not overloaded, then retry.",
     "工作进程“{worker}”在 {seconds} 秒后仍未就绪，已被终止。请确认电脑没有过载，然后重试。"},
    {"MJ-LINK-15",
     "A message between the program and a worker is not valid: {detail}. Retry; if it repeats, report it.",
     "主程序与工作进程之间的消息无效：{detail}。请重试；若反复出现，请反馈。"},
    {"MJ-LINK-16",
     "The step failed for a reason that the program did not expect: {detail}. Retry; the log has more.",
     "步骤因意外原因失败：{detail}。请重试，详情见日志。"},
    {"MJ-LINK-17",
     "The memory ran out during the step. Close other programs or choose a smaller size, then retry.",
     "步骤执行时内存不足。请关闭其他程序或选用较小的尺寸，然后重试。"},
    {"MJ-LINK-18", "The worker “{worker}” cannot do steps of the kind “{kind}”. Install the program again.",
     "工作进程“{worker}”无法处理“{kind}”类步骤。请重新安装本程序。"},
    {"MJ-LINK-19", "The step lacks its input “{input}”. Make the step before it again, then retry.",
     "步骤缺少输入“{input}”。请重新制作前一步，然后重试。"},
    {"MJ-LINK-20", "{worker} is started by manju itself; use manju or manju-studio instead.",
     "{worker} 由 manju 自行启动，请改用 manju 或 manju-studio。"},
    {"stage.speak", "Speaking", "合成语音"},
    {"stage.subtitles", "Setting the subtitles", "制作字幕"},
    {"stage.compose", "Composing the video", "合成视频"},
    {"stage.verify", "Checking the result", "检查成品"},
};

}  // namespace

const std::span<const Entry> kLinkEntries{kEntries};

}  // namespace manju::messages
