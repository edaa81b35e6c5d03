// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/normalise.h"

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/voice/chinese_numbers.h"

namespace manju::voice {
namespace {

struct Row {
    const char* written;
    const char* spoken;
};

TEST(Normalise, ChineseGoldenTable) {
    const Row rows[] = {
        // years, dates
        {"2024年", "二零二四年"},
        {"2025年3月5日", "二零二五年三月五日"},
        {"公元前221年", "公元前二百二十一年"},
        {"98年3月", "九八年三月"},
        {"等了10年", "等了十年"},
        {"90年代", "九十年代"},
        {"2000年后", "两千年后"},
        {"2019-2024年", "二零一九到二零二四年"},
        {"2024-03-05", "二零二四年三月五日"},
        {"2024/12/31出发", "二零二四年十二月三十一日出发"},
        {"2月2日2点", "二月二日两点"},
        // times
        {"13:05", "十三点零五分"},
        {"8:00到", "八点到"},
        {"凌晨2:30", "凌晨两点三十分"},
        {"12:30:05", "十二点三十分零五秒"},
        {"12：30他醒了", "十二点三十分他醒了"},
        // percent, fractions, ratios
        {"25%", "百分之二十五"},
        {"涨了3.5%", "涨了百分之三点五"},
        {"-5%", "负百分之五"},
        {"10%-20%", "百分之十到百分之二十"},
        {"10-20%", "百分之十到百分之二十"},
        {"5‰", "千分之五"},
        {"1/3的人", "三分之一的人"},
        {"16:9", "十六比九"},
        {"3:0获胜", "三比零获胜"},
        // ranges, products, signs
        {"3-5天", "三到五天"},
        {"2~3个人", "两到三个人"},
        {"2-3", "二到三"},
        {"1080×1920", "一千零八十乘一千九百二十"},
        {"100+人", "一百多人"},
        {"-5度", "负五度"},
        {"气温-12℃", "气温负十二摄氏度"},
        {"甲&乙", "甲和乙"},
        // money
        {"¥3.5万", "三点五万元"},
        {"￥2", "两元"},
        {"$100", "一百美元"},
        {"€1,234.50", "一千二百三十四点五零欧元"},
        {"2元", "两元"},
        // cardinals
        {"0", "零"},
        {"10个", "十个"},
        {"2个", "两个"},
        {"第2个", "第二个"},
        {"22个", "二十二个"},
        {"2万", "两万"},
        {"12000", "一万两千"},
        {"1010", "一千零一十"},
        {"10,000,000", "一千万"},
        {"100000005元", "一亿零五元"},
        {"0.5", "零点五"},
        {"3.14", "三点一四"},
        // codes
        {"110", "幺幺零"},
        {"拨打110", "拨打幺幺零"},
        {"110块", "一百一十块"},
        {"119来了", "幺幺九来了"},
        {"13800138000", "幺三八零零幺三八零零零"},
        {"010-62345678", "零幺零，六二三四五六七八"},
        {"密码：1234", "密码：幺二三四"},
        {"007", "零零七"},
        {"302室", "三零二室"},
        {"666", "六六六"},
        {"2333", "二三三三"},
        {"666个", "六百六十六个"},
        {"苏-27", "苏二七"},
        {"歼-20来了", "歼二零来了"},
        // versions, units
        {"v2.0", "V二点零"},
        {"1.2.3", "一点二点三"},
        {"5km", "五公里"},
        {"2kg", "两公斤"},
        {"60km/h", "六十公里每小时"},
        {"36.5°C", "三十六点五摄氏度"},
        {"100㎡", "一百平方米"},
        {"180cm", "一百八十厘米"},
        // letters
        {"他是CEO", "他是C E O"},
        {"iPhone15", "iPhone十五"},
        {"5G手机", "五G手机"},
        {"Hello World你好", "Hello World你好"},
        // full width, marks, emoji, markup
        {"ＡＢＣ１２３", "A B C一二三"},
        {"你好,世界.", "你好，世界。"},
        {"什么？？！😱", "什么？"},
        {"等等……", "等等…"},
        {"---\n天亮了", "天亮了"},
        {"**重点**_x_", "重点x"},
        {"“走吧”，他说", "走吧，他说"},
        {"看https://example.com/a?b=1吧", "看吧"},
        {"男/女", "男、女"},
        {"～～好的～", "好的"},
        // readings
        {"[重庆|chong2 qing4]人", "chong2 qing4 人"},
        {"[SQL|sequel]真好", "sequel真好"},
        {"[角色|决色]", "决色"},
        {"[字幕]", "字幕"},
        // nothing to speak
        {"……", ""},
        {"😱😱", ""},
        {"", ""},
    };
    for (const Row& row : rows) EXPECT_EQ(normalizeForSpeech(row.written, "zh"), row.spoken) << row.written;
    EXPECT_GE(std::size(rows), 60U);
}

TEST(Normalise, EnglishTable) {
    const Row rows[] = {
        {"It's 2024, and 25% of them left.", "It's 2024， and 25% of them left。"},
        {"He paid $3.50.", "He paid 3.50 dollars。"},
        {"A&B", "A and B"},
        {"“Don’t,” she said…", "Don't， she said…"},
        {"Stop!!! 😱", "Stop！"},
        {"Ｈｅｌｌｏ", "Hello"},
        {"at 13:05", "at 13:05"},
        {"1,000 people", "1,000 people"},
        {"well-known — yes", "well-known — yes"},
        {"[SQL|sequel] works", "sequel works"},
        {"see https://example.com now", "see now"},
        {"*** _ ***", ""},
    };
    for (const Row& row : rows) EXPECT_EQ(normalizeForSpeech(row.written, "en"), row.spoken) << row.written;
}

TEST(Normalise, IsAFixedPointForWords) {
    for (const char* text : {"¥3.5万", "13:05", "2024年3月", "苏-27", "你好，世界。"}) {
        const std::string once = normalizeForSpeech(text, "zh");
        EXPECT_EQ(normalizeForSpeech(once, "zh"), once);
    }
}

TEST(Normalise, PiecesKnowWhereTheyComeFrom) {
    const auto pieces = spokenPieces("在[重庆|chong2 qing4]25%", "zh");
    ASSERT_GE(pieces.size(), 3U);
    EXPECT_EQ(pieces[0].begin, 0U);
    EXPECT_EQ(pieces[1].begin, 1U);
    EXPECT_EQ(pieces[1].end, 18U);
    for (std::size_t i = 2; i < pieces.size(); ++i) {
        EXPECT_EQ(pieces[i].begin, 18U);
        EXPECT_EQ(pieces[i].end, 21U);
    }
}

TEST(ChineseNumbers, EveryGroup) {
    EXPECT_EQ(encodeUtf8(readCardinal(U"20000000000000000")), "二零零零零零零零零零零零零零零零零");
    EXPECT_EQ(encodeUtf8(readCardinal(U"1234567890123456")),
              "一千二百三十四万亿五千六百七十八亿九千零一十二万三千四百五十六");
    EXPECT_EQ(encodeUtf8(readCardinal(U"100010000")), "一亿零一万");
    EXPECT_EQ(encodeUtf8(readCardinal(U"22222")), "两万两千二百二十二");
    EXPECT_EQ(encodeUtf8(readCardinal(U"10")), "十");
    EXPECT_EQ(encodeUtf8(readCardinal(U"110000")), "十一万");
}

}  // namespace
}  // namespace manju::voice
