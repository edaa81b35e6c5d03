// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/shots.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "core/story/segment.h"
#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

using testing::ElementsAre;

std::string textOf(const ShotDraft& shot) {
    std::string text;
    for (const ShotLine& line : shot.lines) text += line.text;
    return text;
}

std::vector<std::string> shotsOf(std::string_view script) {
    std::vector<std::string> shots;
    for (const EpisodeDraft& episode : parsed(script).episodes)
        for (const ShotDraft& shot : episode.shots) shots.push_back(textOf(shot));
    return shots;
}

std::vector<std::string> atomsOf(std::string_view line) {
    const std::u32string text = decodeUtf8(line);
    std::vector<std::string> atoms;
    for (const Atom& atom : LineSegmenter().atomsOf(text))
        atoms.push_back(encodeUtf8(text.substr(atom.begin, atom.end - atom.begin)));
    return atoms;
}

TEST(Atoms, EndWithPunctuationButNotInsideTokens) {
    EXPECT_THAT(atomsOf("他走了，没有回头。天亮了。"), ElementsAre("他走了，", "没有回头。", "天亮了。"));
    EXPECT_THAT(atomsOf("共3.14元，12：30到，1,000人。"),
                ElementsAre("共3.14元，", "12：30到，", "1,000人。"));
    EXPECT_THAT(atomsOf("他……他走了——真的走了！！！"), ElementsAre("他……", "他走了——", "真的走了！！！"));
    EXPECT_THAT(atomsOf("Mr. Reed came. He sat, e.g. on v2.0 chairs."),
                ElementsAre("Mr. Reed came. ", "He sat, ", "e.g. on v2.0 chairs."));
    EXPECT_THAT(atomsOf("……走吧。"), ElementsAre("……走吧。"));
}

TEST(Atoms, KeepPairsWhole) {
    EXPECT_THAT(atomsOf("他喊“快跑，别回头，一直跑”，然后倒下。"),
                ElementsAre("他喊“快跑，别回头，一直跑”，", "然后倒下。"));
    EXPECT_THAT(atomsOf("她读着《风，雪，夜》这本书，睡了。"),
                ElementsAre("她读着《风，雪，夜》这本书，", "睡了。"));
}

TEST(Atoms, CutLongTextBetweenWords) {
    const std::string line =
        "老周慢慢走进那间空荡荡的旧房子看见桌子上放着一封没有写完的信和一盏还在发光的油灯于是他坐下来等待天"
        "亮";
    for (const std::string& atom : atomsOf(line)) EXPECT_LE(weightOf(decodeUtf8(atom)), 8 * 9) << atom;
    for (const std::string& shot : shotsOf(line)) {
        EXPECT_THAT(shot, testing::Not(testing::EndsWith("空荡")));
        EXPECT_LE(decodeUtf8(shot).size(), 40U) << shot;
    }
}

TEST(Shots, HoldFifteenToFortyCharacters) {
    EXPECT_THAT(
        shotsOf("林晚慢慢推开门，屋里没有灯，也没有一个人。她站在门口，听见了远处传来的雨声和脚步声。"),
        ElementsAre("林晚慢慢推开门，屋里没有灯，也没有一个人。",
                    "她站在门口，听见了远处传来的雨声和脚步声。"));
}

TEST(Shots, MergeShortLinesAndCutAtSpeakerChange) {
    EXPECT_THAT(shotsOf("林晚：谁？\n老周：是我。\n林晚：进来。"), ElementsAre("谁？是我。进来。"));
    EXPECT_THAT(
        shotsOf("林晚：这么多年过去了，你终于还是回到这里了。\n老周：我答应过你父亲，要替他守住这座灯塔。"),
        ElementsAre("这么多年过去了，你终于还是回到这里了。", "我答应过你父亲，要替他守住这座灯塔。"));
}

TEST(Shots, EndWithTheScene) {
    EXPECT_THAT(shotsOf("1-1 日 内 客厅\n林晚：走。\n1-2 夜 外 码头\n老周：好。"),
                ElementsAre("走。", "好。"));
}

