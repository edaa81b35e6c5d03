// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-CHECK-01", "“{argument}” is not known. See “manju-device-check --help”.",
     "不认识“{argument}”。请参阅“manju-device-check --help”。"},
    {"MJ-CHECK-02", "{option} needs a value. See “manju-device-check --help”.",
     "{option} 缺少值。请参阅“manju-device-check --help”。"},
    {"MJ-CHECK-03", "“{value}” is not possible for {option}; possible is: {allowed}.",
     "{option} 的值“{value}”无效，可用范围：{allowed}。"},
    {"MJ-CHECK-04",
     "{device} cannot map its memory freely (virtual graphics cards often cannot), so there is nothing to "
     "check. Choose another card with --device.",
     "{device} 不支持自由映射显存（虚拟显卡常见），无法检查。请用 --device 选择其他显卡。"},
    {"MJ-CHECK-05",
     "{device} has {free} MiB free, and the check needs {needed}. Close other programs that use the card.",
     "{device} 的空闲显存为 {free} MiB，检查需要 {needed} MiB。请关闭占用显卡的其他程序。"},
    {"device_check.help",
     "manju-device-check [options]\n"
     "Checks the pool of video memory on an NVIDIA card: what calls of the driver cost, whether memory that\n"
     "moves keeps its data, and which chunk size suits the card. Ends by itself; leaves 512 MiB of the "
     "card.\n"
     "  --device N       the card, as CUDA counts them (0)\n"
     "  --minutes M      ends after so many minutes (8)\n"
     "  --json FILE      all figures as JSON\n"
     "  --memory MIB     uses at most so much of the card\n"
     "  --repetitions N  of each call that is timed (200)\n"
     "  --remaps N       requests that move memory under load (10000)\n"
     "  --pictures N     of the day that is replayed (8)\n"
     "  --lang en|zh     the language\n"
     "Exit codes: 0 all held, 1 something did not, 2 wrong call, 4 no card to check.",
     "manju-device-check [选项]\n"
     "在 NVIDIA 显卡上检查显存池：驱动调用的耗时、移动显存后数据是否完好、适合该显卡的块大小。\n"
     "会自行结束，并为其他程序保留 512 MiB 空闲。\n"
     "  --device N       显卡编号，按 CUDA 的顺序（0）\n"
     "  --minutes M      最多运行的分钟数（8）\n"
     "  --json 文件      以 JSON 保存全部数据\n"
     "  --memory MIB     最多使用的显存\n"
     "  --repetitions N  每种调用的计时次数（200）\n"
     "  --remaps N       负载下移动显存的请求数（10000）\n"
     "  --pictures N     重放的绘图数量（8）\n"
     "  --lang en|zh     语言\n"
     "退出码：0 全部通过，1 有未通过项，2 用法错误，4 没有可检查的显卡。"},
    {"device_check.facts",
     "Card: {name}; driver for CUDA {version} ({library}); memory {total}, {free} free, mapped in pieces of "
     "{granularity}.\nThe check uses at most {room} and leaves 512 MiB free.",
     "显卡：{name}；驱动支持 CUDA {version}（{library}）；显存 {total}，空闲 {free}，映射粒度 "
     "{granularity}。\n"
     "检查最多使用 {room}，保留 512 MiB 空闲。"},
    {"device_check.nvml", "NVML: all programs hold {used}; the card is busy {utilisation} % of the time.",
     "NVML：所有程序共占用 {used}；显卡忙碌时间占 {utilisation} %。"},
    {"device_check.nvml_memory", "NVML: all programs hold {used}; this card does not count how busy it is.",
     "NVML：所有程序共占用 {used}；该显卡不统计忙碌时间。"},
    {"device_check.no_nvml", "NVML does not answer.", "NVML 无响应。"},
    {"device_check.held", "held", "通过"},
    {"device_check.failed", "FAILED", "未通过"},
    {"device_check.cut_short", "CUT SHORT", "时间不足"},
    {"device_check.part.api", "costs of calls", "调用耗时"},
    {"device_check.part.pieces", "free memory in pieces", "零散空闲显存"},
    {"device_check.part.trace", "pictures, card and twin", "绘图（显卡与模拟对照）"},
    {"device_check.part.tight", "pictures with too little memory", "显存不足时的绘图"},
    {"device_check.part.remaps", "moves under load", "负载下移动显存"},
    {"device_check.part.chunk_sizes", "chunk sizes", "块大小"},
    {"device_check.call", "call", "调用"},
    {"device_check.any_size", "us", "微秒"},
    {"device_check.api",
     "Costs of calls, median / p99 in microseconds, by the size of the piece (a run is up to {pieces} pieces "
     "in "
     "one call):",
     "调用耗时（中位数 / p99，微秒），按每块大小（“access of a run”一次最多 {pieces} 块）："},
    {"device_check.pieces",
     "Free memory in pieces: {state}. {asked} at once while {free} were free in pieces of at most {piece} "
     "(sizes "
     "times {factor}); {chunks} chunks of {chunk} moved; {bytes} compared.",
     "零散空闲显存：{state}。空闲 {free} 分散为最大 {piece} 的小块时，一次申请 {asked}（尺寸系数 {factor}）；"
     "移动了 {chunks} 个 {chunk} 的块；比对 {bytes}。"},
    {"device_check.trace",
     "Pictures on a card of {card} (sizes times {factor}): {state}. {requests} requests, {refused} refused, "
     "{differences} answered otherwise by the twin in this computer; {remaps} moved memory, {waits} waited "
     "on "
     "the card.",
     "{card} 显存上的绘图（尺寸系数 {factor}）：{state}。请求 {requests} 次，拒绝 {refused} 次，与本机模拟卡"
     "不一致 {differences} 次；移动显存 {remaps} 次，显卡上等待 {waits} 次。"},
    {"device_check.tight",
     "The same on half, {card}, which is too little (sizes times {factor}): {state}. {requests} requests, "
     "{refused} refused, {differences} answered otherwise by the twin; {remaps} moved memory, {waits} waited "
     "on "
     "the card.",
     "同样的绘图限于一半即 {card}，并不够用（尺寸系数 {factor}）：{state}。请求 {requests} 次，拒绝 "
     "{refused} 次，"
     "与模拟卡不一致 {differences} 次；移动显存 {remaps} 次，显卡上等待 {waits} 次。"},
    {"device_check.remaps",
     "Moves under load: {state}. {remaps} of {wanted} requests that move memory (of {requests}), {moved} "
     "chunks "
     "of {chunk} moved on {card}; {waits} times memory that was wanted was still in use; other streams wrote "
     "{load} times beside it.",
     "负载下移动显存：{state}。移动显存的请求 {remaps} / {wanted} 次（共 {requests} 次请求），在 {card} "
     "上移动了 "
     "{moved} 个 {chunk} 的块；所需显存仍在使用 {waits} 次；其他流同时写入 {load} 次。"},
    {"device_check.compared", "Data: {checks} comparisons, {mismatches} mismatches.",
     "数据：比对 {checks} 次，不符 {mismatches} 次。"},
    {"device_check.mismatch", "First at {place}.", "首处：{place}。"},
    {"device_check.chunk_sizes",
     "Chunk sizes, the same pictures (second half of them for the driver's time):",
     "各块大小重放同样的绘图（驱动耗时取后半段）："},
    {"device_check.chunk", "chunk", "块"},
    {"device_check.requests", "requests", "请求"},
    {"device_check.refused", "refused", "拒绝"},
    {"device_check.driver_us", "driver us/req.", "驱动微秒/请求"},
    {"device_check.calls", "calls/req.", "调用/请求"},
    {"device_check.felt", "felt frag.", "实感碎片"},
    {"device_check.stranded", "stranded", "滞留"},
    {"device_check.recommended", "Recommended chunk size: {chunk}.", "建议块大小：{chunk}。"},
    {"device_check.rule",
     "The rule: the smallest size whose driver time for each request is at most {level} us (1 % of a "
     "picture, for sizes times {factor}), as small chunks strand least; if there is none, the one with the "
     "least time.",
     "规则：取每请求驱动耗时不超过 {level} 微秒（约为绘图时间的 1 %，尺寸系数 "
     "{factor}）的最小块，因为小块滞留最少；"
     "若没有，则取耗时最少者。"},
    {"device_check.cut", "For want of time cut short or left out: {parts}.",
     "因时间不足而中断或未进行：{parts}。"},
    {"device_check.all_held", "Everything held, after {seconds} s.", "全部通过，用时 {seconds} 秒。"},
    {"device_check.not_held",
     "Not everything held, or was reached in time; {seconds} s. See the lines above.",
     "有未通过或未及完成的项目，用时 {seconds} 秒。请看上文。"},
};

}  // namespace

const std::span<const Entry> kDeviceCheckEntries{kEntries};

}  // namespace manju::messages
