// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/decode.h"

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <filesystem>
#include <fstream>

#include "core/base/errors.h"
#include "core/base/sha256.h"
#include "core/story/errors.h"
#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

std::string encoded(const std::string& utf8, const char* charset) {
    UErrorCode status = U_ZERO_ERROR;
    std::string bytes(utf8.size() * 4 + 16, '\0');
    const auto length = ucnv_convert(charset, "UTF-8", bytes.data(), static_cast<std::int32_t>(bytes.size()),
                                     utf8.data(), static_cast<std::int32_t>(utf8.size()), &status);
    EXPECT_TRUE(U_SUCCESS(status)) << charset;
    bytes.resize(static_cast<std::size_t>(length));
    return bytes;
}

std::string errorOf(std::string_view bytes) {
    const auto script = decodeScript(bytes, "a.txt");
    return script.ok() ? "decoded as " + script.value().encoding : script.error().debugText();
}

struct Encoding {
    const char* charset;
    std::string_view mark;
    const char* name;
};

TEST(Decode, GivesTheSameTextFromEveryEncoding) {
    constexpr Encoding kEncodings[] = {{"UTF-8", "", "UTF-8"},
                                       {"UTF-8", "\xEF\xBB\xBF", "UTF-8 BOM"},
                                       {"UTF-16LE", "\xFF\xFE", "UTF-16LE"},
                                       {"UTF-16BE", "\xFE\xFF", "UTF-16BE"},
                                       {"UTF-16LE", "", "UTF-16LE"},
                                       {"UTF-16BE", "", "UTF-16BE"},
                                       {"gb18030", "", "GB18030"}};
    for (const char* file : {"resources/demo/demo-zh.txt", "resources/examples/script-prose.txt",
                             "resources/examples/script-mixed.txt", "tests/fixtures/scripts/traps-zh.txt"}) {
        const std::string text = readText(file);
        for (const Encoding& encoding : kEncodings) {
            const auto script =
                decodeScript(std::string(encoding.mark) + encoded(text, encoding.charset), file);
            ASSERT_TRUE(script.ok()) << file << " " << encoding.name << " " << script.error().debugText();
            EXPECT_EQ(script.value().encoding, encoding.name) << file;
            EXPECT_EQ(encodeUtf8(script.value().text), text) << file << " " << encoding.name;
            EXPECT_GT(script.value().confidence, 0.8) << file << " " << encoding.name;
        }
    }
}

TEST(Decode, ReadsShortAndEnglishTexts) {
    EXPECT_EQ(decodeScript("\xD6\xD0\xCE\xC4", "a").value().text, U"中文");
    EXPECT_EQ(decodeScript("\xC1\xAA\xCD\xA8", "a").value().text, U"联通");
    EXPECT_EQ(decodeScript(encoded("你好", "UTF-16LE"), "a").value().text, U"你好");
    EXPECT_EQ(decodeScript(encoded("Hello.\n", "UTF-16BE"), "a").value().text, U"Hello.\n");
    EXPECT_EQ(decodeScript("Bush hid the facts", "a").value().encoding, "UTF-8");
    EXPECT_EQ(decodeScript("Café at noon.", "a").value().text, U"Café at noon.");
}

TEST(Decode, NamesTheDamagedByte) {
    EXPECT_EQ(errorOf("林晚\xE4\xBD：你好，老周。"), "MJ-STORY-05 byte=6 encoding=UTF-8 file=a.txt");
    EXPECT_EQ(errorOf("\xEF\xBB\xBF林\xFF"), "MJ-STORY-05 byte=6 encoding=UTF-8 BOM file=a.txt");
    const std::string gb = encoded("林晚推开门。\n老周说：你回来了？\n", "gb18030");
    EXPECT_EQ(errorOf(gb + "\xFF\x41"),
              "MJ-STORY-05 byte=" + std::to_string(gb.size()) + " encoding=GB18030 file=a.txt");
    EXPECT_EQ(errorOf(std::string("\xFF\xFE\x2D\x4E\x00\xD8\x41\x00", 8)),
              "MJ-STORY-05 byte=4 encoding=UTF-16LE file=a.txt");
    EXPECT_EQ(errorOf(std::string("\xFF\xFE\x2D\x4E\x41", 5)),
              "MJ-STORY-05 byte=4 encoding=UTF-16LE file=a.txt");
    EXPECT_EQ(errorOf("abc \xEF\xBF\xBD def"), "MJ-STORY-05 byte=4 encoding=UTF-8 file=a.txt");
}

