// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <thread>

#include "core/base/os/file.h"
#include "tests/app/cli/cli_fixture.h"
#include "tests/support/project_files/project_files.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;
using testing::leftovers;
using testing::products;

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
    expectSentence(produce((folder_ / "none.safetensors").string()), 2, "none.safetensors");
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

TEST_F(BadInputTest, UsageErrorsAreOneSentenceThatNamesTheArgument) {
    expectSentence(manju({}), 2, "“manju --help”");
    expectSentence(manju({"model"}), 2, "“manju model --help”");
    expectSentence(manju({"foo"}), 2, "“foo”");
    expectSentence(manju({"model", "foo"}), 2, "“foo”");
    expectSentence(manju({"status"}), 2, "--project");
    expectSentence(manju({"shots"}), 2, "script");
    expectSentence(manju({"shots", "a.txt", "--loud"}), 2, "“--loud”");
    expectSentence(manju({"produce", "a.txt", "--projct", "b"}), 2, "“--projct”");
    expectSentence(manju({"status", "--project"}), 2, "--project");
    expectSentence(manju({"status", "--project", "a", "--project", "b"}), 2, "--project");
    const auto image = [&](const std::string& option, const std::string& value) {
        return manju({"image", "--checkpoint", "demo", "--prompt", "a", "--out", "a.png", option, value});
    };
    expectSentence(image("--steps", "200"), 2, "“200” is not possible for --steps");
    expectSentence(image("--cfg", "much"), 2, "“much” is not possible for --cfg");
    expectSentence(image("--seed", "-x"), 2, "“-x” is not possible for --seed");
    expectSentence(image("--bundle", "none"), 2, "studio, diffusers, comfy, a1111");
    expectSentence(image("--size", "100x100"), 2, "a multiple of 8");
    expectSentence(image("--strength", "0.5"), 2, "--strength works only together with --init");
    expectSentence(image("--upscaler", "x"), 2, "--upscaler works only together with --hires");
    expectSentence(manju({"--lang", "fr", "status", "--project", "a"}), 2, "“fr”");
}

TEST_F(BadInputTest, UsageErrorsAreDocumentsWithJson) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--json", "foo"}, std::vector<std::string>{"foo", "--json"}}) {
        const auto outcome = manju(arguments);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_NE(outcome.err.find("[MJ-CLI-04]"), std::string::npos) << outcome.err;
        EXPECT_EQ(Json::parse(outcome.out).at("error").at("code"), "MJ-CLI-04");
        EXPECT_EQ(Json::parse(outcome.out).at("error").at("args").at("argument"), "foo");
    }
}

TEST_F(BadInputTest, HelpAndUsageErrorsSpeakTheLanguage) {
    const std::vector<std::vector<std::string>> commands{
        {},        {"shots"}, {"produce"},          {"resume"}, {"status"},         {"image"},
        {"model"}, {"bench"}, {"model", "inspect"}, {"lora"},   {"lora", "inspect"}};
    for (std::vector<std::string> arguments : commands) {
        arguments.emplace_back("--help");
        const auto english = manju(arguments);
        EXPECT_EQ(english.exitCode, 0);
        EXPECT_NE(english.out.find("Usage"), std::string::npos) << english.out;
        arguments.insert(arguments.begin(), "--lang=zh");
        const auto chinese = manju(arguments);
        EXPECT_EQ(chinese.exitCode, 0);
        for (const char* word :
             {"Usage", "Options", "OPTIONS", "REQUIRED", "TEXT", "Commands", "exit", "cli.help"})
            EXPECT_EQ(chinese.out.find(word), std::string::npos) << word << " in " << chinese.out;
        EXPECT_EQ(english.out.find("cli.help"), std::string::npos) << english.out;
    }
    expectSentence(manju({"foo", "--lang", "zh"}), 2, "不认识“foo”");
    const auto environment = testing::runProgram(program(), {"status"}, {"LC_ALL=zh_CN.UTF-8"});
    expectSentence(environment, 2, "缺少必填的 --project");
}

TEST_F(BadInputTest, DeadlinesAreMomentsOfTheCalendar) {
    const auto produce = [&](const std::string& deadline) {
        std::vector<std::string> arguments = produceArguments(folder_ / "project");
        arguments[1] = (folder_ / "none.txt").string();
        arguments.insert(arguments.end(), {"--deadline", deadline});
        return manju(arguments);
    };
    for (const std::string deadline :
         {"tomorrow", "2020-13-45T00:00:00Z", "2026-02-29T10:00Z", "2026-01-31T24:00Z", "2026-01-31T10:60Z",
          "2026-01-31T10:00", "2026-01-31 10:00Z", "2026-01-31T10:00:0Z", "2026-01-31T1a:00Z", ""})
        expectSentence(produce(deadline), 2, "“" + deadline + "” is not possible for --deadline");
    EXPECT_FALSE(fs::exists(folder_ / "project"));
    // These pass; the script is then what is missing.
    for (const std::string deadline : {"2028-02-29T10:00Z", "2026-01-31T23:59:59Z"})
        expectSentence(produce(deadline), 2, "none.txt");
}

