// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/messages.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/errors.h"

namespace manju::messages {
namespace {

TEST(Messages, FillsNamedArguments) {
    const Error error(kFileNotFound, {{"file", "a'b:c[d] 空格"}});
    EXPECT_EQ(text(Language::English, error),
              "The file “a'b:c[d] 空格” does not exist. Check the path. [MJ-FILE-01]");
    EXPECT_EQ(text(Language::Chinese, error), "文件“a'b:c[d] 空格”不存在，请检查路径。 [MJ-FILE-01]");
}

TEST(Messages, ValuesAreNotPatterns) {
    EXPECT_EQ(text(Language::English, "MJ-FILE-01", {{"file", "{file}{x"}}),
              "The file “{file}{x” does not exist. Check the path.");
}

TEST(Messages, NothingIsHidden) {
    EXPECT_EQ(text(Language::English, "MJ-NONE-99", {{"a", "1"}}), "MJ-NONE-99 a=1");
    EXPECT_NE(text(Language::English, "MJ-FILE-01").find("{file}"), std::string::npos);
}

TEST(Messages, LanguageFollowsTheEnvironment) {
    ::setenv("LC_ALL", "zh_CN.UTF-8", 1);
    EXPECT_EQ(fromEnvironment(), Language::Chinese);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    EXPECT_EQ(fromEnvironment(), Language::English);
}

}  // namespace
}  // namespace manju::messages
