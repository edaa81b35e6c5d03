// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-ENGINE-01",
     "The project “{folder}” is in use by process {pid} on {host}. Close it there, or use another project "
     "folder.",
     "项目“{folder}”正被 {host} 上的进程 {pid} 使用。请先在那边关闭，或换一个项目文件夹。"},
    {"MJ-ENGINE-02",
     "No checkpoint is chosen. Give an SDXL checkpoint with --checkpoint FILE, or use --checkpoint demo for "
     "the demo model.",
     "尚未选择模型。请用 --checkpoint 文件 指定 SDXL 模型，或用 --checkpoint demo 使用演示模型。"},
    {"MJ-ENGINE-03",
     "The demo model is not installed: “{folder}” does not exist. Run packaging/demo.sh, or give a "
     "checkpoint of your own.",
     "演示模型未安装：“{folder}”不存在。请运行 packaging/demo.sh，或指定自己的模型。"},
    {"MJ-ENGINE-04", "There is no episode left to produce. Import a script first.",
     "没有可制作的剧集。请先导入剧本。"},
    {"MJ-ENGINE-05", "There is no episode with the number {episode} in this project. Look at the list again.",
     "此项目中没有编号为 {episode} 的剧集，请重新查看列表。"},
    {"MJ-ENGINE-06",
     "Not enough disk space in “{folder}”: about {need} are needed, {free} are free. Free some space or "
     "choose another "
     "folder; nothing was started.",
     "“{folder}”磁盘空间不足：约需 {need}，可用 {free}。请腾出空间或换一个文件夹；尚未开始任何制作。"},
    {"MJ-ENGINE-07",
     "A step ({kind}) ended its worker {crashes} times and is set aside; everything else goes on. Look at "
     "the log, then retry.",
     "一个步骤（{kind}）已使工作进程崩溃 {crashes} 次，现已隔离，其余工作照常进行。请查看日志后重试。"},
    {"MJ-ENGINE-08", "The finished file “{file}” is gone before it could be stored; the step is done again.",
     "已完成的文件“{file}”在保存前丢失，该步骤将重做。"},
    {"MJ-ENGINE-09",
     "“{file}” is an inpainting model, which cannot draw whole shots. Choose the normal version of the "
     "model.",
     "“{file}”是局部重绘（inpainting）模型，不能绘制整个镜头。请选择该模型的普通版本。"},
    {"MJ-ENGINE-10",
     "The cast file “{file}” names the voice engine “{engine}”; this version speaks with “espeak” only.",
     "角色表“{file}”指定了语音引擎“{engine}”，本版本只支持“espeak”。"},
    {"MJ-ENGINE-11",
     "The checkpoint “{file}” of this project is gone. Put it back, or choose another one with --checkpoint.",
     "此项目的模型“{file}”已不存在。请放回原处，或用 --checkpoint 另选一个。"},
    {"MJ-ENGINE-13",
     "The VAE, text encoder or upscaler “{file}” that the preset of this project names is gone. Put it back, "
     "or give a preset that names another one or none.",
     "此项目预设所指定的 VAE、文本编码器或放大模型“{file}”已不存在。请放回原处，或改用指定了其他文件"
     "（或不指定）的预设。"},
    {"MJ-ENGINE-14",
     "“{file}”, the upscaler in the preset of this project, is another kind of model. Give a preset with an "
     "ESRGAN, Real-ESRGAN, Compact or SPAN model in a .safetensors file, or with none.",
     "此项目预设所指定的“{file}”不是放大模型。请改用 .safetensors 格式的 "
     "ESRGAN、Real-ESRGAN、Compact 或 SPAN 模型，或不指定。"},
    {"MJ-ENGINE-12", "“{title}” is {state}; that is not possible now.",
     "“{title}”当前状态为 {state}，暂时无法执行此操作。"},
    {"engine.held", "The last run was interrupted. Nothing starts until you press Produce or Resume.",
     "上次运行被中断。按“制作”或“继续”后才会开始。"},
    {"engine.event.done", "“{title}” is finished: {file}", "“{title}”已完成：{file}"},
    {"wait.card-barred",
     "card {card} gets no work for {seconds} s (failures in a row: {failures}; pauses so far: {bars})",
     "显卡 {card} 暂停使用 {seconds} 秒（连续失败：{failures}；累计暂停：{bars}）"},
    {"wait.card-probe", "one task shows whether card {card} works again",
     "正在用一个任务检查显卡 {card} 是否恢复"},
    {"wait.back-off", "next attempt in {seconds} s", "{seconds} 秒后重试"},
    {"wait.image-worker", "an image worker ({workers} in all, {ahead} pictures ahead)",
     "等待图像工作进程（共 {workers} 个，前面还有 {ahead} 张）"},
    {"wait.media-worker", "a media worker ({workers} in all, {ahead} steps ahead)",
     "等待媒体工作进程（共 {workers} 个，前面还有 {ahead} 步）"},
    {"wait.turn", "its turn ({ahead} tasks ahead)", "等待轮到（前面还有 {ahead} 个任务）"},
    {"wait.threads", "{needed} processor threads, {free} are free ({ahead} tasks ahead)",
     "需要 {needed} 个处理器线程，空闲 {free} 个（前面还有 {ahead} 个任务）"},
    {"wait.ram", "needs {needed} GB of the computer's memory, {free} GB are free",
     "需要 {needed} GB 内存，空闲 {free} GB"},
    {"wait.disk", "needs {needed} GB on the disk, {free} GB are free",
     "需要 {needed} GB 磁盘空间，空闲 {free} GB"},
    {"wait.retries", "tasks that have not been tried yet go first", "尚未尝试过的任务优先"},
    {"wait.no-card", "no graphics card can be used at the moment", "目前没有可用的显卡"},
    {"wait.too-large", "needs {needed} GB on one card; the largest could give {free} GB",
     "单卡需要 {needed} GB，最大的显卡也只能提供 {free} GB"},
    {"wait.memory", "needs {needed} GB on one card, {free} GB are free",
     "单卡需要 {needed} GB，空闲 {free} GB"},
    {"wait.memory-until",
     "needs {needed} GB on one card, {free} GB are free; enough is expected to be free in {low}-{high} min",
     "单卡需要 {needed} GB，空闲 {free} GB；预计 {low}-{high} 分钟后可用"},
    {"wait.checkpoint", "the checkpoint is being read", "正在读取模型"},
    {"step.image", "image", "图像"},
    {"step.voice", "voice", "配音"},
    {"step.subtitles", "subtitles", "字幕"},
    {"step.video", "video", "视频"},
};

}  // namespace

const std::span<const Entry> kEngineEntries{kEntries};

}  // namespace manju::messages
