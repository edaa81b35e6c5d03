// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/base/errors.h"
#include "core/base/sha256.h"

namespace manju::os {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("manju a'b:c[d] 空格 " + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    fs::path folder_;
};

TEST_F(FileTest, WritesWholeFilesAndLeavesNoPart) {
    const fs::path file = folder_ / "x.txt";
    ASSERT_TRUE(writeFile(file, "one").ok());
    ASSERT_TRUE(writeFile(file, "two").ok());
    EXPECT_EQ(readFile(file).value(), "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(FileTest, FailedWriteKeepsTheOldContent) {
    const fs::path file = folder_ / "x.txt";
    ASSERT_TRUE(writeFile(file, "one").ok());
    fs::create_directory(folder_ / "x.txt.part");  // the .part cannot be created
    const Status status = writeFile(file, "two");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().args().at("file"), file.string());
    EXPECT_EQ(readFile(file).value(), "one");
}

TEST_F(FileTest, ReadingNamesTheFileAndTheCause) {
    EXPECT_TRUE(readFile(folder_ / "none").error().is(kFileNotFound));
    EXPECT_TRUE(readFile(folder_).error().is(kFileIsFolder));
    ASSERT_TRUE(writeFile(folder_ / "big", "12345").ok());
    EXPECT_TRUE(readFile(folder_ / "big", Bytes(4)).error().is(kFileTooLarge));
}

TEST_F(FileTest, DigestEqualsTheHashOfTheContent) {
    ASSERT_TRUE(writeFile(folder_ / "d", "abc").ok());
    const auto digest = digestFile(folder_ / "d");
    EXPECT_EQ(digest->sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest->size, Bytes(3));
    EXPECT_EQ(digest->sha256, sha256Hex("abc"));
}

TEST_F(FileTest, FullDeviceIsReportedAsFullDisk) {
    EXPECT_TRUE(fileError("/x", ENOSPC, false).is(kDiskFull));
    std::ofstream full("/dev/full");
    ASSERT_TRUE(full.good());
}

TEST_F(FileTest, LockNamesItsHolderAndEndsWithIt) {
    auto first = LockFile::tryLock(folder_ / "lock");
    ASSERT_TRUE(first.ok() && first->lock);
    auto second = LockFile::tryLock(folder_ / "lock");
    ASSERT_TRUE(second.ok());
    EXPECT_FALSE(second->lock);
    EXPECT_EQ(second->holder.pid, ::getpid());
    first->lock.reset();
    EXPECT_TRUE(LockFile::tryLock(folder_ / "lock")->lock);
}

}  // namespace
}  // namespace manju::os
