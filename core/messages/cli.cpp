// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-CLI-01", "“{value}” is not possible for {option}. See “manju --help”.",
     "{option} 不能取值“{value}”。请查看“manju --help”。"},
    {"cli.episode", "{title}: {state}, {percent} %, {shots} shots",
     "{title}：{state}，{percent}%，共 {shots} 镜"},
    {"cli.waiting-on", "waiting for {reason}", "等待：{reason}"},
    {"cli.shot-done", "{title}: picture {number} of {count}", "{title}：第 {number} 张图，共 {count} 张"},
    {"cli.stopped", "Stopped. Finished steps are kept; “manju resume --project …” goes on from here.",
     "已停止。已完成的步骤均已保留，可用“manju resume --project …”继续。"},
    {"state.waiting", "waiting", "等待中"},
    {"state.running", "running", "制作中"},
    {"state.paused", "paused", "已暂停"},
    {"state.needs-attention", "needs attention", "需要处理"},
    {"state.done", "done", "已完成"},
    {"state.cancelled", "cancelled", "已取消"},
};

}  // namespace

const std::span<const Entry> kCliEntries{kEntries};

}  // namespace manju::messages
