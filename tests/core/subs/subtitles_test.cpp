// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/subtitles.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <sstream>

#include "core/base/text.h"
#include "core/subs/errors.h"
#include "core/subs/line_break.h"
#include "tests/core/subs/support.h"

namespace manju::subs {
namespace {

SubtitleFiles written(const SubtitleSpec& spec) {
    auto files = writeSubtitles(spec, bundledFonts());
    EXPECT_TRUE(files.ok()) << files.error().debugText();
    return files.ok() ? std::move(files).value() : SubtitleFiles{};
}

/// The texts of the script's events, overrides included.
std::vector<std::string> eventTexts(const std::string& ass) {
    std::vector<std::string> texts;
    std::istringstream lines(ass);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("Dialogue: ")) continue;
        std::size_t at = 0;
        for (int comma = 0; comma < 9; ++comma) at = line.find(',', at) + 1;
        texts.push_back(line.substr(at));
    }
    return texts;
}

void expectInsideBox(const SubtitleSpec& spec, const std::string& ass) {
    auto renderer = Renderer::open(ass, bundledFonts(), spec.width, spec.height);
    ASSERT_TRUE(renderer.ok()) << renderer.error().debugText();
    for (const SubtitleCue& cue : spec.cues) {
        const auto frame = renderer->render(frameMillis(cue.startFrame));
        ASSERT_TRUE(frame.ok()) << frame.error().debugText();
        const Ink ink = inkOf(*frame->overlays);
        if (ink.empty()) continue;
        EXPECT_GE(ink.left, spec.style.left) << cue.text;
        EXPECT_LE(ink.right, spec.style.right) << cue.text;
        EXPECT_LE(ink.bottom, spec.style.baseline) << cue.text;
        EXPECT_GE(ink.top, 260) << cue.text;
    }
}

TEST(Subtitles, SrtHasTheCuesWordForWord) {
    const auto files = written(specOf({"她说：“好的，明白了。”", "什么？？！", "{\\an8}\\N，"}));
    EXPECT_EQ(files.srt,
              "1\n00:00:00,000 --> 00:00:01,000\n她说：“好的，明白了。”\n\n"
              "2\n00:00:01,000 --> 00:00:02,000\n什么？？！\n\n"
              "3\n00:00:02,000 --> 00:00:03,000\n{\\an8}\\N，\n\n");
}

TEST(Subtitles, TimesAreRoundedCumulatively) {
    SubtitleSpec spec = specOf({});
    spec.frames = 200000;
    spec.cues = {{1, 2, "甲", ""}, {2, 4, "乙", ""}, {107999, 108001, "丙", ""}};
    const auto files = written(spec);
    EXPECT_NE(files.ass.find("0:00:00.03,0:00:00.07,"), std::string::npos);
    EXPECT_NE(files.ass.find("0:00:00.07,0:00:00.13,"), std::string::npos);
    EXPECT_NE(files.ass.find("0:59:59.97,1:00:00.03,"), std::string::npos);
    EXPECT_NE(files.srt.find("00:00:00,033 --> 00:00:00,067"), std::string::npos);
    EXPECT_NE(files.srt.find("00:00:00,067 --> 00:00:00,133"), std::string::npos);
    EXPECT_NE(files.srt.find("00:59:59,967 --> 01:00:00,033"), std::string::npos);
}

TEST(Subtitles, EveryFrameShowsItsCue) {
    SubtitleSpec spec = specOf({});
    for (std::int64_t frame = 0; frame < 40; ++frame)  // a cue in every second frame
        if (frame % 2 == 0) spec.cues.push_back({frame, frame + 1, "字", ""});
    spec.frames = 40;
    auto renderer = Renderer::open(written(spec).ass, bundledFonts(), 1080, 1920);
    ASSERT_TRUE(renderer.ok());
    for (std::int64_t frame = 0; frame < 40; ++frame)
        EXPECT_EQ(inkOf(*renderer->render(frameMillis(frame))->overlays).empty(), frame % 2 == 1) << frame;
}

TEST(Subtitles, DropsTrailingCommasOnScreenOnly) {
    const auto texts =
        eventTexts(written(specOf({"走吧。", "走吧，", "走吧？", "走吧！", "走吧……", "。"})).ass);
    EXPECT_EQ(texts, (std::vector<std::string>{"走吧", "走吧", "走吧？", "走吧！", "走吧……"}));
}

TEST(Subtitles, ShowsAliasesAsWritten) {
    const auto files = written(specOf({"我在[重庆|chong2 qing4]等你"}));
    EXPECT_EQ(eventTexts(files.ass).at(0), "我在重庆等你");
    EXPECT_NE(files.srt.find("\n我在重庆等你\n"), std::string::npos);
}

