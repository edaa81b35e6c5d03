// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/replay.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/bench/vram/generators.h"
#include "app/bench/vram/pool_allocator.h"
#include "app/bench/table.h"
#include "app/bench/vram/trace.h"
#include "app/bench/vram/vram_bench.h"

namespace manju::bench {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

Workload builtIn(std::string_view name) {
    for (const NamedText& trace : builtInTraces())
        if (trace.name == name) return readTrace(trace.text, std::string(name)).value();
    return {};
}

TEST(Workloads, FollowFromTheirSeed) {
    EXPECT_EQ(rmmRandom(1, 500, 64 * kMiB), rmmRandom(1, 500, 64 * kMiB));
    EXPECT_NE(rmmRandom(1, 500, 64 * kMiB), rmmRandom(2, 500, 64 * kMiB));
    EXPECT_EQ(adversary(1, 1), adversary(1, 1));
    EXPECT_NE(adversary(1, 1), adversary(2, 1));
    EXPECT_EQ(pictureDay(1, 20), pictureDay(1, 20));
    EXPECT_NE(pictureDay(1, 20), pictureDay(2, 20));
    EXPECT_EQ(otherPrograms(1, 20), otherPrograms(1, 20));
    EXPECT_NE(otherPrograms(1, 20), otherPrograms(2, 20));
    EXPECT_EQ(growingSizes(5), growingSizes(5));
}

/// All blocks that are freed or used are live, streams and times are in order, and the card suffices.
TEST(Workloads, CanBeServed) {
    for (const Workload& workload : {rmmRandom(3, 500, 64 * kMiB), rmmRandom(3, 100, 4096 * kMiB),
                                     growingSizes(20), adversary(3, 1), pictureDay(3, 40)}) {
        std::map<std::uint64_t, std::uint64_t> live;
        std::uint64_t bytes = 0, time = 0;
        for (const Event& event : workload.events) {
            EXPECT_GE(event.time, time);
            time = event.time;
            if (event.action == Action::Allocate) {
                EXPECT_TRUE(live.emplace(event.block, event.bytes).second);
                bytes += event.bytes;
                ASSERT_LE(bytes, workload.cardBytes) << workload.name;
            } else if (event.action == Action::Free) {
                ASSERT_TRUE(live.contains(event.block)) << workload.name;
                bytes -= live.at(event.block);
                live.erase(event.block);
            }
        }
    }
}

TEST(Replay, HasTheSameOutcomeEveryTime) {
    const Workload workload = pictureDay(4, 10);
    for (const Kind kind : kKinds) {
        const Outcome first = replay(workload, kind), second = replay(workload, kind);
        EXPECT_EQ(first.refusals, second.refusals);
        EXPECT_EQ(first.peakPhysical, second.peakPhysical);
        EXPECT_EQ(first.feltMean, second.feltMean);
        EXPECT_EQ(first.strandedShare, second.strandedShare);
        EXPECT_EQ(first.callsPerRequest, second.callsPerRequest);
    }
}

TEST(Replay, ASliverMakesTorchsRulesRefuseWhatThePoolServes) {
    const Workload workload = builtIn("pytorch_35901.csv");
    const Outcome torch = replay(workload, Kind::TorchPlain), pool = replay(workload, Kind::Pool);
    EXPECT_EQ(torch.refusals, 1u);
    EXPECT_EQ(torch.spurious, 1u);
    EXPECT_EQ(pool.refusals, 0u);
    EXPECT_EQ(pool.bytesCopied, 0u);
}

TEST(Replay, OtherProgramsGetWhatIsLeft) {
    WorkloadWriter writer("others", 1024 * kMiB);
    const std::uint64_t block = writer.allocate(512 * kMiB, vram::Region::Decode, "a");
    writer.finish();
    writer.others(768 * kMiB);
    writer.free(block);
    writer.others(768 * kMiB);
    writer.allocate(512 * kMiB, vram::Region::Decode, "a");
    const Workload workload = writer.take();
    for (const Kind kind : kKinds) {
        const Outcome outcome = replay(workload, kind);
        // Of 1024 MiB the pages of 20 MiB take 520, the arena takes all, the others 512.
        const std::uint64_t held = kind == Kind::Tlsf ? 1024 : kind == Kind::TorchExpandable ? 520 : 512;
        EXPECT_EQ(outcome.peakOthersDenied, held * kMiB - 256 * kMiB) << idOf(kind);
        EXPECT_EQ(outcome.refusals, 0u) << idOf(kind) << " holds its memory in between";
    }
}

TEST(Replay, NothingIsWrongWithAnyAllocator) {
    for (const Workload& workload :
         {rmmRandom(5, 800, 64 * kMiB), growingSizes(30), adversary(5, 2), otherPrograms(5, 16),
          builtIn("rmm_2039.csv"), builtIn("vllm_43020.csv"), builtIn("pytorch_189504.csv")})
        for (const Kind kind : kKinds) {
            const Outcome outcome = replay(workload, kind);
            EXPECT_EQ(outcome.violations, std::vector<std::string>{}) << workload.name << ", " << idOf(kind);
            EXPECT_EQ(outcome.unmapsInFlight, 0u) << workload.name << ", " << idOf(kind);
            EXPECT_EQ(kind == Kind::Pool ? outcome.spurious : 0, 0u) << workload.name;
        }
}

TEST(Replay, MixedPicturesFragmentACachingAllocatorAndNotThePool) {
    double torchSum = 0;
    const std::vector<std::uint64_t> seeds{1, 2, 2026};
    for (const std::uint64_t seed : seeds) {
        const Workload workload = pictureDay(seed, 100);
        torchSum += replay(workload, Kind::TorchPlain).feltMean;
        const Outcome pool = replay(workload, Kind::Pool);
        EXPECT_LE(pool.feltMean, 0.03);
        EXPECT_EQ(pool.refusals, 0u);
        EXPECT_EQ(pool.violations, std::vector<std::string>{});
    }
    EXPECT_GE(torchSum / static_cast<double>(seeds.size()), 0.15);
}

TEST(VramBench, FiguresSayWhetherTheyReachTheirLevels) {
    BenchRun pool{"picture_day", false, Kind::Pool, 0, {}},
        torch{"picture_day", false, Kind::TorchPlain, 0, {}};
    pool.outcome.feltMean = 0.04;
    torch.outcome.feltMean = 0.2;
    BenchRun trace{"a.csv", true, Kind::Pool, 100, {}};
    trace.outcome.peakPhysical = 101;
    AdmissionRun dynamic{DayKind::Bursts, ReserveRule::Dynamic, 1000, 1000, 999};
    const AdmissionRun none{DayKind::Bursts, ReserveRule::None, 1000, 1000, 0};
    dynamic.reserveInUse = 0.05;
    dynamic.reserveIdle = 0.05;
    VramBench bench{
        {pool, torch, trace}, {200, 100, 99}, {dynamic, dynamic, none}, PlanTime{20, 51}, Pause{10, 24, 49}};
    std::map<std::string, bool> ok;
    for (const Json& figure : vramFigures(bench, false)) ok[figure.at("name")] = figure.at("ok");
    EXPECT_FALSE(ok.at("article_frag_ours"));
    EXPECT_TRUE(ok.at("article_frag_plain"));
    EXPECT_FALSE(ok.at("traces_missed"));
    EXPECT_TRUE(ok.at("spurious_refusals"));
    EXPECT_FALSE(ok.at("fault_restore_share"));
    EXPECT_FALSE(ok.at("remap_plan_us"));
    EXPECT_TRUE(ok.at("housekeeping_pause_ms"));
    EXPECT_TRUE(ok.contains("hit_p50_ns"));
    EXPECT_TRUE(ok.at("oversize_success")) << "the product's rule counts, not the one beside it";
    EXPECT_FALSE(ok.at("reserve_used_share"));
    EXPECT_FALSE(ok.at("reserve_idle_share"));
    const Json details = vramDetails(bench, false);
    EXPECT_EQ(details.at("admission").at(0).at("reserve_used_share"), 0.5);
    EXPECT_EQ(details.at("faults").at("restored"), 99);
    EXPECT_EQ(details.at("plan").at("p50_us"), 20);
    EXPECT_EQ(details.at("housekeeping").at("most_calls"), 24);
    --bench.admission.front().oversizeInTime;
    for (AdmissionRun& run : bench.admission) run.reserveIdle = 0.005;
    for (const Json& figure : vramFigures(bench, false)) ok[figure.at("name")] = figure.at("ok");
    EXPECT_FALSE(ok.at("oversize_success")) << "one kind of day is enough to miss it";
    EXPECT_TRUE(ok.at("reserve_used_share"));
    EXPECT_TRUE(ok.at("reserve_idle_share"));
    bench.plan.reset();
    bench.pause.reset();
    for (const Json& figure : vramFigures(bench, true))
        EXPECT_FALSE(std::set<std::string>({"ns", "us", "ms"}).contains(figure.at("unit")))
            << "a smoke run measures no times";
}

TEST(VramBench, TablesHaveEveryWordInBothLanguages) {
    const auto bench = runVramBench(true);
    ASSERT_TRUE(bench);
    EXPECT_EQ(bench->runs.size(), (builtInTraces().size() + 6) * std::size(kKinds));
    EXPECT_GT(bench->faults.tried, builtInTraces().size());
    EXPECT_EQ(bench->faults.restored, bench->faults.tried);
    EXPECT_EQ(bench->admission.size(), std::size(kDayKinds) * std::size(kReserveRules));
    for (const auto language : {messages::Language::English, messages::Language::Chinese})
        EXPECT_EQ((vramTables(bench->runs, language) + admissionTable(bench->admission, language))
                      .find("bench.vram."),
                  std::string::npos);
}

TEST(Faults, EachCallFailsOnceAndARequestThatMetItIsTriedAgain) {
    const Workload workload = builtIn("rmm_1664.csv");
    Card card(workload.cardBytes);
    PoolAllocator pool(card, workload.owners);
    const std::uint64_t before = pool.memoryCalls();
    (void)replay(workload, card, pool);
    const std::uint64_t calls = pool.memoryCalls() - before;
    EXPECT_EQ(failEachCall(workload, UINT64_MAX).tried, calls);
    EXPECT_EQ(failEachCall(workload, calls).tried, calls);
    EXPECT_EQ(failEachCall(workload, calls / 2).calls, calls);
    const std::uint64_t some = failEachCall(workload, calls / 2).tried;
    EXPECT_GT(some, 0u);
    EXPECT_LE(some, calls / 2);
}

TEST(Faults, ALossIsNoticed) {
    // A driver that also refuses to undo a mapping, and then once more, loses chunks or a request.
    const FaultCases cases = failEachCall(builtIn("pytorch_159674.csv"), 50, 4);
    EXPECT_GT(cases.tried, 0u);
    EXPECT_LT(cases.restored, cases.tried);
}

TEST(Housekeeping, NoStepMakesMoreCallsThanItMay) {
    const Pause pause = measureHousekeeping();
    EXPECT_GT(pause.steps, 50u) << "20 GiB go back in chunks of 16 MiB";
    EXPECT_LE(pause.mostCalls, 24u);
    EXPECT_GT(pause.mostCalls, 0u);
}

TEST(Table, CountsAChineseCharacterAsTwoColumns) {
    Table table({"a", "漫剧"});
    table.add({"long", "1"});
    EXPECT_EQ(table.text(), "a     漫剧\nlong     1\n");
}

}  // namespace
}  // namespace manju::bench
