// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/headings.h"

#include <gtest/gtest.h>

#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

LineShape shape(std::string_view line) {
    const std::u32string text = decodeUtf8(line);
    return shapeOf(stripped(text));
}

TEST(Headings, KnowsChaptersAndEpisodes) {
    for (const char* line : {"第1集",
                             "第一章 风起",
                             "第十二回：夜宴",
                             "＃ 第２章 风起",
                             "【第三章】重逢",
                             "卷一 少年",
                             "番外一",
                             "楔子",
                             "尾声",
                             "第〇章",
                             "第廿三章",
                             "第两百集",
                             "第1集：归来",
                             "# The Lamp",
                             "Chapter 3",
                             "CHAPTER IV",
                             "Episode 2: The Key",
                             "Part Two - Home",
                             "Prologue",
                             "第一集​"})
        EXPECT_EQ(shape(line), LineShape::Episode) << line;
}

TEST(Headings, LeavesSentencesAlone) {
    for (const char* line :
         {"他翻到第一章正文，愣住了。", "第一章正文，他愣住了。", "第三集结束后他走了", "第二天，他醒了。",
          "12：30 他醒了", "3-5天后，他回来了。", "Chapter 3 was boring.", "Part of the problem was him.",
          "Act natural, she said.", "一集又一集", "尾声渐渐远去，他睡着了。", "#话题#", "3天后"})
        EXPECT_EQ(shape(line), LineShape::Plain) << line;
}

TEST(Headings, KnowsScenes) {
    for (const char* line : {"1-1 日 内 客厅", "1-1 客厅，日", "2-3 夜 外 码头 人物：阿坤、老周",
                             "场景2：医院走廊 夜 外", "【场景：天台】", "## S03 | 内景 · 咖啡厅 | 黄昏",
                             "INT. BOOKSHOP - EVENING", "第三场 夜 外", "【闪回】", "【闪回结束】"})
        EXPECT_EQ(shape(line), LineShape::Scene) << line;
}

TEST(Headings, KnowsMarks) {
    for (const char* line : {"---", "***", "* * *", "……", "======", "🌙🌙"})
        EXPECT_EQ(shape(line), LineShape::Rule) << line;
    for (const char* line : {"- 12 -", "第12页", "第 3 页 共 10 页", "Page 3 of 10", "12/30"})
        EXPECT_EQ(shape(line), LineShape::Page) << line;
    EXPECT_EQ(shape("《归来》"), LineShape::Title);
}

TEST(Headings, ReadsTheTitle) {
    EXPECT_EQ(headingText(U"【第三章】重逢"), U"第三章 重逢");
    EXPECT_EQ(headingText(U"## **Chapter 3**"), U"Chapter 3");
    EXPECT_EQ(headingText(U"《归来》"), U"归来");
}

TEST(Headings, NumbersAreEpisodesOnlyInSequence) {
    EXPECT_EQ(titlesOf(parsed("1\n我重生了。\n2\n我又重生了。\n**3**\n结束。")),
              (std::vector<std::string>{"1", "2", "3"}));
    EXPECT_EQ(titlesOf(parsed("1.\n我重生了。\n2太子回府\n他来了。")),
              (std::vector<std::string>{"1.", "2太子回府"}));
    // Page numbers, a time, a list.
    EXPECT_EQ(linesOf("他走了很久。\n17\n天亮了。"),
              (std::vector<std::string>{"narration||他走了很久。", "narration||天亮了。"}));
    EXPECT_EQ(linesOf("12：30 他醒了。"), (std::vector<std::string>{"narration||12：30 他醒了。"}));
    EXPECT_EQ(parsed("1、苹果\n2、香蕉\n3、梨").episodes.size(), 1U);
}

}  // namespace
}  // namespace manju::story
