// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/areas.h"

namespace manju::messages {
namespace {

constexpr Entry kEntries[] = {
    {"MJ-BENCH-01", "{file}, line {line}: the first line that is no comment must be “{columns}”.",
     "{file} 第 {line} 行：首个非注释行必须是“{columns}”。"},
    {"MJ-BENCH-02",
     "{file}, line {line}: there are {found} cells, and must be {wanted}. Check the commas of this line.",
     "{file} 第 {line} 行：有 {found} 个单元格，应为 {wanted} 个。请检查该行的逗号。"},
    {"MJ-BENCH-03",
     "{file}, line {line}: “{value}” is not possible for {column}. Write a number in its range (a Pointer as "
     "0x1f).",
     "{file} 第 {line} 行：{column} 的值“{value}”无效。请填写范围内的数字（Pointer 写作 0x1f）。"},
    {"MJ-BENCH-04", "{file}, line {line}: “{value}” is not known as {column}. Write one of: {known}.",
     "{file} 第 {line} 行：不认识 {column}“{value}”。可用的有：{known}。"},
    {"MJ-BENCH-05",
     "{file}, line {line}: {pointer} holds no block here. It was freed before, or never allocated.",
     "{file} 第 {line} 行：{pointer} 处没有显存块，可能已经释放，或从未分配。"},
    {"MJ-BENCH-06",
     "{file}, line {line}: {pointer} is allocated a second time. Free it first, or name the block otherwise.",
     "{file} 第 {line} 行：{pointer} 被重复分配。请先释放，或换一个名称。"},
    {"MJ-BENCH-07", "{file}, line {line}: the time is earlier than the line before. Put the lines in order.",
     "{file} 第 {line} 行：时间早于前一行。请按时间顺序排列。"},
    {"MJ-BENCH-08", "{file} has no line that starts with “{key}”. Add it with its number, or give --card.",
     "{file} 缺少以“{key}”开头的行。请加上这一行并填写数字，或用 --card 指定。"},
    {"MJ-BENCH-09", "{file}, line {line}: “{key}” is given a second time. Keep one of them.",
     "{file} 第 {line} 行：“{key}”重复出现。请只保留一处。"},
    {"MJ-BENCH-10", "{file}, line {line}: the Size is {value}, and must be {wanted} here.",
     "{file} 第 {line} 行：Size 为 {value}，此处应为 {wanted}。"},
    {"MJ-BENCH-11",
     "{file} announces {wanted} refused requests and has {found} lines with “allocate failure”. Make them "
     "agree.",
     "{file} 声明有 {wanted} 个请求应被拒绝，但“allocate failure”共有 {found} 行。请改为一致。"},
    {"bench.vram.traces", "Sequences of public reports: requests refused of all (!: not as it should be)",
     "公开报告中的分配序列：被拒绝数 / 请求总数（! 表示与应有结果不符）"},
    {"bench.vram.trace", "report", "报告"},
    {"bench.vram.allocator", "allocator", "分配器"},
    {"bench.vram.of.pool", "Manju pool", "漫剧显存池"},
    {"bench.vram.of.torch_plain", "torch (model)", "torch（模型）"},
    {"bench.vram.of.torch_expandable", "torch expandable (model)", "torch 可扩展段（模型）"},
    {"bench.vram.of.tlsf", "TLSF arena (model)", "TLSF（模型）"},
    {"bench.vram.refused", "refused", "被拒绝"},
    {"bench.vram.spurious", "spurious", "误拒绝"},
    {"bench.vram.live", "peak asked", "需求峰值"},
    {"bench.vram.physical", "peak taken", "占用峰值"},
    {"bench.vram.fragmentation", "frag.", "碎片率"},
    {"bench.vram.felt", "felt", "实感碎片"},
    {"bench.vram.felt_p95", "felt p95", "实感 p95"},
    {"bench.vram.felt_now", "felt now", "不等待"},
    {"bench.vram.stranded", "stranded", "滞留"},
    {"bench.vram.calls", "calls/req.", "驱动调用"},
    {"bench.vram.waits", "waits", "等待"},
    {"bench.vram.ns", "ns p50", "纳秒 p50"},
    {"bench.vram.ns_p99", "ns p99", "纳秒 p99"},
    {"bench.vram.workload.rmm_random_64MiB", "Random requests up to 64 MiB, RMM's benchmark",
     "随机请求，最大 64 MiB（RMM 基准测试）"},
    {"bench.vram.workload.rmm_random_4096MiB", "Random requests up to 4 GiB, RMM's benchmark",
     "随机请求，最大 4 GiB（RMM 基准测试）"},
    {"bench.vram.workload.growing_sizes", "Buffers that grow a little in every step", "逐步增大的缓冲区"},
    {"bench.vram.workload.adversary", "Fill, free every second block, ask for much",
     "填满后隔块释放，再申请大块"},
    {"bench.vram.workload.other_programs", "Pictures while other programs take 0 to 3 GB",
     "绘图时其他程序随机占用 0 到 3 GB"},
    {"bench.vram.workload.picture_day", "Hours of mixed pictures: 1080x1920, 1920x1080, 4K",
     "长时间混合绘图：1080x1920、1920x1080、4K"},
    {"bench.vram.admission",
     "Days of tasks at eight cards: what is kept for oversize ones (4K, or over 12 GB)",
     "八张显卡的全天任务准入：为超大任务（4K 或峰值超过 12 GB）保留的显存"},
    {"bench.vram.admission.reserve", "reserve", "预留方式"},
    {"bench.vram.admission.day", "oversize tasks come", "超大任务出现"},
    {"bench.vram.admission.steady", "every hour", "每小时"},
    {"bench.vram.admission.bursts", "in bursts only", "仅集中出现"},
    {"bench.vram.admission.dynamic", "dynamic (ours)", "动态（本程序）"},
    {"bench.vram.admission.tenth", "10 % of the card", "固定 10 %"},
    {"bench.vram.admission.none", "none", "无"},
    {"bench.vram.admission.oversize", "oversize", "超大任务"},
    {"bench.vram.admission.in_time", "in time", "及时"},
    {"bench.vram.admission.p99", "wait p99", "等待 p99"},
    {"bench.vram.admission.most", "longest", "最长等待"},
    {"bench.vram.admission.ordinary", "others' mean", "普通任务平均等待"},
    {"bench.vram.admission.used", "used", "使用率"},
    {"bench.vram.admission.idle", "idle", "空闲"},
    {"bench.vram.admission.legend",
     "In time: let in within 30 s, after which the watchdog would pause another task. used: blocks of the "
     "reserve that\noversize tasks hold, of those that they or nobody holds; idle: those that nobody holds, "
     "as "
     "a share of the card;\nmeans over time and cards.",
     "及时：30 "
     "秒内获准；超过此时间看门狗会暂停其他任务。使用率：预留块中由超大任务占用的比例（不计仍被普通任务占用"
     "的块）；\n空闲：无人占用的预留块占整卡的比例。均为按时间和显卡的平均值。"},
    {"bench.vram.legend",
     "In brackets: requests. frag.: 1 - peak asked / peak taken. felt: the part of the free bytes that one "
     "request\ncannot have, mean, waits allowed; felt now: without waits. stranded: taken, unused and not to "
     "be given back.\nspurious: refused though enough whole pieces were free. Models follow documented rules "
     "and are not the products.",
     "括号内为请求数。碎片率：1 - 需求峰值 / "
     "占用峰值。实感碎片：空闲显存中单个请求无法得到的比例（均值，允许等待），\n"
     "“不等待”为不允许等待时的值。滞留：已占用、未使用且无法归还的部分。误拒绝：整块空闲显存足够却仍被拒绝。"
     "\n"
     "“模型”按公开规则重新实现，并非原产品。"},
    {"bench.sched.policy", "policy", "策略"},
    {"bench.sched.scenario", "scenario", "场景"},
    {"bench.sched.wait", "wait min", "等待（分）"},
    {"bench.sched.p95", "p95", "p95"},
    {"bench.sched.starved", "starved", "饿死"},
    {"bench.sched.oom", "OOM", "显存不足"},
    {"bench.sched.images", "images/h", "图/时"},
    {"bench.sched.bound", "of bound", "占上限"},
    {"bench.sched.lora", "LoRA hits", "LoRA 命中"},
    {"bench.sched.idle", "load idle", "加载空转"},
    {"bench.sched.makespan", "hours", "小时"},
    {"bench.sched.oracle", "vs oracle", "比理想"},
    {"bench.sched.steps", "urgent steps", "加急步数"},
    {"bench.sched.late", "late", "逾期"},
    {"bench.sched.cost", "card s", "卡·秒"},
    {"bench.sched.finished", "finished", "完成"},
    {"bench.sched.wrong", "wrong", "错误"},
    {"bench.sched.cards", "cards", "显卡"},
    {"bench.sched.episodes", "episodes", "集数"},
    {"bench.sched.scenario.day",
     "Batches of episodes on four cards of 24 GB, as often as makes fifo_exclusive wait 25 minutes",
     "四张 24 GB 显卡，分批提交剧集；频率使 fifo_exclusive 平均等待 25 分钟"},
    {"bench.sched.scenario.workload", "The workload of the file on four cards of 24 GB",
     "四张 24 GB 显卡上的指定负载"},
    {"bench.sched.scenario.backlog", "100 episodes submitted at once", "一次提交 100 集"},
    {"bench.sched.scenario.day_cold", "nothing kept in memory", "内存中不缓存"},
    {"bench.sched.scenario.day_sigma3", "memory predicted to 3 %", "显存预测误差 3 %"},
    {"bench.sched.scenario.day_sigma8", "memory predicted to 8 %", "显存预测误差 8 %"},
    {"bench.sched.scenario.day_sigma10", "memory predicted to 10 %", "显存预测误差 10 %"},
    {"bench.sched.scenario.movies", "100 episodes of 40 shots at once", "一次提交 100 集，每集 40 镜"},
    {"bench.sched.scenario.urgent_flood", "nine in ten are urgent", "九成为加急"},
    {"bench.sched.scenario.one_large", "one 4K picture among small ones", "大量小图中的一张 4K"},
    {"bench.sched.scenario.lora_ping_pong", "LoRAs change with every shot", "每镜更换 LoRA"},
    {"bench.sched.scenario.round_robin", "six styles in turn", "六种画风轮换"},
    {"bench.sched.scenario.poison_first", "first the impossible, then 3 in 10", "先全部失败，后三成失败"},
    {"bench.sched.scenario.unequal_cards", "24, 24, 16 and 12 GB", "24、24、16、12 GB"},
    {"bench.sched.others", "Our policy elsewhere", "本程序策略的其他场景"},
    {"bench.sched.two_hours", "Episodes of two minutes that are ready after two hours",
     "两小时内完成的两分钟剧集"},
    {"bench.sched.legend",
     "Means over the seeds; ±: half of the interval of 95 %. wait: from submission to the first shot's "
     "start, "
     "minutes.\nstarved: tasks that waited longer than the bound. OOM: of attempts on cards. images/h, of "
     "bound: "
     "a card and hour in\nwhich work waited or ran. load idle: hours a day and card. urgent steps: from an "
     "urgent "
     "episode's submission to its\nfirst shot (95th percentile; if no other was under way). late: urgent "
     "episodes that EDF would have finished "
     "in time. card s: a finished episode.",
     "各种子的平均值；±：95 % "
     "置信区间的一半。等待：从提交到首个镜头开始（分钟）。饿死：等待超过上限的任务数。\n"
     "显存不足：占显卡任务尝试次数的比例。图/"
     "时、占上限：仅计有任务等待或运行的时间，每卡。加载空转：每卡每天小时数。\n"
     "加急步数：加急剧集从提交到首个镜头开始（第 95 "
     "百分位，仅计无其他加急剧集时）。逾期：EDF 本可按时完成的加急剧集。卡·秒：每个完成的剧集。"},
};

}  // namespace

const std::span<const Entry> kBenchEntries{kEntries};

}  // namespace manju::messages
