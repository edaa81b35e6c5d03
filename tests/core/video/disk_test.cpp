// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <sched.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>

#include "core/video/bench_scene.h"
#include "core/video/compose.h"
#include "tests/core/video/support.h"

namespace manju::video {
namespace {

/// A file system of `bytes`, seen by this thread only; needs the right to mount.
class SmallDisk {
public:
    SmallDisk(const std::filesystem::path& folder, std::size_t bytes) : folder_(folder) {
        std::filesystem::create_directories(folder);
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            mount("tmpfs", folder.c_str(), "tmpfs", 0, ("size=" + std::to_string(bytes)).c_str()) != 0)
            failure_ = std::strerror(errno);
    }
    ~SmallDisk() {
        if (failure_.empty()) umount(folder_.c_str());
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    [[nodiscard]] const std::string& failure() const { return failure_; }

private:
    std::filesystem::path folder_;
    std::string failure_;
};

TEST(FullDisk, IsNamedAndNothingIsLeft) {
    const TempFolder folder;
    auto scene = makeBenchScene({{180, 320}, {180, 320}, 6, 15, false}, folder / "in");
    MANJU_ASSERT_OK(scene);
    const auto whole = folder / "whole.mp4";
    MANJU_ASSERT_OK(composeVideo(scene->spec, scene->inputs, whole, {}, {}, {}));
    const auto size = std::filesystem::file_size(whole);
    // Too small for the first frames, for the content, and for the index that is put in front of it.
    for (const double share : {0.05, 0.6, 0.99}) {
        const SmallDisk disk(folder / "disk",
                             static_cast<std::size_t>(static_cast<double>(size) * share) / 4096 * 4096);
        if (!disk.failure().empty()) GTEST_SKIP() << "cannot mount a small disk: " << disk.failure();
        const auto facts = composeVideo(scene->spec, scene->inputs, folder / "disk/video.mp4", {}, {}, {});
        ASSERT_FALSE(facts.ok()) << share;
        EXPECT_EQ(facts.error().id(), "MJ-FILE-04") << facts.error().debugText();
        EXPECT_EQ(facts.error().args().at("file"), (folder / "disk/video.mp4.part").string());
        EXPECT_TRUE(std::filesystem::is_empty(folder / "disk"));
    }
}

TEST(FullDisk, IsNamedWithoutAnyRights) {
    const TempFolder folder;
    auto scene = makeBenchScene({{180, 320}, {180, 320}, 2, 15, false}, folder / "in");
    MANJU_ASSERT_OK(scene);
    // Every write to this device fails with "no space left".
    std::filesystem::create_symlink("/dev/full", folder / "video.mp4.part");
    const auto facts = composeVideo(scene->spec, scene->inputs, folder / "video.mp4", {}, {}, {});
    ASSERT_FALSE(facts.ok());
    EXPECT_EQ(facts.error().id(), "MJ-FILE-04") << facts.error().debugText();
    EXPECT_FALSE(std::filesystem::exists(folder / "video.mp4"));
}

}  // namespace
}  // namespace manju::video
