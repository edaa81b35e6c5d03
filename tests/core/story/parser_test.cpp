// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/parser.h"

#include <gmock/gmock.h>

#include "core/base/errors.h"
#include "core/story/errors.h"
#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Parser, ReadsEveryTrapOfTheChineseFixture) {
    const ParsedScript script = parsed(readText("tests/fixtures/scripts/traps-zh.txt"));
    EXPECT_THAT(
        linesOf(script),
        ElementsAre("dialogue|白雪|我在。", "dialogue|景天|够了！你走吧。", "inner-voice|白雪|他变了。",
                    "narration||三年后。", "narration||天亮了。", "on-screen-text||三年后",
                    "narration||12：30 他醒了，翻到第一章正文，愣住了。", "narration||雨停。",
                    "narration||她抬头。", "on-screen-text|白雪|……", "dialogue|景天|走吧，",
                    "dialogue|景天|别回头。", "dialogue|白雪|真的？", "narration||他给它起名“小白”。",
                    "narration||我妈把门一摔：", "dialogue|我妈|滚！", "narration||我看着她，笑了。",
                    "narration||注意，这不是玩笑。"));
    EXPECT_THAT(titlesOf(script), ElementsAre("第一集 雪夜", "第二集"));
    EXPECT_EQ(script.language, "zh");
    EXPECT_EQ(script.format, "mixed");
    EXPECT_EQ(script.episodes[0].shots[0].scene, "1-1 夜 外 山路 人物：白雪、景天 深夜");
}

TEST(Parser, ReadsEveryTrapOfTheEnglishFixture) {
    const ParsedScript script = parsed(readText("tests/fixtures/scripts/traps-en.txt"));
    EXPECT_THAT(linesOf(script),
                ElementsAre("narration||It was the last day of the long summer, and the road through the "
                            "hills was as empty as "
                            "the old man had promised it would be; nobody had passed for hours.",
                            "dialogue|Mara|You came back,", "narration||Tom closed the door and whispered,",
                            "dialogue|Tom|I had to.", "dialogue|Mara|Then stay.",
                            "narration||Mr. Reed paid 3.50 dollars at 12:30. He called it “the price”.",
                            "dialogue|MARA|Where have you been?", "dialogue|TOM|Far away. Too far.",
                            "narration||The lamp went out.", "on-screen-text||One year later",
                            "narration||He knew one thing: it was over.", "narration||See , page 3."));
    EXPECT_THAT(titlesOf(script), ElementsAre("Prologue", "Chapter 1: Home"));
    EXPECT_EQ(script.language, "en");
}

TEST(Parser, LabelsAreNeverSpoken) {
    EXPECT_THAT(linesOf("旁白：天亮了"), ElementsAre("narration||天亮了"));
    EXPECT_THAT(linesOf("画外音（低沉）：“天亮了。”"), ElementsAre("narration||天亮了。"));
    EXPECT_THAT(linesOf("Narrator: It was day."), ElementsAre("narration||It was day."));
    EXPECT_THAT(linesOf("【VO：天亮了。】"), ElementsAre("narration||天亮了。"));
    EXPECT_THAT(linesOf("陈默（OS）：她骗了我。"), ElementsAre("inner-voice|陈默|她骗了我。"));
    EXPECT_THAT(linesOf("陈默内心：她骗了我。"), ElementsAre("inner-voice|陈默|她骗了我。"));
    EXPECT_THAT(linesOf("Mara (V.O.): He lied."), ElementsAre("inner-voice|Mara|He lied."));
    EXPECT_THAT(linesOf("林晚：（怒）够了。"), ElementsAre("dialogue|林晚|够了。"));
    EXPECT_THAT(linesOf("林晚:“够了。”"), ElementsAre("dialogue|林晚|够了。"));
    EXPECT_THAT(linesOf("系统提示：【叮，奖励到账】"), ElementsAre("dialogue|系统提示|【叮，奖励到账】"));
}

TEST(Parser, SpeakersMayBeginWithAnyCharacter) {
    for (const std::string name : {"白雪", "景天", "人杰", "物华", "场主", "幕僚", "旁立", "字航", "甲",
                                   "路人甲", "众人", "士兵A", "塞巴斯蒂安·冯·霍亨海姆"})
        EXPECT_THAT(linesOf(name + "：我在。"), ElementsAre("dialogue|" + name + "|我在。"));
}

