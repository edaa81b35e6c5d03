// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/cli_fixture.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/base/os/file.h"
#include "tests/support/make_checkpoint/make_checkpoint.h"

namespace manju::cli {

namespace fs = std::filesystem;

fs::path CliFixture::shared_;

fs::path CliFixture::program() {
    return fs::path(MANJU_BIN_DIR) / "manju";
}
fs::path CliFixture::checkpoint() {
    return shared_ / "tiny.safetensors";
}

void CliFixture::SetUpTestSuite() {
    shared_ = fs::temp_directory_path() / ("manju-cli-model-" + std::to_string(::getpid()));
    fs::create_directories(shared_);
    testing::CheckpointRecipe recipe;
    recipe.shape = testing::tinySdxlShape();
    recipe.dtype = weights::Dtype::F16;
    recipe.seed = 7;
    recipe.out = checkpoint();
    const Status made = testing::makeCheckpoint(recipe);
    ASSERT_TRUE(made.ok()) << made.error().debugText();
}

void CliFixture::TearDownTestSuite() {
    fs::remove_all(shared_);
}

void CliFixture::SetUp() {
    folder_ = fs::temp_directory_path() / ("manju cli a'b:c[d] 空格 " + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
}

void CliFixture::TearDown() {
    fs::remove_all(folder_);
}

testing::ProgramOutcome CliFixture::manju(const std::vector<std::string>& arguments) {
    return testing::runProgram(program(), arguments, {"LC_ALL=C.UTF-8"});
}

std::string CliFixture::write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
}

std::vector<std::string> CliFixture::produceArguments(const fs::path& project) const {
    const std::string script = write("短剧.txt",
                                     "旁白：雨夜，老街的尽头停着一辆黑色的车。\n"
                                     "林晚：你终于回来了，我等了整整三年。\n"
                                     "陈默：答应过你的事情，我没有忘记。\n");
    const std::string preset = write("preset.json", R"({"width": 360, "height": 640,
        "image": {"width": 64, "height": 112, "steps": 3, "cfg": 4}})");
    const std::string cast = write("cast.json", R"({"members": [
        {"name": "林晚", "prompt": "a young woman, red coat", "voice": {"voice": "cmn-latn-pinyin+f3"}},
        {"name": "陈默", "prompt": "a man, black coat", "voice": {"voice": "cmn-latn-pinyin+m3"}}]})");
    return {
        "produce", script,     "--project", project.string(), "--checkpoint", checkpoint().string(), "--cast",
        cast,      "--preset", preset};
}

Json CliFixture::status(const fs::path& project) {
    const auto outcome = manju({"status", "--project", project.string(), "--json"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    return Json::parse(outcome.out);
}

void CliFixture::expectSentence(const testing::ProgramOutcome& outcome, int exitCode,
                                const std::string& part) {
    EXPECT_EQ(outcome.exitCode, exitCode) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("[MJ-"), std::string::npos) << outcome.err;
}

}  // namespace manju::cli
