// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/line_break.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/base/text.h"

namespace manju::subs {
namespace {

/// Breaks with every character one unit wide (Latin half a unit), joined by "/".
std::string broken(const std::string& text, double width, int maxLines = 2,
                   const std::string& language = "zh") {
    const std::u32string points = decodeUtf8(text);
    std::vector<double> advances;
    for (const char32_t c : points) advances.push_back(c < 0x250 ? 0.5 : 1.0);
    const auto breaks = breakPoints(points, language);
    if (!breaks.ok()) return breaks.error().debugText();
    for (const bool orphan : {false, true}) {
        const auto lines = breakLines({points, advances, *breaks, width, maxLines, orphan});
        if (!lines) continue;
        std::string result;
        for (const LineRange& line : *lines)
            result +=
                (result.empty() ? "" : "/") + encodeUtf8(points.substr(line.begin, line.end - line.begin));
        return result;
    }
    return "-";
}

TEST(LineBreak, Table) {
    struct Row {
        const char* text;
        double width;
        const char* expected;
    };
    const Row rows[] = {
        {"你好世界", 11, "你好世界"},                                       // fits
        {"他推开门，看见她站在雨里", 11, "他推开门，/看见她站在雨里"},      // after a comma
        {"她终于回来了！我们等了三年", 11, "她终于回来了！/我们等了三年"},  // after a sentence
        {"一二三四五六七八九十，啊", 11, "一二三四五六/七八九十，啊"},      // no orphan, no comma in front
        {"他说（这是真的）然后就走了", 8, "他说（这是真的）/然后就走了"},   // brackets keep their words
        {"我们都说：“走吧走吧走吧”", 9, "我们都说：/“走吧走吧走吧”"},       // before an opening quote
        {"“你到底想怎么样”他低声问道", 9, "“你到底想怎么样”/他低声问道"},   // after a closing quote
        {"他愣住了——她已经不在那里", 8, "他愣住了——/她已经不在那里"},       // the dash stays whole
        {"真的吗……我还是不能相信你", 8, "真的吗……/我还是不能相信你"},       // so does the ellipsis
        {"请拨打13800138000联系我们", 9, "请拨打13800138000/联系我们"},     // numbers stay whole
        {"我的iPhoneProMax昨天丢了", 8, "我的iPhoneProMax/昨天丢了"},       // Latin words too
        {"涨了百分之25%还要继续涨价", 8, "涨了百分之25%/还要继续涨价"},     // signs stay at their number
        {"The quick brown fox jumps over", 9, "The quick brown/fox jumps over"},
        {"don’t you dare to stop me now", 9, "don’t you dare/to stop me now"},
    };
    for (const Row& row : rows) EXPECT_EQ(broken(row.text, row.width), row.expected);
}

TEST(LineBreak, PrefersWordBoundaries) {
    EXPECT_EQ(broken("今天下午我们一起去图书馆学习", 8), "今天下午我们/一起去图书馆学习");
}

TEST(LineBreak, SaysSoWhenItCannot) {
    EXPECT_EQ(broken("Llanfairpwllgwyngyllgogerychwyrndrobwll", 9), "-");
    EXPECT_EQ(broken("一二三四五六七八九十", 4), "-");
    EXPECT_EQ(broken("一二三四五六七八九", 3, 3), "一二三/四五六/七八九");
}

TEST(LineBreak, OrphansOnlyIfAllowedAndNeeded) {
    EXPECT_EQ(broken("好Llanfairpwllgwyngyll", 10), "好/Llanfairpwllgwyngyll");
}

TEST(LineBreak, LinesNeverStartOrEndWrong) {
    const std::u32string alphabet = U"天地人你我他的是了在，。！？；：、（）《》「」“”…—～ab1 9%";
    rc::check("no line starts with a closing mark or ends with an opening one", [&] {
        const auto indices =
            *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, alphabet.size()));
        std::u32string text = U"天";
        for (const std::size_t i : indices) text.push_back(alphabet[i]);
        text += U"地";
        const std::vector<double> advances(text.size(), 1.0);
        const auto breaks = breakPoints(text, "zh");
        RC_ASSERT(breaks.ok());
        for (int lines = 2; lines <= 4; ++lines) {
            const double width = static_cast<double>(text.size()) / lines + 3;
            const auto result = breakLines({text, advances, *breaks, width, lines, false});
            if (!result) continue;
            std::u32string joined;
            for (const LineRange& line : *result) {
                RC_ASSERT(line.end > line.begin);
                RC_ASSERT(static_cast<double>(line.end - line.begin) <= width);
                if (line.begin > 0) RC_ASSERT(!isClosingMark(text[line.begin]));
                if (line.end < text.size()) RC_ASSERT(!isOpeningMark(text[line.end - 1]));
                joined += text.substr(line.begin, line.end - line.begin);
            }
            std::u32string expected = text;
            std::erase(joined, U' ');
            std::erase(expected, U' ');
            RC_ASSERT(joined == expected);
        }
    });
}

}  // namespace
}  // namespace manju::subs
