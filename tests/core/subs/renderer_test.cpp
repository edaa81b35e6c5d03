// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/renderer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/subs/errors.h"
#include "core/subs/subtitles.h"
#include "tests/core/subs/support.h"

namespace manju::subs {
namespace {

std::string script(const std::string& text) {
    return "[Script Info]\nScriptType: v4.00+\nPlayResX: 320\nPlayResY: 240\nWrapStyle: 2\n"
           "YCbCr Matrix: None\n[V4+ Styles]\n"
           "Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, BorderStyle, Outline, "
           "Alignment, MarginL, MarginR, MarginV\n"
           "Style: A,Manju Sans SC,48,&H0000FF00,&H00000000,-1,1,3,5,0,0,0\n[Events]\n"
           "Format: Layer, Start, End, Style, Text\n"
           "Dialogue: 0,0:00:01.00,0:00:02.00,A," +
           text + "\n";
}

TEST(Renderer, ShowsACueExactlyInItsTime) {
    auto renderer = Renderer::open(script("中文"), bundledFonts(), 320, 240);
    ASSERT_TRUE(renderer.ok()) << renderer.error().debugText();
    EXPECT_TRUE(inkOf(*renderer->render(999)->overlays).empty());
    EXPECT_FALSE(inkOf(*renderer->render(1000)->overlays).empty());
    EXPECT_FALSE(inkOf(*renderer->render(1999)->overlays).empty());
    EXPECT_TRUE(inkOf(*renderer->render(2000)->overlays).empty());
}

TEST(Renderer, ReportsChangesOnly) {
    auto renderer = Renderer::open(script("中文"), bundledFonts(), 320, 240);
    ASSERT_TRUE(renderer.ok());
    EXPECT_TRUE(renderer->render(1000)->changed);
    EXPECT_FALSE(renderer->render(1500)->changed);
    EXPECT_TRUE(renderer->render(2500)->changed);
}

TEST(Renderer, GivesStraightAlphaInTheScriptsColours) {
    auto renderer = Renderer::open(script("王"), bundledFonts(), 320, 240);
    ASSERT_TRUE(renderer.ok());
    const auto frame = renderer->render(1000);
    ASSERT_EQ(frame->overlays->size(), 1U);
    const Overlay& overlay = frame->overlays->front();
    ASSERT_EQ(overlay.rgba.size(), static_cast<std::size_t>(overlay.width * overlay.height) * 4);
    int fill = 0;
    int outline = 0;
    for (std::size_t i = 0; i < overlay.rgba.size(); i += 4) {
        const std::uint8_t* p = &overlay.rgba[i];
        if (p[3] != 255) continue;
        EXPECT_EQ(p[0], 0);
        EXPECT_EQ(p[2], 0);
        fill += p[1] == 255;
        outline += p[1] == 0;
    }
    EXPECT_GT(fill, 100);
    EXPECT_GT(outline, 100);
}

TEST(Renderer, NamesCharactersThatNoFontHas) {
    auto renderer = Renderer::open(script("中\xEE\x84\xA3"), bundledFonts(), 320, 240);  // U+E123
    ASSERT_TRUE(renderer.ok());
    const auto frame = renderer->render(1000);
    ASSERT_FALSE(frame.ok());
    EXPECT_TRUE(frame.error().is(kGlyphsMissing));
    EXPECT_EQ(frame.error().args().at("points"), "U+E123");
}

TEST(Renderer, RefusesWhatIsNoScriptAndNoFont) {
    EXPECT_TRUE(Renderer::open("hello", bundledFonts(), 320, 240).error().is(kRenderFailed));
    EXPECT_TRUE(Renderer::open(script("a"), {"/none.otf"}, 320, 240).error().is(kFontUnreadable));
}

TEST(Renderer, TakesFontsFromAnyPath) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("a'b [1] 中文:x " + std::to_string(::getpid()));
    fs::create_directories(folder);
    const fs::path font = folder / "字 体'.otf";
    fs::copy_file(bundledFonts()[0], font, fs::copy_options::overwrite_existing);
    const auto files = writeSubtitles(specOf({"任何路径"}), {font});
    ASSERT_TRUE(files.ok()) << files.error().debugText();
    auto renderer = Renderer::open(files->ass, {font}, 1080, 1920);
    ASSERT_TRUE(renderer.ok());
    EXPECT_FALSE(inkOf(*renderer->render(frameMillis(0))->overlays).empty());
    fs::remove_all(folder);
}

TEST(Renderer, CanBeMoved) {
    auto opened = Renderer::open(script("中文"), bundledFonts(), 320, 240);
    ASSERT_TRUE(opened.ok());
    Renderer renderer = std::move(opened).value();
    EXPECT_FALSE(inkOf(*renderer.render(1000)->overlays).empty());
}

}  // namespace
}  // namespace manju::subs
