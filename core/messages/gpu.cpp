// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-GPU-01",
     "No NVIDIA driver can be used: {detail}. Install or update the driver, or draw on the processor.",
     "无法使用 NVIDIA 驱动：{detail}。请安装或更新驱动，或改用处理器绘图。"},
    {"MJ-GPU-02",
     "{device} has no {bytes} bytes of memory left. Close other programs that use the card, or draw smaller "
     "pictures.",
     "{device} 的显存不足 {bytes} 字节。请关闭占用显卡的其他程序，或减小画面尺寸。"},
    {"MJ-GPU-03",
     "{device} could not give memory at that moment ({call}), because the system was moving it. Try again.",
     "{device} 此刻无法分配显存（{call}），因为系统正在搬移显存。请重试。"},
    {"MJ-GPU-04",
     "The driver of {device} reports an error ({call}: {detail}). Start the program again; if it happens "
     "again, update the driver.",
     "{device} 的驱动报错（{call}：{detail}）。请重新启动程序；如果再次出现，请更新驱动。"},
    {"MJ-GPU-05", "There is no graphics card number {device}. Choose one of those that are listed.",
     "没有编号为 {device} 的显卡。请从列出的显卡中选择。"},
};

}  // namespace

const std::span<const Entry> kGpuEntries{kEntries};

}  // namespace manju::messages
