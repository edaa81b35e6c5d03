// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/prompt_builder.h"

#include <gmock/gmock.h>

#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

using testing::HasSubstr;
using testing::Not;

Cast twoMembers() {
    Cast cast;
    cast.members.resize(2);
    cast.members[0].name = "林晚";
    cast.members[0].aliases = {"小晚"};
    cast.members[0].prompt = "1girl, short black hair";
    cast.members[0].trigger = "linwan_v1";
    cast.members[1].name = "老周";
    cast.members[1].prompt = "1boy, white beard";
    return cast;
}

ImagePreset comic() {
    ImagePreset preset;
    preset.style = "comic style";
    preset.negative = "text, watermark";
    return preset;
}

ShotDraft firstShot(std::string_view script) {
    return parsed(script).episodes.at(0).shots.at(0);
}

TEST(Prompt, PutsTheFramedCharacterIntoTheScene) {
    const auto prompt =
        buildPrompt(firstShot("1-1 夜 外 码头\n林晚（哽咽）：暴雨里，你为什么不等我？我的眼泪止不住。"),
                    twoMembers(), comic());
    EXPECT_EQ(prompt.positive,
              "comic style, linwan_v1, 1girl, short black hair, solo, upper body, crying, tears, harbor, "
              "pier, outdoors, night, "
              "heavy rain, storm");
    EXPECT_EQ(prompt.negative, "text, watermark");
    EXPECT_EQ(prompt.framed, "林晚");
}

TEST(Prompt, IsNeutralWhereTheTextSaysNothing) {
    EXPECT_EQ(buildPrompt(firstShot("旁白：事情就是这样。"), twoMembers(), comic()).positive,
              "comic style, wide shot, simple background");
    EXPECT_EQ(buildPrompt(firstShot("老周：事情就是这样。"), twoMembers(), comic()).positive,
              "comic style, 1boy, white beard, solo, upper body, calm expression, simple background");
}

TEST(Prompt, ReadsEnglishWordsWhole) {
    const auto prompt = buildPrompt(
        firstShot("Narrator: At dusk the ship reached the lighthouse in thick fog."), {}, comic());
    EXPECT_THAT(prompt.positive, HasSubstr("ship deck"));
    EXPECT_THAT(prompt.positive, HasSubstr("dusk"));
    EXPECT_THAT(prompt.positive, HasSubstr("fog"));
    EXPECT_THAT(
        buildPrompt(firstShot("Narrator: Friendships embarrass scarred bartenders."), {}, comic()).positive,
        Not(HasSubstr("ship")));
}

TEST(Prompt, FramesSinglesInTurn) {
    const ShotDraft shot = firstShot("林晚：谁？\n老周：我。");
    EXPECT_EQ(buildPrompt(shot, twoMembers(), comic(), 1).framed, "林晚");
    EXPECT_EQ(buildPrompt(shot, twoMembers(), comic(), 2).framed, "老周");
    EXPECT_EQ(buildPrompt(shot, twoMembers(), comic(), 3).framed, "林晚");
    EXPECT_THAT(buildPrompt(shot, twoMembers(), comic(), 2).positive, Not(HasSubstr("linwan_v1")));
    // A speaker comes before somebody who is only mentioned; an alias is the same person.
    const ShotDraft mention = firstShot("人物：小晚、老周\n老周：小晚走了。");
    for (const int number : {1, 2, 3})
        EXPECT_EQ(buildPrompt(mention, twoMembers(), comic(), number).framed, "老周");
    EXPECT_EQ(buildPrompt(firstShot("人物：小晚、老周\n旁白：小晚走了。"), twoMembers(), comic()).framed,
              "林晚");
}

TEST(Prompt, NeverHoldsCjk) {
    Cast cast = twoMembers();
    cast.members[0].prompt = "黑发，1girl、灰色 coat, red scarf";
    ImagePreset preset = comic();
    preset.style = "漫画风, comic";
    preset.negative = "文字, text";
    for (const char* file : {"resources/demo/demo-zh.txt", "resources/examples/script-mixed.txt",
                             "tests/fixtures/scripts/traps-zh.txt"})
        for (const EpisodeDraft& episode : parsed(readText(file)).episodes)
            for (const ShotDraft& shot : episode.shots) {
                const ImagePrompt prompt = buildPrompt(shot, cast, preset, 1);
                for (const char32_t c : decodeUtf8(prompt.positive + prompt.negative))
                    EXPECT_FALSE(isCjk(c)) << prompt.positive;
                EXPECT_EQ(prompt, buildPrompt(shot, cast, preset, 1));
                EXPECT_THAT(prompt.positive, testing::StartsWith("comic, "));
            }
}

}  // namespace
}  // namespace manju::story
