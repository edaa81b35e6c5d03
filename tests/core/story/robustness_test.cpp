// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <random>

#include "core/story/documents.h"
#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

/// Parses `bytes`; a success must keep all rules, a failure must be one of this folder's errors.
void expectParsedOrRefused(const std::string& bytes, int round) {
    const auto script = parseScript(bytes, "a.txt");
    if (!script.ok()) {
        EXPECT_TRUE(script.error().id().starts_with("MJ-STORY-"))
            << round << " " << script.error().debugText();
        return;
    }
    const auto decoded = decodeScript(bytes, "a.txt");
    ASSERT_TRUE(decoded.ok());
    EXPECT_EQ(brokenRule(decoded.value().text, script.value()), "") << "round " << round << ":\n" << bytes;
    EXPECT_FALSE(shotsDocument(script.value()).dump().empty());
}

TEST(Robustness, RandomBytesAreParsedOrRefused) {
    std::mt19937 random(20260301);
    for (int round = 0; round < 1000; ++round) {
        std::string bytes(random() % 400, '\0');
        // Ever narrower ranges: any byte, no control characters, GB18030-like pairs, ASCII.
        const int kind = round % 4;
        for (char& byte : bytes) {
            const auto any = static_cast<unsigned>(random());
            byte = static_cast<char>(kind == 0   ? any
                                     : kind == 1 ? 0x20 + any % 0xDF
                                     : kind == 2 ? 0xA1 + any % 0x5E
                                                 : 0x20 + any % 0x5F);
        }
        expectParsedOrRefused(bytes, round);
    }
}

TEST(Robustness, MutatedScriptsAreParsedOrRefused) {
    const std::string sources[] = {
        readText("resources/demo/demo-zh.txt"), readText("resources/demo/demo-en.txt"),
        readText("resources/examples/script-mixed.txt"), readText("tests/fixtures/scripts/traps-zh.txt"),
        readText("tests/fixtures/scripts/traps-en.txt")};
    std::mt19937 random(7);
    for (int round = 0; round < 1000; ++round) {
        // Whole code points are moved, doubled and dropped, so that most results are still text.
        std::u32string text = decodeUtf8(sources[static_cast<std::size_t>(round) % std::size(sources)]);
        for (int change = 0; change < 1 + round % 12; ++change) {
            const std::size_t from = random() % text.size();
            const std::size_t count = 1 + random() % 12;
            const std::u32string piece = text.substr(from, count);
            const std::size_t to = random() % text.size();
            if (change % 3 != 1) text.insert(to, piece);
            if (change % 3 != 0 && text.size() > 40) text.erase(random() % (text.size() - 20), count);
        }
        std::string bytes = encodeUtf8(text);
        if (round % 10 == 0) bytes[random() % bytes.size()] = static_cast<char>(random());
        expectParsedOrRefused(bytes, round);
    }
}

std::int64_t stepsFor(const std::u32string& unit, std::size_t times) {
    std::u32string text;
    for (std::size_t i = 0; i < times; ++i) text += unit;
    std::int64_t steps = 0;
    const ParsedScript script = parseText(text, &steps);
    EXPECT_EQ(script.coveredPoints, script.textPoints);
    return steps;
}

TEST(Robustness, WorkGrowsWithTheLengthOnly) {
    const std::u32string units[] = {decodeUtf8(readText("tests/fixtures/scripts/traps-zh.txt")),
                                    decodeUtf8(readText("resources/demo/demo-en.txt")),
                                    U"“走吧，”他说，“别回头。”林晚看着他，笑了。",  // one endless paragraph
                                    U"他慢慢走进那间空荡荡的旧房子",                // without punctuation
                                    U"“（【「",                                     // never closed
                                    U"△门开了。林晚：你好。",                       // glued
                                    U"， ， ， "};
    for (const std::u32string& unit : units) {
        const std::size_t times = 20'000 / unit.size() + 1;
        const auto once = static_cast<double>(stepsFor(unit, times));
        const auto fourfold = static_cast<double>(stepsFor(unit, 4 * times));
        EXPECT_LT(fourfold, 4.4 * once + 1000) << encodeUtf8(unit.substr(0, 20));
    }
}

}  // namespace
}  // namespace manju::story
