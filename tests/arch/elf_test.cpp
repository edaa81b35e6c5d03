// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/elf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/os/file.h"

namespace manju::arch {
namespace {

TEST(Elf, ReadsItsOwnExecutable) {
    const auto bytes = os::readFile(os::executablePath());
    ASSERT_TRUE(bytes.ok());
    const auto needed = neededLibraries(*bytes);
    ASSERT_TRUE(needed.has_value());
    EXPECT_THAT(*needed, testing::Contains(testing::StartsWith("libstdc++.so")));
    EXPECT_THAT(*needed, testing::Not(testing::Contains(testing::StartsWith("libQt"))));
}

TEST(Elf, RefusesOtherAndTruncatedFiles) {
    EXPECT_FALSE(neededLibraries("").has_value());
    EXPECT_FALSE(
        neededLibraries("#!/bin/sh\necho this is no ELF file, but it is longer than a header\n").has_value());
    const auto bytes = os::readFile(os::executablePath());
    ASSERT_TRUE(bytes.ok());
    EXPECT_FALSE(neededLibraries(std::string_view(*bytes).substr(0, 80)).has_value());
}

}  // namespace
}  // namespace manju::arch