TEST_F(BadInputTest, EmptyPathsAreRefused) {
    const std::vector<std::string> whole = produceArguments(folder_ / "project");
    for (const std::size_t option : {2U, 4U, 6U, 8U}) {
        std::vector<std::string> arguments = whole;
        arguments[option + 1] = "";
        expectSentence(manju(arguments), 2, "“” is not possible for " + arguments[option]);
    }
    std::vector<std::string> arguments = whole;
    arguments.insert(arguments.end(), {"--out", ""});
    expectSentence(manju(arguments), 2, "--out");
    EXPECT_FALSE(fs::exists(folder_ / "project"));
}

TEST_F(BadInputTest, APictureThatCannotBeWrittenIsNotBegun) {
    const auto image = [&](const fs::path& out) {
        return manju(
            {"image", "--checkpoint", checkpoint().string(), "--prompt", "a cat", "--out", out.string()});
    };
    expectSentence(image(folder_ / "none" / "a.png"), 4, (folder_ / "none").string());
    EXPECT_FALSE(fs::exists(folder_ / "none"));
    expectSentence(image("/proc/a.png"), 4, "/proc");
    expectSentence(image(folder_), 2, "--out");
}

TEST_F(BadInputTest, InspectKnowsTheDemoModelByItsName) {
    const auto outcome = testing::runProgram(program(), {"model", "inspect", "demo"},
                                             {"LC_ALL=C.UTF-8", "MANJU_RESOURCES=" + folder_.string()});
    EXPECT_NE((outcome.out + outcome.err).find((folder_ / "demo" / "model").string()), std::string::npos)
        << outcome.out << outcome.err;
}

TEST_F(BadInputTest, LorasAreJudgedAgainstTheCheckpoint) {
    const std::string fixtures = MANJU_SOURCE_DIR "/tests/fixtures/lora";
    const std::string lora = fixtures + "/kohya.safetensors";
    const auto fits = manju({"lora", "inspect", lora, "--against", checkpoint().string(), "--json"});
    EXPECT_EQ(fits.exitCode, 0) << fits.err;
    EXPECT_EQ(Json::parse(fits.out).at("loras").at(0).at("applies"), true);
    // Trained for the small model, so SDXL's own sizes refuse it.
    const auto refused = manju({"lora", "inspect", lora});
    EXPECT_EQ(refused.exitCode, 2);
    EXPECT_NE(refused.out.find("Can be applied: no."), std::string::npos) << refused.out;
    EXPECT_EQ(manju({"lora", "inspect", fixtures}).exitCode, 0);
    expectSentence(manju({"lora", "inspect", checkpoint().string()}), 4, "is no LoRA");
    expectSentence(manju({"lora", "inspect", (folder_ / "none.safetensors").string()}), 2,
                   "none.safetensors");
}

TEST_F(BadInputTest, CharactersThatNoFontHasAreNamed) {
    std::vector<std::string> arguments = produceArguments(folder_ / "project");
    arguments[1] = write("rare.txt", "旁白：石碑上刻着𐎀𐎁两个古老的字，没有人认得。\n");
    const auto outcome = manju(arguments);
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_NE(outcome.err.find("𐎀"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("MJ-SUBS"), std::string::npos) << outcome.err;
    // The pictures and voices are kept for when a font is there.
    EXPECT_FALSE(products(folder_ / "project").empty());
}

/// A small disk of its own, unmounted at the end.
class SmallDisk {
public:
    SmallDisk(const fs::path& folder, const char* size) : folder_(folder) {
        fs::create_directories(folder);
        mounted_ = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, size) == 0;
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk() {
        if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
    }
    [[nodiscard]] bool mounted() const { return mounted_; }
    /// Leaves no byte free.
    void fill() const {
        std::ofstream filler(folder_ / "filler", std::ios::binary);
        const std::string block(1 << 20, 'x');
        while (filler.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
        }
    }

private:
    fs::path folder_;
    bool mounted_ = false;
};

TEST_F(BadInputTest, TooLittleDiskIsSaidBeforeTheWork) {
    const SmallDisk disk(folder_ / "disk", "size=4m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk cannot be made here: " << std::strerror(errno);
    const auto outcome = manju(produceArguments(folder_ / "disk" / "project"));
    expectSentence(outcome, 4, "MJ-ENGINE-06");
}

TEST_F(BadInputTest, ADiskThatFillsUpCostsNothingThatWasStored) {
    const SmallDisk disk(folder_ / "disk", "size=700m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk cannot be made here: " << std::strerror(errno);
    const fs::path project = folder_ / "disk" / "project";
    testing::Program engine(program(), produceArguments(project), {"LC_ALL=C.UTF-8"});
    while (engine.running() && !fs::exists(project / "results" / "voice"))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    disk.fill();
    const auto outcome = engine.wait();
    EXPECT_EQ(outcome.exitCode, 4) << outcome.err;
    EXPECT_NE(outcome.err.find("MJ-FILE-04"), std::string::npos) << outcome.err;
    const auto kept = products(project);
    EXPECT_FALSE(kept.empty());

    fs::remove(folder_ / "disk" / "filler");
    const auto resumed = manju({"resume", "--project", project.string()});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    EXPECT_EQ(status(project).at("episodes").at(0).at("state"), "done");
    const auto after = products(project);
    for (const auto& [name, digest] : kept) EXPECT_EQ(after.at(name), digest) << name;
    EXPECT_EQ(leftovers(project), std::vector<std::string>());
}

}  // namespace
}  // namespace manju::cli