TEST(Subtitles, OverridesInTheTextAreText) {
    const SubtitleSpec spec = specOf({"{\\b1}a", "a\\Nb", "a\\nb\\h"});
    const auto files = written(spec);
    auto renderer = Renderer::open(files.ass, bundledFonts(), 1080, 1920);
    ASSERT_TRUE(renderer.ok());
    const Ink braces = inkOf(*renderer->render(500)->overlays);
    EXPECT_GT(braces.right - braces.left, 200);  // six characters, not one
    const Ink backslash = inkOf(*renderer->render(1500)->overlays);
    EXPECT_LT(backslash.bottom - backslash.top, 100);  // one line
}

TEST(Subtitles, SixtyCharactersStayInTheBoxOnTwoLines) {
    std::string text;
    for (int i = 0; i < 10; ++i) text += "风雪夜归人啊";
    const SubtitleSpec spec = specOf({text});
    const auto files = written(spec);
    const std::string set = eventTexts(files.ass).at(0);
    EXPECT_EQ(set.find("\\N"), set.rfind("\\N"));
    expectInsideBox(spec, files.ass);
}

TEST(Subtitles, TextThatCannotFitIsAnError) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += "风雪夜归人啊";
    const auto files = writeSubtitles(specOf({text}), bundledFonts());
    ASSERT_FALSE(files.ok());
    EXPECT_TRUE(files.error().is(kTextTooLong));
    EXPECT_EQ(files.error().args().at("text"), text);
}

TEST(Subtitles, InkStaysInTheBoxForRandomText) {
    rc::check("ink inside the safe box", [] {
        const std::u32string alphabet = U"永风鹰龘國龙你，。！？；：、（）《》「」“”…—～gyjQAWf1 9%éÅ";
        std::vector<std::string> texts;
        for (int i = 0; i < 4; ++i) {
            const auto size = *rc::gen::inRange<std::size_t>(1, 45);
            const auto points = *rc::gen::container<std::vector<std::size_t>>(
                size, rc::gen::inRange<std::size_t>(0, alphabet.size()));
            std::u32string text = U"字";
            for (const std::size_t point : points) text.push_back(alphabet[point]);
            texts.push_back(encodeUtf8(text));
        }
        SubtitleSpec spec = specOf(texts);
        spec.style.size = *rc::gen::inRange(24, 110);
        spec.style.outline = *rc::gen::inRange(0, 12);
        spec.style.maxLines = 3;
        const auto files = writeSubtitles(spec, bundledFonts());
        if (!files.ok()) RC_DISCARD("a run of marks that cannot be broken");
        for (const std::string& text : eventTexts(files->ass)) {
            std::size_t at = text.find("\\N");
            for (; at != std::string::npos; at = text.find("\\N", at + 2))
                RC_ASSERT(!isClosingMark(decodeUtf8(text.substr(at + 2))[0]));
        }
        expectInsideBox(spec, files->ass);
        RC_ASSERT(!::testing::Test::HasFailure());
    });
}

TEST(Subtitles, OverhangingLettersStayInTheBox) {
    SubtitleSpec spec =
        specOf({"jWWWWWWWWWWWWWWWWWWWWWWWWWWf", "ÅjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjÅ"});
    spec.style.size = 150;
    spec.style.outline = 0;
    expectInsideBox(spec, written(spec).ass);
}

TEST(Subtitles, LatinQuotesAreNarrow) {
    const auto texts = eventTexts(written(specOf({"“Don’t,” 他说“好”", "‘a’“好”"})).ass);
    EXPECT_EQ(texts.at(0), "\"Don't,\" 他说“好”");
    EXPECT_EQ(texts.at(1), "'a'“好”");
}

TEST(Subtitles, OutlineIsWholeOnEverySide) {
    const auto inkFor = [](int outline) {
        SubtitleSpec spec = specOf({"gyjpÅÉ龘"});
        spec.style.outline = outline;
        auto renderer = Renderer::open(written(spec).ass, bundledFonts(), 1080, 1920);
        Ink ink = inkOf(*renderer->render(frameMillis(0))->overlays);
        EXPECT_LE(ink.bottom, spec.style.baseline);
        ink.top -= 1440 - outline;  // the block moves up by the outline
        ink.bottom -= 1440 - outline;
        return ink;
    };
    const Ink bare = inkFor(0);
    const Ink thick = inkFor(8);
    EXPECT_NEAR(bare.left - thick.left, 8, 1);
    EXPECT_NEAR(thick.right - bare.right, 8, 1);
    EXPECT_NEAR(bare.top - thick.top, 8, 1);
    EXPECT_NEAR(thick.bottom - bare.bottom, 8, 1);
}

