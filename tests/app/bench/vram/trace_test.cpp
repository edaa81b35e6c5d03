// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/vram/trace.h"

#include <gtest/gtest.h>

#include "app/bench/vram/errors.h"
#include "app/bench/vram/vram_bench.h"
#include "core/base/os/file.h"
#include "core/gpu/host/host_memory.h"
#include "core/vram/pool.h"
#include "core/vram/trace_file.h"
#include "tests/support/temporary_folder.h"

namespace manju::bench {
namespace {

const std::string kHeading = "Thread,Time,Action,Pointer,Size,Stream,Device,Region,Owner\n";
const std::string kStart = "# card: 1048576\n# expect refused: 0\n" + kHeading;

TEST(Trace, IsReadEventByEvent) {
    const auto workload = readTrace(
        "# Where it comes from.\r\n# card: 4096\n# expect refused: 1\n# expect physical at most: 2048\n" +
            kHeading +
            "7,5,allocate,0x10,1000,1,0,decode,vae\r\n"
            "7,5,use,0x10,0,2,0,,\n"
            "7,6,others,,512,0,0,,\n"
            "7,7,allocate failure,0x0,9000,0,0,resident,unet\n"
            "7,8,finish,,0,1,0,,\n"
            "7,9,free,0x10,1000,1,0,,\n"
            "7,9,allocate,0x10,8,0,0,decode,vae\n",
        "a.csv");
    ASSERT_TRUE(workload) << workload.error().debugText();
    EXPECT_EQ(workload->name, "a.csv");
    EXPECT_EQ(workload->cardBytes, 4096u);
    EXPECT_EQ(workload->mostPhysical, 2048u);
    EXPECT_EQ(workload->owners, (std::vector<std::string>{"vae", "unet"}));
    const std::vector<Event> wanted{
        {5, Action::Allocate, 0, 1000, 1, vram::Region::Decode, 0, false},
        {5, Action::Use, 0, 0, 2},
        {6, Action::Others, 0, 512, 0},
        {7, Action::Allocate, 1, 9000, 0, vram::Region::Resident, 1, true},
        {8, Action::Finish, 0, 0, 1},
        {9, Action::Free, 0, 0, 1},
        {9, Action::Allocate, 2, 8, 0, vram::Region::Decode, 0, false},
    };
    EXPECT_EQ(workload->events, wanted);
}

TEST(Trace, OfARunHasNoExpectations) {
    const auto workload = readTrace("# card: 4096\n" + kHeading +
                                        "7,5,allocate,0x10,1000,1,0,decode,vae\n"
                                        "7,5,use,0x10,1000,2,0,,\n"
                                        "7,7,allocate failure,,100,0,0,resident,unet\n",
                                    "run.csv");
    ASSERT_TRUE(workload) << workload.error().debugText();
    EXPECT_FALSE(workload->hasExpectations);
    EXPECT_EQ(replay(*workload, Kind::Pool).unexpected, 0u);
}

TEST(Trace, OfRmmIsReadWithItsClockAndHandles) {
    const auto workload = readTrace(
        "Thread,Time,Action,Pointer,Size,Stream\n"
        "140,10:00:01.5,allocate,0x7f00,1000,0x0\n"
        "140,10:00:01.500001,allocate,7f80,500,0x2a\n"
        "140,11:00:00.000000000,free,7f00,1000,0x2a\n"
        "140,11:00:01,allocate failure,(nil),9000,0x0\n",
        "rmm.csv", 4096);
    ASSERT_TRUE(workload) << workload.error().debugText();
    EXPECT_EQ(workload->cardBytes, 4096u);
    constexpr std::uint64_t kSecond = 1'000'000'000, kTen = 36'000 * kSecond;
    const std::vector<Event> wanted{
        {kTen + 3 * kSecond / 2, Action::Allocate, 0, 1000, 0, vram::Region::Transient, 0, false},
        {kTen + 3 * kSecond / 2 + 1000, Action::Allocate, 1, 500, 1, vram::Region::Transient, 0, false},
        {kTen + 3600 * kSecond, Action::Free, 0, 0, 1},
        {kTen + 3601 * kSecond, Action::Allocate, 2, 9000, 0, vram::Region::Transient, 0, true},
    };
    EXPECT_EQ(workload->events, wanted);
    const auto midnight = readTrace(
        "Thread,Time,Action,Pointer,Size,Stream\n"
        "1,23:59:59.5,allocate,1,1,0\n2,23:59:59.4,allocate,2,1,0\n1,00:00:01,free,1,1,0\n",
        "rmm.csv", 4096);
    ASSERT_TRUE(midnight) << midnight.error().debugText();
    EXPECT_EQ(midnight->events[1].time, midnight->events[0].time) << "another thread was a little late";
    EXPECT_EQ(midnight->events[2].time - midnight->events[0].time, 3 * kSecond / 2);
    EXPECT_FALSE(readTrace("Thread,Time,Action,Pointer,Size,Stream\n140,late,free,1,1,1\n", "rmm.csv", 1));
    EXPECT_FALSE(readTrace("Thread,Time,Action,Pointer,Size,Stream\n140,10:00,free,1,1,1\n", "rmm.csv", 1));
}

TEST(Trace, OfAPoolIsReadBack) {
    const testing::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "pool.csv";
    gpu::SimStreams streams;
    (void)streams.open(gpu::StreamPriority::Normal);
    const auto memory =
        gpu::HostMemory::create({.device = "card", .totalBytes = 1 << 30, .bookkeepingOnly = true}, streams);
    const auto pool = vram::VramPool::open(**memory, streams).value();
    {
        const auto file = vram::TraceFile::create(path, 1 << 30, systemClock()).value();
        pool->setTrace(file->sink());
        file->note("stage one");
        const auto block =
            pool->allocate({1000, vram::Region::Decode, gpu::StreamId{}, pool->owner("vae")}).value();
        pool->alsoUsedBy(block.id, gpu::StreamId{1});
        EXPECT_FALSE(pool->allocate({std::uint64_t{1} << 40, vram::Region::Oversize, {}, pool->owner("4K")}));
        pool->free(block.id);
        pool->setTrace({});
        EXPECT_FALSE(std::filesystem::exists(path)) << "not whole yet";
        ASSERT_TRUE(file->finish());
    }
    const auto workload = readTrace(os::readFile(path).value(), "pool.csv");
    ASSERT_TRUE(workload) << workload.error().debugText();
    EXPECT_EQ(workload->cardBytes, 1u << 30);
    std::vector<Action> actions;
    for (const Event& event : workload->events) actions.push_back(event.action);
    EXPECT_EQ(actions, (std::vector{Action::Allocate, Action::Use, Action::Allocate, Action::Free}));
    EXPECT_EQ(workload->owners, (std::vector<std::string>{"vae", "4K"}));
    EXPECT_TRUE(workload->events[2].impossible);
    { const auto dropped = vram::TraceFile::create(folder.path() / "cut.csv", 1, systemClock()).value(); }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    EXPECT_FALSE(vram::TraceFile::create(folder.path() / "none" / "a.csv", 1, systemClock()));
}

TEST(Trace, EveryReportSaysWhatIsExpected) {
    for (const NamedText& trace : builtInTraces())
        EXPECT_TRUE(readTrace(trace.text, std::string(trace.name))->hasExpectations) << trace.name;
}

struct Broken {
    const char* what;
    std::string text;
    ErrorCode code;
    MessageArgs args;  ///< that the error must have, beside the file
};

class BrokenTrace : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenTrace, IsRefusedWithFileLineAndCause) {
    const auto workload = readTrace(GetParam().text, "bad.csv");
    ASSERT_FALSE(workload);
    EXPECT_TRUE(workload.error().is(GetParam().code)) << workload.error().debugText();
    EXPECT_EQ(workload.error().args().at("file"), "bad.csv");
    for (const auto& [name, value] : GetParam().args) EXPECT_EQ(workload.error().args().at(name), value);
}

const std::string kBlock = "0,1,allocate,0x1,64,0,0,decode,vae\n";

INSTANTIATE_TEST_SUITE_P(
    Causes, BrokenTrace,
    ::testing::Values(
        Broken{"heading", "# card: 1\n# expect refused: 0\nTime,Action\n", kTraceHeading, {{"line", "3"}}},
        Broken{"no_heading", "# card: 1\n# expect refused: 0\n", kTraceHeading, {}},
        Broken{"cells",
               kStart + "0,1,allocate,0x1,64,0,0,decode\n",
               kTraceCells,
               {{"line", "4"}, {"found", "8"}}},
        Broken{"time_no_number", kStart + "0,x,finish,,0,0,0,,\n", kTraceNumber, {{"column", "Time"}}},
        Broken{"negative_size",
               kStart + "0,1,allocate,0x1,-4,0,0,decode,vae\n",
               kTraceNumber,
               {{"value", "-4"}}},
        Broken{"nothing_asked",
               kStart + "0,1,allocate,0x1,0,0,0,decode,vae\n",
               kTraceNumber,
               {{"column", "Size"}}},
        Broken{"stream_too_high", kStart + "0,1,finish,,0,8,0,,\n", kTraceNumber, {{"column", "Stream"}}},
        Broken{"second_card", kStart + "0,1,finish,,0,0,1,,\n", kTraceNumber, {{"column", "Device"}}},
        Broken{"decimal_pointer",
               kStart + "0,1,allocate,17,64,0,0,decode,vae\n",
               kTraceNumber,
               {{"value", "17"}}},
        Broken{"card_no_number", "# card: 24 GiB\n", kTraceNumber, {{"line", "1"}, {"value", "24 GiB"}}},
        Broken{"action", kStart + "0,1,realloc,0x1,64,0,0,decode,vae\n", kTraceWord, {{"value", "realloc"}}},
        Broken{
            "region", kStart + "0,1,allocate,0x1,64,0,0,weights,vae\n", kTraceWord, {{"column", "Region"}}},
        Broken{"freed_twice",
               kStart + kBlock + "0,2,free,0x1,64,0,0,,\n0,3,free,0x1,64,0,0,,\n",
               kTraceNotLive,
               {{"line", "6"}, {"pointer", "0x1"}}},
        Broken{"use_of_nothing", kStart + "0,2,use,0x5,0,0,0,,\n", kTraceNotLive, {{"pointer", "0x5"}}},
        Broken{"live_already", kStart + kBlock + kBlock, kTraceLiveAlready, {{"line", "5"}}},
        Broken{"backwards", kStart + kBlock + "0,0,finish,,0,0,0,,\n", kTraceTime, {{"line", "5"}}},
        Broken{"no_card", "# expect refused: 0\n" + kHeading, kTraceKeyMissing, {{"key", "# card:"}}},
        Broken{"card_twice", "# card: 1\n# card: 1\n", kTraceKeyTwice, {{"line", "2"}}},
        Broken{"other_size",
               kStart + kBlock + "0,2,free,0x1,32,0,0,,\n",
               kTraceSize,
               {{"value", "32"}, {"wanted", "64"}}},
        Broken{"expectation",
               "# card: 1\n# expect refused: 2\n" + kHeading,
               kTraceExpectation,
               {{"found", "0"}, {"wanted", "2"}}}),
    [](const auto& test) { return std::string(test.param.what); });

TEST(BuiltInTraces, AreDoneByThePoolAsTheirFilesExpect) {
    ASSERT_GE(builtInTraces().size(), 18u);
    for (const NamedText& trace : builtInTraces()) {
        const auto workload = readTrace(trace.text, std::string(trace.name));
        ASSERT_TRUE(workload) << workload.error().debugText();
        const Outcome outcome = replay(*workload, Kind::Pool);
        EXPECT_EQ(outcome.unexpected, 0u) << trace.name;
        EXPECT_EQ(outcome.spurious, 0u) << trace.name;
        EXPECT_EQ(outcome.violations, std::vector<std::string>{}) << trace.name;
        if (workload->mostPhysical > 0) {
            EXPECT_LE(outcome.peakPhysical, workload->mostPhysical) << trace.name;
        }
    }
}

}  // namespace
}  // namespace manju::bench
