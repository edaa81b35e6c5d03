// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/base/os/file.h"
#include "tests/support/run_program/run_program.h"
#include "tests/support/temporary_folder.h"

namespace manju::cli {
namespace {

using testing::runProgram;

const std::filesystem::path kProgram = std::filesystem::path(MANJU_BIN_DIR) / "manju";
constexpr const char* kRecorded =
    "# card: 1073741824\n"
    "Thread,Time,Action,Pointer,Size,Stream,Device,Region,Owner\n"
    "1,1000,allocate,0x10,104857600,0,0,resident,unet\n"
    "1,2000,allocate,0x20,209715200,1,0,decode,vae\n"
    "1,2500,use,0x20,209715200,2,0,,\n"
    "1,3000,free,0x20,209715200,0,0,,\n"
    "1,4000,allocate failure,,2147483648,0,0,decode,vae\n";

class Vram : public ::testing::Test {
protected:
    std::string file(const std::string& name, std::string_view text) {
        EXPECT_TRUE(os::writeFile(folder_.path() / name, text));
        return (folder_.path() / name).string();
    }
    testing::TemporaryFolder folder_;
};

TEST_F(Vram, ARecordedTraceIsReplayedAndThePoolDumped) {
    const std::string dump = (folder_.path() / "dump.json").string();
    const auto replayed =
        runProgram(kProgram, {"vram", "replay", file("trace.csv", kRecorded), "--dump", dump, "--json"});
    ASSERT_EQ(replayed.exitCode, 0) << replayed.err;
    const auto document = parseJson(replayed.out, "stdout");
    ASSERT_TRUE(document) << document.error().debugText();
    ASSERT_EQ(document->at("runs").size(), 4u);
    const Json& pool = document->at("runs").at(0);
    EXPECT_EQ(pool.at("allocator"), "pool");
    EXPECT_EQ(pool.at("requests"), 3);
    EXPECT_EQ(pool.at("refusals"), 1);
    EXPECT_EQ(pool.at("unexpected"), 0) << "a recorded refusal is no expectation";

    const auto shown = runProgram(kProgram, {"vram", "dump", dump, "--lang", "en"});
    ASSERT_EQ(shown.exitCode, 0) << shown.err;
    EXPECT_NE(shown.out.find("unet    104.9 MB"), std::string::npos) << shown.out;
    EXPECT_NE(shown.out.find("####"), std::string::npos);
    EXPECT_NE(shown.out.find("++++"), std::string::npos) << "the decoder's streams have not ended";
    const auto chinese = runProgram(kProgram, {"vram", "dump", dump, "--lang", "zh"});
    EXPECT_NE(chinese.out.find("使用中"), std::string::npos);
    EXPECT_EQ(runProgram(kProgram, {"vram", "dump", dump, "--json"}).out, os::readFile(dump).value())
        << "the document itself";
}

TEST_F(Vram, AnotherCardMayBeAskedAbout) {
    const std::string trace = file("trace.csv", kRecorded);
    const auto large = runProgram(kProgram, {"vram", "replay", trace, "--card", "4", "--json"});
    ASSERT_EQ(large.exitCode, 0) << large.err;
    EXPECT_EQ(parseJson(large.out, "stdout")->at("runs").at(0).at("refusals"), 0);
}

TEST_F(Vram, BadFilesAreNamedWithTheRemedy) {
    const auto noCard = runProgram(
        kProgram,
        {"vram", "replay", file("rmm.csv", "Thread,Time,Action,Pointer,Size,Stream\n"), "--lang", "en"});
    EXPECT_EQ(noCard.exitCode, 2);
    EXPECT_NE(noCard.err.find("rmm.csv"), std::string::npos);
    EXPECT_NE(noCard.err.find("--card"), std::string::npos) << noCard.err;
    const auto noDump = runProgram(kProgram, {"vram", "dump", file("other.json", "{}"), "--lang", "en"});
    EXPECT_EQ(noDump.exitCode, 2);
    EXPECT_NE(noDump.err.find("other.json is no dump"), std::string::npos) << noDump.err;
    const auto cut = runProgram(
        kProgram,
        {"vram", "dump", file("cut.json", R"({"format": "manju-vram-dump", "version": 1})"), "--lang", "en"});
    EXPECT_EQ(cut.exitCode, 2);
    EXPECT_NE(cut.err.find("cut.json"), std::string::npos) << cut.err;
    EXPECT_EQ(runProgram(kProgram, {"vram", "dump", (folder_.path() / "none").string()}).exitCode, 2);
}

}  // namespace
}  // namespace manju::cli