TEST(Decode, NeverGuessesAtOtherEncodings) {
    const std::string traditional = "林晚推開門，屋裡沒有燈。她說：你們都不在嗎？沒有人回答，只有風聲。\n";
    for (const char* charset : {"Big5", "EUC-KR", "windows-1252"}) {
        const std::string text =
            std::string(charset) == "Big5" ? traditional
            : std::string(charset) == "EUC-KR"
                ? "그녀는 문을 열었다. 방 안에는 아무도 없었다. 바람 소리만 들렸다. 나는 여기에 있다.\n"
                : "He said “don’t go” and closed the café’s door.\n";
        const auto script = decodeScript(encoded(text, charset), "a.txt");
        ASSERT_FALSE(script.ok()) << charset << " read as " << script.value().encoding;
        EXPECT_TRUE(script.error().is(kScriptEncodingUnknown) || script.error().is(kScriptDamaged))
            << charset << " " << script.error().debugText();
    }
    // The same traditional text in GB18030 is Chinese.
    EXPECT_EQ(decodeScript(encoded(traditional, "gb18030"), "a").value().encoding, "GB18030");
}

TEST(Decode, FindsAByteLostFromGb18030) {
    const std::string whole = encoded(readText("resources/demo/demo-zh.txt"), "gb18030");
    for (std::size_t lost = 40; lost < 400; lost += 7) {
        std::string bytes = whole;
        bytes.erase(lost, 1);
        const auto script = decodeScript(bytes, "a.txt");
        if (static_cast<unsigned char>(whole[lost]) < 0x80)
            continue;  // an ASCII character is missing, no more
        ASSERT_FALSE(script.ok()) << "byte " << lost;
        EXPECT_TRUE(script.error().is(kScriptDamaged)) << script.error().debugText();
    }
}

TEST(Decode, RefusesWhatIsNoScript) {
    EXPECT_EQ(errorOf(""), "MJ-STORY-01 file=a.txt");
    EXPECT_EQ(errorOf(" \r\n\xE3\x80\x80\n"), "MJ-STORY-01 file=a.txt");
    EXPECT_EQ(errorOf("\xEF\xBB\xBF"), "MJ-STORY-01 file=a.txt");
    EXPECT_EQ(errorOf(std::string("\x89PNG\r\n\x1A\n\0\0", 10)), "MJ-STORY-02 file=a.txt type=PNG");
    EXPECT_EQ(errorOf(std::string("PK\x03\x04\x14\0\0\0word/document.xml", 25)),
              "MJ-STORY-03 file=a.txt type=DOCX (Word)");
    EXPECT_EQ(errorOf("%PDF-1.7\n"), "MJ-STORY-03 file=a.txt type=PDF");
    EXPECT_EQ(errorOf(std::string("abc\0def", 7)), "MJ-STORY-04 byte=3 file=a.txt");
    EXPECT_EQ(errorOf("abc\x1B[1m"), "MJ-STORY-04 byte=3 file=a.txt");
}

TEST(Decode, RefusesLargeFilesUnread) {
    const auto path = std::filesystem::temp_directory_path() / "manju_story_large_script.txt";
    std::ofstream(path).put('a');
    std::filesystem::resize_file(path, 120'000'000);  // sparse
    const auto script = readScript(path);
    std::filesystem::remove(path);
    ASSERT_FALSE(script.ok());
    EXPECT_TRUE(script.error().is(kFileTooLarge)) << script.error().debugText();
    EXPECT_TRUE(decodeScript(std::string(20'000'001, 'a'), "a").error().is(kFileTooLarge));
}

TEST(Decode, ShowsEveryPath) {
    EXPECT_EQ(displayPath("/a/剧本.txt"), "/a/剧本.txt");
    EXPECT_EQ(displayPath("/a/\xFF\xE4.txt"), "/a/??.txt");
}

}  // namespace
}  // namespace manju::story
