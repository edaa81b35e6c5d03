// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-VRAM-01",
     "{device} has no {bytes} bytes left: at most {now} at once, {waiting} after waiting. Most is held by "
     "{holders}. Draw smaller pictures or fewer at a time, or close other programs that use the card.",
     "{device} 的显存不足 {bytes} 字节：当前最多可用 {now}，等待后最多 {waiting}。占用最多的是 {holders}。"
     "请减小画面尺寸或同时绘制的数量，或关闭占用显卡的其他程序。"},
    {"MJ-VRAM-02",
     "Chunks of {bytes} bytes do not fit the card, which gives memory in pieces of {granularity}. Choose a "
     "power of two that is a multiple of it.",
     "每块 {bytes} 字节与显卡不符，显卡以 {granularity} 字节为单位分配显存。请选择其倍数中的 2 的幂。"},
};

}  // namespace

const std::span<const Entry> kVramEntries{kEntries};

}  // namespace manju::messages