TEST(Parser, NotEveryColonMakesASpeaker) {
    EXPECT_THAT(linesOf("他只有一个念头：活下去。"), ElementsAre("narration||他只有一个念头：活下去。"));
    EXPECT_THAT(linesOf("时间：夜\n他来了。"), ElementsAre("narration||他来了。"));
    EXPECT_THAT(linesOf("林晚说：我走了。"), ElementsAre("narration||林晚说：我走了。"));
    EXPECT_THAT(linesOf("结果：他输了。"), ElementsAre("narration||结果：他输了。"));
    EXPECT_THAT(linesOf("Everything changed: he left."),
                ElementsAre("narration||Everything changed: he left."));
}

TEST(Parser, FindsTheSpeakerOfAQuote) {
    EXPECT_THAT(linesOf("林晚冷冷地说道：“你回来了？”"),
                ElementsAre("narration||林晚冷冷地说道：", "dialogue|林晚|你回来了？"));
    EXPECT_THAT(linesOf("“你回来了？”林晚问。"), ElementsAre("dialogue|林晚|你回来了？"));
    EXPECT_THAT(linesOf("林晚抬起头，轻声问：“谁？”\n“是我。”老周答道。\n“进来。”"),
                ElementsAre("narration||林晚抬起头，轻声问：", "dialogue|林晚|谁？", "dialogue|老周|是我。",
                            "dialogue|林晚|进来。"));
    EXPECT_THAT(linesOf("陈默心想：“这下完了。”"),
                ElementsAre("narration||陈默心想：", "inner-voice|陈默|这下完了。"));
    EXPECT_THAT(
        linesOf("Tom turned around. \"Who is there?\" he asked."),
        ElementsAre("narration||Tom turned around.", "dialogue||Who is there?", "narration||he asked."));
    EXPECT_THAT(
        linesOf("\"Go,\" said Tom.\nTom turned around. \"Who is there?\" he asked."),
        ElementsAre("dialogue|Tom|Go,", "narration||Tom turned around.", "dialogue|Tom|Who is there?"));
    EXPECT_THAT(linesOf("\"Run!\" shouted the old man."),
                ElementsAre("dialogue|old man|Run!", "narration||shouted the old man."));
    EXPECT_THAT(linesOf("“我不知道什么街道”"), ElementsAre("dialogue||我不知道什么街道"));
}

TEST(Parser, ResolvesPronounsWithCare) {
    EXPECT_THAT(
        linesOf(
            "It was dark when Elena came.\n\"I know.\" Elena wiped her face. \"They followed me, Victor.\"\n"
            "Victor stepped into the light. \"Then we have ten minutes,\" he said. \"Run.\"\n"
            "He stared at her. \"Now!\""),
        ElementsAre("narration||It was dark when Elena came.", "dialogue|Elena|I know.",
                    "narration||Elena wiped her face.", "dialogue|Elena|They followed me, Victor.",
                    "narration||Victor stepped into the light.", "dialogue|Victor|Then we have ten minutes,",
                    "dialogue|Victor|Run.", "narration||He stared at her.", "dialogue||Now!"));
    // The one looked at does not speak.
    EXPECT_THAT(linesOf("太子冷冷地看着我：“你会后悔的。”"),
                ElementsAre("narration||太子冷冷地看着我：", "dialogue|太子|你会后悔的。"));
    EXPECT_THAT(linesOf("苏明站在海边。\n苏明拿出信。\n苏明坐下来。\n“我到了。”他说。"),
                ElementsAre("narration||苏明站在海边。", "narration||苏明拿出信。", "narration||苏明坐下来。",
                            "dialogue|苏明|我到了。"));
    EXPECT_THAT(linesOf("林晚：走吧。\n他问她：“值得吗？”"),
                ElementsAre("dialogue|林晚|走吧。", "narration||他问她：", "dialogue||值得吗？"));
}