TEST(Shots, NameSpeakersAndMentioned) {
    const ParsedScript script = parsed("人物：林晚、老周、阿坤\n林晚：阿坤在码头等老周。");
    ASSERT_EQ(script.episodes.size(), 1U);
    EXPECT_THAT(script.episodes[0].shots[0].characters, ElementsAre("林晚", "阿坤", "老周"));
}

TEST(Shots, OfTheDemoFitTheBrief) {
    for (const char* file : {"resources/demo/demo-zh.txt", "resources/demo/demo-en.txt"}) {
        const ParsedScript script = parsed(readText(file));
        ASSERT_EQ(script.episodes.size(), 1U) << file;
        double seconds = 0;
        for (const ShotDraft& shot : script.episodes[0].shots) seconds += estimatedSeconds(shot);
        EXPECT_GE(script.episodes[0].shots.size(), 6U) << file;
        EXPECT_LE(script.episodes[0].shots.size(), 9U) << file;
        EXPECT_GE(seconds, 25.0) << file;
        EXPECT_LE(seconds, 43.0) << file;
    }
}

/// Lines of random sentences of one speaker or several.
rc::Gen<std::string> dialogues() {
    static const std::vector<std::string> kWords = {"灯塔",   "昨天", "我们", "走进", "那间",
                                                    "旧房子", "听见", "雨声", "父亲", "离开"};
    static const std::vector<std::string> kMarks = {"，", "。", "！", "？", "……", "——", "；", ""};
    const auto clause = rc::gen::map(
        rc::gen::pair(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10)), rc::gen::inRange(0, 8)),
        [](const std::pair<std::vector<int>, int>& draft) {
            std::string text;
            for (std::size_t i = 0; i < draft.first.size() && i < 12; ++i)
                text += kWords[static_cast<std::size_t>(draft.first[i])];
            return text.empty() ? text : text + kMarks[static_cast<std::size_t>(draft.second)];
        });
    const auto line = rc::gen::map(
        rc::gen::pair(rc::gen::container<std::vector<std::string>>(clause), rc::gen::inRange(0, 3)),
        [](const std::pair<std::vector<std::string>, int>& draft) {
            static constexpr std::string_view kLabels[] = {"林晚：", "老周：", "旁白："};
            std::string text;
            for (const std::string& part : draft.first) text += part;
            return text.empty() ? text : std::string(kLabels[draft.second]) + text + "\n";
        });
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(line),
                        [](const std::vector<std::string>& all) {
                            std::string text;
                            for (const std::string& one : all) text += one;
                            return text;
                        });
}

TEST(Shots, KeepTheirLengthAndNeverCutRunsOfMarks) {
    EXPECT_TRUE(rc::check("length of shots", [] {
        const std::string text = *dialogues();
        for (const EpisodeDraft& episode : parsed(text).episodes) {
            int previous = kLongestShot;
            for (const ShotDraft& shot : episode.shots) {
                int weight = 0;
                for (const ShotLine& line : shot.lines) {
                    const std::u32string points = decodeUtf8(line.text);
                    weight += weightOf(points);
                    RC_ASSERT(!oneOf(points.front(), U"，。！？；"));
                    RC_ASSERT(points.size() < 2 || points.front() != U'…' || points[1] == U'…');
                }
                RC_ASSERT(weight <= kLongestShot);
                RC_ASSERT(previous + weight > kShortestChineseShot);  // two short neighbours are one shot
                previous = weight;
            }
        }
    }));
}

TEST(Shots, LastAsLongAsTheirWords) {
    ShotDraft shot;
    shot.lines = {{LineKind::Narration, "", "一二三四五六七八九", {0, 9}}};
    EXPECT_DOUBLE_EQ(estimatedSeconds(shot), 2.25);
    shot.lines[0].text = "I don't know him, Mr. Reed-Jones, at all now.";
    EXPECT_NEAR(estimatedSeconds(shot), 9 / 2.6 + 0.25, 1e-9);
}

}  // namespace
}  // namespace manju::story
