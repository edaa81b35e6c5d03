// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/coverage.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>

#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

constexpr std::array kPieces = std::to_array<std::string_view>({"林晚",
                                                                "老周：",
                                                                "旁白：",
                                                                "“",
                                                                "”",
                                                                "「",
                                                                "」",
                                                                "\"",
                                                                "他说",
                                                                "道：",
                                                                "，",
                                                                "。",
                                                                "！？",
                                                                "……",
                                                                "——",
                                                                "\n",
                                                                "\n\n",
                                                                "\r\n",
                                                                "　　",
                                                                " ",
                                                                "第一章",
                                                                "第2集 归来",
                                                                "1-1 日 内",
                                                                "△",
                                                                "【字幕：",
                                                                "】",
                                                                "（怒）",
                                                                "---",
                                                                "***",
                                                                "https://a.b/c",
                                                                "12：30",
                                                                "3.14",
                                                                "Mara",
                                                                "said ",
                                                                "Narrator: ",
                                                                "Chapter 3",
                                                                "# ",
                                                                "**",
                                                                "_",
                                                                "\xE2\x80\x8B",
                                                                "😱",
                                                                "慢慢走进了那间空荡荡的旧房子",
                                                                "the old lighthouse keeper ",
                                                                ". ",
                                                                "\"I know,\" ",
                                                                "1",
                                                                "（OS）：",
                                                                "人物："});

rc::Gen<std::string> scripts() {
    const auto piece = rc::gen::map(rc::gen::inRange<std::size_t>(0, kPieces.size()),
                                    [](std::size_t i) { return std::string(kPieces[i]); });
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                        [](const std::vector<std::string>& pieces) {
                            std::string text;
                            for (const std::string& p : pieces) text += p;
                            return text;
                        });
}

TEST(Coverage, IsExactForRandomScripts) {
    EXPECT_TRUE(rc::check("every visible code point has one role; shots repeat the utterances", [] {
        const std::u32string source = decodeUtf8(*scripts());
        const std::string broken = brokenRule(source, parseText(source));
        if (!broken.empty()) RC_FAIL(broken);
    }));
}

TEST(Coverage, IsCompleteForAllShippedScripts) {
    for (const char* file :
         {"resources/demo/demo-zh.txt", "resources/demo/demo-en.txt", "resources/examples/script-prose.txt",
          "resources/examples/script-dialogue.txt", "resources/examples/script-mixed.txt",
          "tests/fixtures/scripts/traps-zh.txt", "tests/fixtures/scripts/traps-en.txt"}) {
        const std::u32string source = decodeUtf8(readText(file));
        EXPECT_EQ(brokenRule(source, parseText(source)), "") << file;
    }
}

TEST(Coverage, ListsHeadingsLineByLine) {
    const ParsedScript script = parsed("《归来》\n第一集  雪夜\n他来了。");
    EXPECT_EQ(script.headings, (std::vector<SourceSpan>{{0, 4}, {5, 12}}));
}

TEST(Coverage, SeesWhatNoRuleTook) {
    const std::u32string source = U"ab c";
    ScriptMap map{Text(source)};
    map.set(0, 1, Part::Heading);
    map.set(1, 2, Part::Spoken);  // without an utterance
    ParsedScript script;
    countCoverage(map, script);
    EXPECT_EQ(script.textPoints, 3);
    EXPECT_EQ(script.coveredPoints, 1);
    EXPECT_EQ(script.unassigned, (std::vector<SourceSpan>{{1, 4}}));
}

}  // namespace
}  // namespace manju::story
