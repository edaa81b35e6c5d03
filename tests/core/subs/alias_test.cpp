// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domain/alias_text.h"

#include <gtest/gtest.h>

namespace manju {
namespace {

TEST(AliasText, SplitsIntoPlainAndAlias) {
    const std::vector<AliasPart> expected{
        {"我在", "我在", false, 0, 6}, {"重庆", "chong2 qing4", true, 6, 27}, {"等你", "等你", false, 27, 33}};
    EXPECT_EQ(splitAliases("我在[重庆|chong2 qing4]等你"), expected);
}

TEST(AliasText, CaptionsShowTheFirstPart) {
    EXPECT_EQ(shownText("[行|hang2]长[说|shuo1]"), "行长说");
    EXPECT_EQ(shownText(""), "");
}

TEST(AliasText, OtherBracketsStay) {
    for (const char* text : {"[字幕]", "a[b|", "[|x]", "[x|]", "a|b]", "[a|b|c]", "[[", "[a\nb|c]", "]|["})
        EXPECT_EQ(shownText(text), text);
    EXPECT_EQ(shownText("[x [甲|jia3]"), "[x 甲");
}

}  // namespace
}  // namespace manju
