// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/documents.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

using testing::HasSubstr;

ParsedScript demo(const std::string& name) {
    auto script = parseScript(readText("resources/demo/" + name), name);
    EXPECT_TRUE(script.ok());
    return script.value();
}

/// With MANJU_WRITE_EXAMPLES set the example is written anew instead.
TEST(Documents, TheExampleIsThatOfTheEnglishDemo) {
    const std::string text = shotsDocument(demo("demo-en.txt")).dump(2) + "\n";
    if (std::getenv("MANJU_WRITE_EXAMPLES")) {
        const std::string path = std::string(MANJU_SOURCE_DIR) + "/resources/examples/shots.json";
        ASSERT_TRUE(os::writeFile(path, text).ok());
    }
    EXPECT_EQ(text, readText("resources/examples/shots.json"));
}

TEST(Documents, SaysWhatWasUnderstood) {
    const Json document = shotsDocument(demo("demo-zh.txt"));
    EXPECT_EQ(document["schema_version"], 1);
    EXPECT_EQ(document["file"], "demo-zh.txt");
    EXPECT_EQ(document["encoding"], "UTF-8");
    EXPECT_EQ(document["format"], "dialogue");
    EXPECT_EQ(document["language"], "zh");
    EXPECT_EQ(document["coverage"]["percent"], 100.0);
    EXPECT_EQ(document["coverage"]["text_points"], document["coverage"]["covered_points"]);
    const Json& episode = document["episodes"][0];
    EXPECT_EQ(episode["title"], "第一集 守灯人");
    std::string utterances;
    for (const Json& line : episode["utterances"]) utterances += line["text"];
    std::string shots;
    for (const Json& shot : episode["shots"]) shots += shot["text"];
    EXPECT_EQ(utterances, shots);
    EXPECT_EQ(episode["utterances"][2]["kind"], "dialogue");
    EXPECT_EQ(episode["utterances"][2]["speaker"], "林晚");
    EXPECT_EQ(episode["shots"][0]["number"], 1);
}

TEST(Documents, PercentIsNeverRoundedUp) {
    ParsedScript script;
    script.textPoints = 1'000'000;
    script.coveredPoints = 999'999;
    EXPECT_EQ(shotsDocument(script)["coverage"]["percent"], 99.99);
}

TEST(Documents, SpeaksBothLanguages) {
    const std::string chinese = shotsText(demo("demo-zh.txt"), messages::Language::Chinese);
    EXPECT_THAT(chinese, HasSubstr("\n第一集 守灯人（"));
    EXPECT_THAT(chinese, HasSubstr("  林晚：周伯，灯不能灭"));
    EXPECT_THAT(chinese, HasSubstr("  【字幕】第二天清晨"));
    const std::string english = shotsText(demo("demo-en.txt"), messages::Language::English);
    EXPECT_THAT(english, HasSubstr("demo-en.txt: UTF-8 (100 % sure), dialogue script, English"));
    EXPECT_THAT(english, HasSubstr("100.00 % of the text is accounted for"));
    EXPECT_THAT(english, HasSubstr("  Mara: Don't switch it off, Tom!"));
    for (const std::string& text : {chinese, english})
        EXPECT_THAT(text, testing::Not(HasSubstr("story."))) << text;
}

}  // namespace
}  // namespace manju::story
