// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/rules.h"

#include <gtest/gtest.h>

// Each rule is shown to find a small bad sample; repository_test.cpp applies it to the repository.
namespace manju::arch {
namespace {

const LayerTable kTable = parseLayerTable(
    "| Unrelated | `core/x` |\n"
    "\n"
    "| Folder | May include |\n"
    "|---|---|\n"
    "| `core/base` | |\n"
    "| `core/story` | `core/base` |\n"
    "| `ui` | `core/base` |\n"
    "| `ui/bridge` | `core/base`, `core/story` |\n"
    "\n"
    "| Other | `core/y` |\n");

TEST(Layers, TableIsReadBetweenItsHeadingAndTheNextEmptyLine) {
    const LayerTable expected = {{"core/base", {}},
                                 {"core/story", {"core/base"}},
                                 {"ui", {"core/base"}},
                                 {"ui/bridge", {"core/base", "core/story"}}};
    EXPECT_EQ(kTable, expected);
}

TEST(Layers, UpwardIncludeIsFoundWithItsLine) {
    const Violations found =
        checkLayers(kTable, {"core/base/a.h", "#pragma once\n#include \"core/story/b.h\"\n"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(listed(found), "core/base/a.h:2: core/base may not include core/story/b.h\n");
}

TEST(Layers, FolderWithoutItsOwnRowFollowsTheNextOneAbove) {
    EXPECT_EQ(checkLayers(kTable, {"ui/board/a.cpp", "#include \"core/story/b.h\"\n"}).size(), 1U);
    EXPECT_TRUE(checkLayers(kTable, {"ui/bridge/a.cpp", "#include \"core/story/b.h\"\n"}).empty());
    EXPECT_TRUE(checkLayers(kTable, {"core/base/os/a.cpp", "#include \"core/base/b.h\"\n"}).empty());
}

TEST(Layers, UnknownFoldersAreFound) {
    EXPECT_EQ(checkLayers(kTable, {"core/new/a.h", ""}).size(), 1U);
    EXPECT_EQ(checkLayers(kTable, {"core/story/a.h", "#include \"core/new/a.h\"\n"}).size(), 1U);
}

TEST(Layers, WrongKindOfIncludeIsFound) {
    EXPECT_EQ(checkLayers(kTable, {"core/story/a.h", "#include <core/base/b.h>\n"}).size(), 1U);
    EXPECT_EQ(checkLayers(kTable, {"core/story/a.h", "#include \"b.h\"\n"}).size(), 1U);
    EXPECT_EQ(checkLayers(kTable, {"core/story/a.h", "  #  include \"tests/b.h\"\n"}).size(), 1U);
    EXPECT_TRUE(checkLayers(kTable, {"core/story/a.h", "#include <vector>\n"}).empty());
}

TEST(Layers, CyclesAndMissingRowsOfTheTableAreFound) {
    EXPECT_TRUE(checkLayerTable(kTable).empty());
    EXPECT_EQ(checkLayerTable({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}).size(), 2U);
    EXPECT_EQ(checkLayerTable({{"a", {"b"}}}).size(), 1U);
}

struct HeaderCase {
    const char* path;
    const char* header;
    bool allowed;
};

class ForeignHeaders : public testing::TestWithParam<HeaderCase> {};

TEST_P(ForeignHeaders, AreFoundOutsideTheirFolders) {
    const HeaderCase& c = GetParam();
    const Violations found = checkForeignHeaders({c.path, std::string("#include <") + c.header + ">\n"});
    EXPECT_EQ(found.empty(), c.allowed) << c.path << " " << c.header << "\n" << listed(found);
}

INSTANTIATE_TEST_SUITE_P(Samples, ForeignHeaders,
                         testing::Values(HeaderCase{"core/weights/a.h", "ATen/core/Tensor.h", false},
                                         HeaderCase{"core/weights/a.h", "c10/core/Allocator.h", false},
                                         HeaderCase{"core/diffusion/a.cpp", "ATen/ops/add.h", true},
                                         HeaderCase{"core/diffusion/a.cpp", "torch/torch.h", false},
                                         HeaderCase{"tests/core/diffusion/a.cpp", "torch/torch.h", false},
                                         HeaderCase{"tests/core/diffusion/a.cpp", "ATen/ATen.h", false},
                                         HeaderCase{"core/engine/a.h", "QString", false},
                                         HeaderCase{"core/engine/a.h", "QtCore/QString", false},
                                         HeaderCase{"app/cli/main.cpp", "QCoreApplication", false},
                                         HeaderCase{"app/worker/main.cpp", "QProcess", false},
                                         HeaderCase{"app/studio/main.cpp", "QApplication", true},
                                         HeaderCase{"core/gpu/host/a.cpp", "cuda.h", false},
                                         HeaderCase{"core/tensor/a.cpp", "cuda_runtime_api.h", false},
                                         HeaderCase{"core/gpu/cuda/a.cpp", "cuda.h", true},
                                         HeaderCase{"tests/core/gpu/a_test.cpp", "cuda.h", true},
                                         HeaderCase{"core/store/a.cpp", "unistd.h", false},
                                         HeaderCase{"core/video/a.cpp", "sys/stat.h", false},
                                         HeaderCase{"app/worker/main.cpp", "signal.h", false},
                                         HeaderCase{"core/link/a.cpp", "sys/socket.h", true},
                                         HeaderCase{"core/linkage/a.cpp", "sys/socket.h", false},
                                         HeaderCase{"core/base/a.cpp", "fcntl.h", false},
                                         HeaderCase{"core/base/os/a.cpp", "fcntl.h", true},
                                         HeaderCase{"core/store/a.cpp", "csignal", true}));

TEST(DetailHeaders, AreFoundOutsideTheirFolderAndItsTests) {
    const std::string text = "#include \"core/vram/detail/list.h\"\n";
    EXPECT_EQ(checkDetailHeaders({"core/cache/a.cpp", text}).size(), 1U);
    EXPECT_EQ(checkDetailHeaders({"tests/core/cache/a.cpp", text}).size(), 1U);
    EXPECT_TRUE(checkDetailHeaders({"core/vram/a.cpp", text}).empty());
    EXPECT_TRUE(checkDetailHeaders({"tests/core/vram/a.cpp", text}).empty());
}

TEST(Length, SixHundredLinesAreTheCap) {
    const std::string lines(600, '\n');
    EXPECT_TRUE(checkLength({"core/a.cpp", lines}, {}).empty());
    EXPECT_EQ(checkLength({"core/a.cpp", lines + "\n"}, {}).size(), 1U);
    EXPECT_TRUE(checkLength({"core/a.cpp", lines + "\n"}, {"core/a.cpp"}).empty());
    EXPECT_TRUE(checkLength({"resources/a.txt", lines + "\n"}, {}).empty());
}

TEST(Length, AnExceptionNeedsAReason) {
    Violations broken;
    const auto paths = parseLengthExceptions("# x\n\ncore/a.cpp: a table\ncore/b.cpp:\ncore/c.cpp\n", broken);
    EXPECT_EQ(paths, std::set<std::string>{"core/a.cpp"});
    EXPECT_EQ(broken.size(), 2U);
}

TEST(LicenceLines, AreRequiredAtTheTop) {
    const std::string owner = "SPDX-FileCopyrightText: 2026 The Manju Studio authors\n";
    const std::string licence = "SPDX-License-Identifier: GPL-3.0-or-later\n";
    EXPECT_TRUE(checkLicenceLines({"core/a.h", "// " + owner + "// " + licence}).empty());
    EXPECT_TRUE(checkLicenceLines({"packaging/a.sh", "#!/bin/sh\n# " + owner + "# " + licence}).empty());
    EXPECT_EQ(checkLicenceLines({"core/a.h", "// " + licence + "// " + owner}).size(), 1U);
    EXPECT_EQ(checkLicenceLines({"core/a.h", "\n// " + owner + "// " + licence}).size(), 1U);
    EXPECT_EQ(checkLicenceLines({"core/CMakeLists.txt", ""}).size(), 1U);
    EXPECT_EQ(checkLicenceLines({"a.sh", "#!/bin/sh"}).size(), 1U);
    EXPECT_TRUE(checkLicenceLines({"resources/demo.txt", "once upon a time"}).empty());
}

TEST(BannedText, MachinePathsAndUnfinishedWorkAreFound) {
    const std::string path = std::string("/wo") + "rk/main";
    EXPECT_EQ(checkBannedText({"resources/a.json", "{\n\"" + path + "\"}"}).at(0).line, 2U);
    EXPECT_EQ(checkBannedText({"core/a.h", std::string("// TO") + "DO later\n"}).size(), 1U);
    EXPECT_TRUE(checkBannedText({"resources/words.txt", std::string("TO") + "DO\n"}).empty());
    EXPECT_TRUE(checkBannedText({"core/a.h", "framework/x network/y\n"}).empty());
}

TEST(TopLevel, ExtraAndMissingNamesAreFound) {
    std::vector<std::string> names = {
        "CMakeLists.txt",  "CMakePresets.json", "app/a",   "core/a",      "ui/a",
        "resources/a",     "translations/a",    "tests/a", "packaging/a", "README.md",
        "ARCHITECTURE.md", "CONTRIBUTING.md",   "LICENSE", ".gitignore"};
    EXPECT_EQ(listed(checkTopLevel(names)), "");
    names.push_back("docs/a.md");
    EXPECT_EQ(checkTopLevel(names).size(), 1U);
    names.front() = "core/b";
    EXPECT_EQ(checkTopLevel(names).size(), 2U);
}

TEST(LinkSets, ForbiddenLibrariesAreFound) {
    EXPECT_TRUE(checkLinkSet("manju", {"libstdc++.so.6", "libsqlite3.so.0"}).empty());
    EXPECT_EQ(checkLinkSet("manju", {"libQt6Core.so.6", "libc.so.6", "libtorch_cpu.so"}).size(), 2U);
    EXPECT_EQ(checkLinkSet("manju-studio", {"libQt6Core.so.6", "libavcodec.so.59"}).size(), 1U);
    EXPECT_EQ(checkLinkSet("manju-worker-image", {"libc10.so", "libespeak-ng.so.1"}).size(), 1U);
    EXPECT_EQ(checkLinkSet("manju-worker-media", {"libass.so.9", "libc10.so"}).size(), 1U);
    EXPECT_EQ(checkLinkSet("manju-device-check", {"libcuda.so.1", "libspdlog.so.1.10"}).size(), 1U);
}

}  // namespace
}  // namespace manju::arch
