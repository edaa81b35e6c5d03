// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/base/os/file.h"
#include "tests/app/cli/cli_fixture.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;

class BadInputTest : public CliFixture {};

TEST_F(BadInputTest, ScriptsThatCannotBeReadGetOneSentence) {
    const auto shots = [&](const std::string& file) { return manju({"shots", file}); };
    expectSentence(shots((folder_ / "none.txt").string()), 2, "none.txt");
    expectSentence(shots(folder_.string()), 2, folder_.string());
    expectSentence(shots(write("empty.txt", "")), 2, "empty.txt");
    expectSentence(shots(write("blank.txt", " \n\t\n")), 2, "blank.txt");
    expectSentence(shots(write("binary.txt", std::string("\x7F"
                                                         "ELF\x02\x01\x01\x00\x00\x00",
                                                         10))),
                   2, "binary.txt");
    expectSentence(shots(write("picture.txt", "\x89PNG\r\n\x1A\n" + std::string(64, '\0'))), 2,
                   "picture.txt");
    expectSentence(shots(write("cut.txt", std::string("\xFF\xFE\x2D\x4E\x87", 5))), 2,
                   "cut.txt");  // half a UTF-16 unit
    expectSentence(shots(write("cut8.txt", "中文 \xE4\xB8")), 2, "cut8.txt");
}

TEST_F(BadInputTest, AHundredMegabytesAreRefusedUnread) {
    const std::string file = write("huge.txt", "a");
    fs::resize_file(file, 100'000'000);  // sparse: reading it would be seen as binary
    expectSentence(manju({"shots", file}), 2, "huge.txt");
}

TEST_F(BadInputTest, CheckpointsThatCannotBeUsedStoreNothing) {
    const fs::path project = folder_ / "project";
    const auto produce = [&](const std::string& model) {
        std::vector<std::string> arguments = produceArguments(project);
        arguments[5] = model;
        return manju(arguments);
    };
    const std::string whole = os::readFile(checkpoint()).value();
    expectSentence(produce((folder_ / "none.safetensors").string()), 4, "none.safetensors");
    expectSentence(produce(write("cut.safetensors", whole.substr(0, whole.size() / 2))), 4,
                   "cut.safetensors");
    expectSentence(produce(write("foreign.safetensors", "\x89PNG\r\n\x1A\n" + std::string(5000, '\0'))), 4,
                   "foreign.safetensors");
    expectSentence(produce(write("header.safetensors", whole.substr(0, 100))), 4, "header.safetensors");
    EXPECT_TRUE(status(project).at("episodes").empty());
}

TEST_F(BadInputTest, NotANumberInTheWeightsIsFoundAndNamed) {
    std::string bytes = os::readFile(checkpoint()).value();
    // The last bytes belong to some weight; 0x7E00 is NaN in half precision.
    bytes.replace(bytes.size() - 2, 2, "\x00\x7E", 2);
    std::vector<std::string> arguments = produceArguments(folder_ / "project");
    arguments[5] = write("nan.safetensors", bytes);
    const auto outcome = manju(arguments);
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_NE(outcome.err.find("nan.safetensors"), std::string::npos) << outcome.err;
    EXPECT_EQ(leftovers(folder_ / "project"), std::vector<std::string>());
}

TEST_F(BadInputTest, AnOutputFolderThatCannotBeWrittenIsSaidBeforeTheWork) {
    std::vector<std::string> arguments = produceArguments(folder_ / "project");
    arguments.insert(arguments.end(), {"--out", "/proc/manju"});
    expectSentence(manju(arguments), 4, "/proc/manju");
    EXPECT_TRUE(status(folder_ / "project").at("episodes").empty());
    expectSentence(manju(produceArguments("/proc/manju-project")), 4, "/proc/manju-project");
}

TEST_F(BadInputTest, SettingsFilesNameTheKey) {
    std::vector<std::string> arguments = produceArguments(folder_ / "project");
    arguments[9] = write("bad-preset.json", R"({"image": {"stepz": 3}})");
    const auto outcome = manju(arguments);
    expectSentence(outcome, 2, "bad-preset.json");
    EXPECT_NE(outcome.err.find("stepz"), std::string::npos) << outcome.err;
}

TEST_F(BadInputTest, UsageErrorsExitWithTwo) {
    EXPECT_EQ(manju({}).exitCode, 2);
    EXPECT_EQ(manju({"dance"}).exitCode, 2);
    EXPECT_EQ(manju({"produce"}).exitCode, 2);
    std::vector<std::string> arguments = produceArguments(folder_ / "project");
    arguments.insert(arguments.end(), {"--priority", "soon"});
    expectSentence(manju(arguments), 2, "soon");
    EXPECT_EQ(manju({"--help"}).exitCode, 0);
    expectSentence(manju({"status", "--project", folder_.string()}), 2, folder_.string());
}

TEST_F(BadInputTest, AFullDiskIsSaidAndNothingStoredBeforeIsLost) {
    const fs::path disk = folder_ / "disk";
    fs::create_directories(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=1m") != 0)
        GTEST_SKIP() << "a small disk cannot be made here: " << std::strerror(errno);
    const fs::path project = disk / "project";
    const auto refused = manju(produceArguments(project));
    ::umount2(disk.c_str(), MNT_DETACH);
    EXPECT_EQ(refused.exitCode, 4) << refused.err;
    EXPECT_NE(refused.err.find("[MJ-"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("free"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace manju::cli