TEST(Subtitles, SpeakersHaveColoursByNameAndTheNarratorIsWhite) {
    SubtitleSpec spec = specOf({"一", "二", "三"});
    spec.cues[1].speaker = "林晚";
    spec.cues[2].speaker = "陈默";
    const std::string ass = written(spec).ass;
    std::swap(spec.cues[1].speaker, spec.cues[2].speaker);
    const std::string swapped = written(spec).ass;
    // The styles depend on the names, not on who speaks first.
    EXPECT_EQ(ass.substr(0, ass.find("[Events]")), swapped.substr(0, swapped.find("[Events]")));
    EXPECT_NE(ass.find("Style: Narrator,Manju Sans SC,87.84,&H00FFFFFF,"), std::string::npos);
    EXPECT_NE(ass.find(",Speaker1,,0,0,0,,二"), std::string::npos);  // 林 sorts before 陈
    EXPECT_NE(ass.find(",Speaker2,,0,0,0,,三"), std::string::npos);
}

TEST(Subtitles, LabelIsThereForTheWholeVideoAndHighEnough) {
    for (const char* label : {"AI 生成", "AI generated"}) {
        SubtitleSpec spec = specOf({"字幕", "字幕"});
        spec.label = label;
        spec.frames = 90;
        auto renderer = Renderer::open(written(spec).ass, bundledFonts(), 1080, 1920);
        ASSERT_TRUE(renderer.ok());
        for (const std::int64_t frame : {0, 45, 75, 89}) {
            const auto shown = renderer->render(frameMillis(frame));
            ASSERT_EQ(shown->overlays->size(), frame < 60 ? 2U : 1U);
            const auto& overlays = *shown->overlays;
            const Overlay& top =
                overlays[0].y < overlays[overlays.size() - 1].y ? overlays[0] : overlays.back();
            const Ink ink = inkOf({top});
            EXPECT_GE(ink.left, 96);
            EXPECT_GE(ink.top, 260);
            EXPECT_GE(ink.bottom - ink.top, 54);  // 5 % of 1080
        }
    }
}

TEST(Subtitles, OtherFrameSizesAreScaledCopies) {
    SubtitleSpec spec = specOf({"二分之一的画面上也一样断行，不多不少"});
    const std::string full = eventTexts(written(spec).ass).at(0);
    spec.width = 540;
    spec.height = 960;
    const std::string half = written(spec).ass;
    EXPECT_EQ(eventTexts(half).at(0).substr(0, 9).find("{\\fs"), full.substr(0, 9).find("{\\fs"));
    auto renderer = Renderer::open(half, bundledFonts(), 540, 960);
    ASSERT_TRUE(renderer.ok());
    const Ink ink = inkOf(*renderer->render(frameMillis(0))->overlays);
    EXPECT_GE(ink.left, 48);
    EXPECT_LE(ink.right, 450);
    EXPECT_LE(ink.bottom, 720);
}

TEST(Subtitles, RareCharactersAndEmoji) {
    const SubtitleSpec spec = specOf({"龘é😱"});
    const auto files = written(spec);
    expectInsideBox(spec, files.ass);  // fails if the renderer misses a glyph
    EXPECT_NE(files.srt.find("龘é😱"), std::string::npos);
    const bool drawn = eventTexts(files.ass).at(0).find("😱") != std::string::npos;
    EXPECT_EQ(files.leftOut, drawn ? U"" : U"😱");
}

TEST(Subtitles, CharactersThatNoFontHasAreNamed) {
    const auto files = writeSubtitles(specOf({"中\xEE\x84\xA3文\xEE\x84\xA4\xEE\x84\xA3"}), bundledFonts());
    ASSERT_FALSE(files.ok());
    EXPECT_TRUE(files.error().is(kGlyphsMissing));
    EXPECT_EQ(files.error().args().at("points"), "U+E123 U+E124");
}

TEST(Subtitles, UnknownFontIsNamed) {
    SubtitleSpec spec = specOf({"字"});
    spec.style.font = "No Such Family";
    const auto files = writeSubtitles(spec, bundledFonts());
    ASSERT_FALSE(files.ok());
    EXPECT_TRUE(files.error().is(kFontNotInstalled));
    EXPECT_EQ(files.error().args().at("font"), "No Such Family");
}

TEST(Subtitles, WrongTimesAndStylesAreRefused) {
    SubtitleSpec spec = specOf({"甲", "乙"});
    spec.cues[1].startFrame = 29;
    EXPECT_TRUE(writeSubtitles(spec, bundledFonts()).error().is(kCueTimesWrong));
    spec = specOf({"甲"});
    spec.frames = 29;
    EXPECT_TRUE(writeSubtitles(spec, bundledFonts()).error().is(kCueTimesWrong));
    spec = specOf({"甲"});
    spec.style.left = spec.style.right;
    EXPECT_TRUE(writeSubtitles(spec, bundledFonts()).error().is(kStyleWrong));
}

TEST(Subtitles, EqualSpecsGiveEqualFiles) {
    const SubtitleSpec spec = specOf({"同样的文字，同样的结果", "The same words"});
    EXPECT_EQ(written(spec).ass, written(spec).ass);
}

}  // namespace
}  // namespace manju::subs