TEST(Parser, TakesAllQuoteMarks) {
    EXPECT_THAT(linesOf("「真的？」"), ElementsAre("dialogue||真的？"));
    EXPECT_THAT(linesOf("『真的？』"), ElementsAre("dialogue||真的？"));
    EXPECT_THAT(linesOf("‘Don’t go.’"), ElementsAre("dialogue||Don’t go."));
    EXPECT_THAT(linesOf("“他说：‘走吧。’然后就走了。”"), ElementsAre("dialogue||他说：‘走吧。’然后就走了。"));
    EXPECT_THAT(linesOf("「他说『走吧』。」"), ElementsAre("dialogue||他说『走吧』。"));
    EXPECT_THAT(linesOf("A 5\" pipe and a 6\" pipe."), ElementsAre("narration||A 5\" pipe and a 6\" pipe."));
}

TEST(Parser, SurvivesUnclosedQuotes) {
    EXPECT_THAT(linesOf("老周说：“第一段。\n“第二段。”\n他走了。"),
                ElementsAre("dialogue|老周|第一段。", "dialogue|老周|第二段。", "narration||他走了。"));
    EXPECT_THAT(linesOf("老周说：“第一段。\n第二段。”他走了。"),
                ElementsAre("dialogue|老周|第一段。", "dialogue|老周|第二段。", "narration||他走了。"));
    EXPECT_THAT(linesOf("“没有结尾"), ElementsAre("dialogue||没有结尾"));
}

TEST(Parser, CutsPastedTextWithoutLineBreaks) {
    const ParsedScript script =
        parsed("第1集：归来1-1 日 内 客厅△门开了。林晚：你回来了？老周（笑）：回来了。△他坐下。");
    EXPECT_THAT(linesOf(script), ElementsAre("narration||门开了。", "dialogue|林晚|你回来了？",
                                             "dialogue|老周|回来了。", "narration||他坐下。"));
    EXPECT_THAT(titlesOf(script), ElementsAre("第1集：归来"));
    EXPECT_EQ(script.episodes[0].shots[0].scene, "1-1 日 内 客厅");
}

TEST(Parser, KeepsTextBeforeTheFirstHeading) {
    const ParsedScript script = parsed("很久以前。\n\n第一章\n他来了。");
    EXPECT_THAT(linesOf(script), ElementsAre("narration||很久以前。", "narration||他来了。"));
    EXPECT_THAT(titlesOf(script), ElementsAre("", "第一章"));
}

TEST(Parser, TakesEveryLineEndAndInvisibleCharacter) {
    for (const char* text :
         {"白雪：我在。\r\n他来了。\r\n", "白雪：我在。\r他来了。", "白雪：\xE2\x80\x8B我在。\n\f他来了。",
          "　　白雪：我\xE2\x80\x8B在。\n\xC2\xA0他来了。"})
        EXPECT_THAT(linesOf(text), ElementsAre("dialogue|白雪|我在。", "narration||他来了。")) << text;
}

TEST(Parser, OffsetsCountCodePoints) {
    const ParsedScript script = parsed("😱白：\n林晚：😱你好");
    ASSERT_EQ(script.episodes.size(), 1U);
    const Utterance& line = script.episodes[0].utterances.back();
    EXPECT_EQ(line.text, "😱你好");
    EXPECT_EQ(line.span, (SourceSpan{7, 10}));
}

TEST(Parser, TellsTheFormat) {
    EXPECT_EQ(parsed(readText("resources/demo/demo-zh.txt")).format, "dialogue");
    EXPECT_EQ(parsed(readText("resources/examples/script-prose.txt")).format, "prose");
    EXPECT_EQ(parsed(readText("resources/examples/script-dialogue.txt")).format, "dialogue");
    EXPECT_EQ(parsed(readText("resources/examples/script-mixed.txt")).format, "mixed");
}

TEST(Parser, RefusesASilentScript) {
    EXPECT_TRUE(parseScript("第一章\n---\n* * *\n", "a.txt").error().is(kScriptSilent));
    EXPECT_TRUE(parseScriptFile("/nonexistent/a.txt").error().is(kFileNotFound));
}

TEST(Parser, FillsInTheFile) {
    const auto script = parseScriptFile(std::string(MANJU_SOURCE_DIR) + "/resources/demo/demo-en.txt");
    ASSERT_TRUE(script.ok());
    EXPECT_EQ(script.value().encoding, "UTF-8");
    EXPECT_TRUE(script.value().file.ends_with("resources/demo/demo-en.txt"));
}

}  // namespace
}  // namespace manju::story
