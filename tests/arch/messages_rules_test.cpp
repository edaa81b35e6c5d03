// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/arch/messages_rules.h"

#include <gtest/gtest.h>

namespace manju::arch {
namespace {

TEST(DeclaredCodes, AreReadWithTheirArguments) {
    const SourceFile file = {
        "core/a/errors.h",
        "inline constexpr ErrorCode kOne{\"MJ-A-01\", ErrorKind::Usage};  // {file} {size}\n"
        "inline constexpr ErrorCode kTwo{\n    \"MJ-A-02\", ErrorKind::Failed};\n"
        "inline constexpr int kThree = 3;  // {other}\n"
        "/// {tensor}\n"
        "inline constexpr ErrorCode kFour{\"MJ-A-04\", ErrorKind::Failed};\n"};
    const auto codes = declaredCodes(file);
    ASSERT_EQ(codes.size(), 3U);
    EXPECT_EQ(codes[0].id, "MJ-A-01");
    EXPECT_EQ(codes[0].arguments, (std::set<std::string>{"file", "size"}));
    EXPECT_EQ(codes[1].id, "MJ-A-02");
    EXPECT_TRUE(codes[1].arguments.empty());
    EXPECT_EQ(codes[2].arguments, std::set<std::string>{"tensor"});
}

TEST(Entries, BrokenOnesAreFound) {
    EXPECT_TRUE(checkEntries({{"MJ-A-01", "{file} is {size}.", "{size}：{file}。"}}).empty());
    EXPECT_EQ(checkEntries({{"MJ-A-01", "{file}.", "{files}。"}}).size(), 1U);
    EXPECT_EQ(checkEntries({{"MJ-A-01", "Text.", " "}}).size(), 1U);
    EXPECT_EQ(checkEntries({{"MJ-A-01", "", "文字。"}}).size(), 1U);
    EXPECT_EQ(checkEntries({{"MJ-A-01", "One.", "一。"}, {"MJ-A-01", "Two.", "二。"}}).size(), 1U);
}

TEST(Codes, WithoutSentenceOrArgumentAreFound) {
    const messages::Entry entry = {"MJ-A-01", "{file} is empty.", "{file}是空的。"};
    EXPECT_TRUE(checkCodes({{"MJ-A-01", "x", {"file", "unused"}}}, {entry}).empty());
    EXPECT_EQ(checkCodes({{"MJ-A-01", "x", {}}}, {entry}).size(), 1U);
    EXPECT_EQ(checkCodes({{"MJ-A-02", "x", {}}}, {entry}).size(), 1U);
    EXPECT_EQ(checkCodes({{"MJ-A-01", "x", {"file"}}, {"MJ-A-01", "y", {"file"}}}, {entry}).size(), 1U);
}

TEST(Entries, WithoutUseAreFound) {
    const auto mentioned = mentionedIds({"core/a/errors.h", "f(\"MJ-A-01\");\n// MJ-A-02\n"});
    EXPECT_EQ(mentioned, std::set<std::string>{"MJ-A-01"});
    EXPECT_TRUE(mentionedIds({"core/messages/a.cpp", "\"MJ-A-01\""}).empty());
    EXPECT_TRUE(checkUse(mentioned, {{"MJ-A-01", "One.", "一。"}, {"stage.one", "One.", "一。"}}).empty());
    EXPECT_EQ(checkUse(mentioned, {{"MJ-A-02", "Two.", "二。"}}).size(), 1U);
}

}  // namespace
}  // namespace manju::arch
