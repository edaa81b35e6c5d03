// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/headings.h"

#include <algorithm>
#include <array>

#include "core/story/text_class.h"

namespace manju::story {
namespace {

constexpr Text kNumerals = U"零〇一二两三四五六七八九十百千廿卅";
constexpr Text kSeparators = U"：:·、-－–—.．|｜";

constexpr std::array kWholeHeadings =
    std::to_array<Text>({U"楔子", U"序章", U"序幕", U"序言", U"引子", U"前言", U"尾声", U"终章", U"终局",
                         U"大结局", U"后记", U"番外", U"番外篇"});
constexpr std::array kEnglishUnits =
    std::to_array<Text>({U"chapter", U"episode", U"part", U"act", U"volume"});
constexpr std::array kEnglishWhole =
    std::to_array<Text>({U"prologue", U"epilogue", U"interlude", U"foreword", U"afterword"});
constexpr std::array kEnglishNumbers = std::to_array<Text>(
    {U"one",     U"two",     U"three",     U"four",     U"five",     U"six",      U"seven",
     U"eight",   U"nine",    U"ten",       U"eleven",   U"twelve",   U"thirteen", U"fourteen",
     U"fifteen", U"sixteen", U"seventeen", U"eighteen", U"nineteen", U"twenty"});
constexpr std::array kSceneWords = std::to_array<Text>(
    {U"日",   U"夜",   U"晨",   U"昏",   U"早",   U"晚",    U"黄昏", U"清晨", U"傍晚",    U"深夜",
     U"凌晨", U"白天", U"夜晚", U"午后", U"正午", U"中午",  U"上午", U"下午", U"内",      U"外",
     U"内景", U"外景", U"日内", U"日外", U"夜内", U"夜外",  U"内日", U"内夜", U"外日",    U"外夜",
     U"晨内", U"晨外", U"int",  U"ext",  U"day",  U"night", U"dusk", U"dawn", U"morning", U"evening"});

bool isSeparator(char32_t c) {
    return isSpace(c) || oneOf(c, kSeparators);
}

Text withoutSeparators(Text text) {
    while (!text.empty() && (isSeparator(text.front()) || isInvisible(text.front()))) text.remove_prefix(1);
    return text;
}

std::u32string lowered(Text text) {
    std::u32string result;
    for (const char32_t c : text) result += lower(narrow(c));
    return result;
}

template <std::size_t N>
bool contains(const std::array<Text, N>& words, Text word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// "第一章" at the start: the length of the mark, or 0.
std::size_t chineseMark(Text text, Text units) {
    if (text.size() < 3 || text[0] != U'第') return 0;
    std::size_t at = 1;
    while (at < text.size() && isSpace(text[at])) ++at;
    const std::size_t numeral = numeralLength(text.substr(at));
    if (numeral == 0 || numeral > 8) return 0;
    at += numeral;
    while (at < text.size() && isSpace(text[at])) ++at;
    return at < text.size() && oneOf(text[at], units) ? at + 1 : 0;
}

/// After a mark: nothing, a separator and a title, or a short title without one.
bool isRestOfHeading(Text rest) {
    if (rest.empty()) return true;
    if (isSeparator(rest[0]) || isInvisible(rest[0])) return isTitleLike(withoutSeparators(rest), 40);
    const bool sentence =
        std::any_of(rest.begin(), rest.end(), [](char32_t c) { return oneOf(c, U"了的着他她我"); });
    return isLetterOrDigit(rest[0]) && !sentence && isTitleLike(rest, 10);
}

bool isChineseEpisode(Text text) {
    if (const std::size_t mark = chineseMark(text, U"章回节卷集幕话季部篇期"))
        return isRestOfHeading(text.substr(mark));
    if (text.size() > 1 && text[0] == U'卷') {
        const std::size_t numeral = numeralLength(text.substr(1));
        const Text rest = text.substr(1 + numeral);
        if (numeral > 0 && (rest.empty() || isSeparator(rest[0]))) return isRestOfHeading(rest);
    }
    for (const Text word : kWholeHeadings) {
        if (!text.starts_with(word)) continue;
        Text rest = text.substr(word.size());
        rest.remove_prefix(numeralLength(rest));
        if (rest.empty() || isSeparator(rest[0])) return isTitleLike(withoutSeparators(rest), 20);
    }
    return false;
}

/// Length of "3", "III" or "three" at the start, followed by no letter; 0: none.
std::size_t englishNumber(Text text) {
    std::size_t end = 0;
    while (end < text.size() && isLetterOrDigit(text[end])) ++end;
    const Text word = text.substr(0, end);
    if (word.empty() || end > 12) return 0;
    const bool digits = std::all_of(word.begin(), word.end(), isDigit);
    const bool roman = std::all_of(word.begin(), word.end(), [](char32_t c) { return oneOf(c, U"ivxlc"); });
    return digits || roman || contains(kEnglishNumbers, word) ? end : 0;
}

/// "Chapter 3", "EPISODE IV - Ashes", "Part two: Home". In running text a lower-case word follows the number.
bool isEnglishEpisode(Text text) {
    if (text.size() > 70) return false;
    const std::u32string low = lowered(text);
    const Text line = low;
    const auto space = std::find_if(line.begin(), line.end(), isSeparator) - line.begin();
    const Text first = line.substr(0, static_cast<std::size_t>(space));
    Text rest;
    if (contains(kEnglishWhole, first)) {
        rest = text.substr(first.size());
    } else if (contains(kEnglishUnits, first)) {
        const Text after = withoutSeparators(line.substr(first.size()));
        const std::size_t number = englishNumber(after);
        if (number == 0) return false;
        rest = text.substr(text.size() - after.size() + number);
    } else {
        return false;
    }
    const Text title = withoutSeparators(rest);
    if (title.empty()) return true;
    if (oneOf(rest[0], kSeparators) || (rest.size() > 1 && isSpace(rest[0]) && oneOf(rest[1], kSeparators)))
        return isTitleLike(title, 60);
    return isUpper(title[0]) && isTitleLike(title, 60);
}

/// Without emphasis and brackets around the whole line; the text after a closing bracket stays.
std::u32string undecorated(Text line) {
    line = stripped(line);
    while (!line.empty() && (oneOf(line.front(), U"#＃*") || !isVisible(line.front()))) line.remove_prefix(1);
    while (!line.empty() && (oneOf(line.back(), U"#＃*") || !isVisible(line.back()))) line.remove_suffix(1);
    if (!line.empty() && oneOf(line[0], U"【[［")) {
        const char32_t close = line[0] == U'【' ? U'】' : line[0] == U'[' ? U']' : U'］';
        const auto at = line.find(close);
        if (at != Text::npos) {
            std::u32string text(line.substr(1, at - 1));
            const Text after = stripped(line.substr(at + 1));
            if (!after.empty()) text.append(U" ").append(after);
            return text;
        }
    }
    return std::u32string(line);
}

/// A word of place or time stands alone between separators.
bool hasSceneWord(Text text) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const bool border = i == text.size() || isSeparator(text[i]) || oneOf(text[i], U"，,/／（()）");
        if (!border) continue;
        if (i > begin && contains(kSceneWords, lowered(text.substr(begin, i - begin)))) return true;
        begin = i + 1;
    }
    return false;
}

bool endsLikeSentence(Text text) {
    return text.empty() || oneOf(text.back(), U"。！？!?…；;");
}

/// "1-1 日 内 客厅", "2-3 夜 外 码头 人物：阿坤", "1-1 客厅，日". Not: "3-5 天后他回来了".
bool isNumberedScene(Text text) {
    std::size_t at = 0;
    while (at < text.size() && isDigit(text[at])) ++at;
    if (at == 0 || at > 3 || at >= text.size() || !oneOf(text[at], U"-－–")) return false;
    const std::size_t dash = at++;
    while (at < text.size() && isDigit(text[at])) ++at;
    if (at == dash + 1 || at > dash + 4) return false;
    const Text rest = text.substr(at);
    if (rest.empty()) return true;
    if (endsLikeSentence(rest) || rest.size() > 60) return false;
    if (hasSceneWord(rest)) return true;
    return isSeparator(rest[0]) && rest.size() <= 12 && isTitleLike(withoutSeparators(rest), 10) &&
           rest.find(U'天') == Text::npos;
}

bool isScene(Text text) {
    if (text.size() > 80 || endsLikeSentence(text)) return false;
    if (isNumberedScene(text)) return true;
    if (const std::size_t mark = chineseMark(text, U"场镜"))
        return mark == text.size() || isSeparator(text[mark]) || hasSceneWord(text.substr(mark));
    if (text.starts_with(U"场景") || text.starts_with(U"场次")) {
        Text rest = text.substr(2);
        rest.remove_prefix(numeralLength(rest));
        return !rest.empty() && (isColon(rest[0]) || isSpace(rest[0]));
    }
    for (const Text word : {Text(U"内景"), Text(U"外景"), Text(U"闪回"), Text(U"蒙太奇")})
        if (text.starts_with(word) && text.size() <= 30)
            return text.size() == word.size() || isSeparator(text[word.size()]) || text == U"闪回结束" ||
                   text == U"蒙太奇结束";
    const std::u32string low = lowered(text);
    for (const Text start :
         {Text(U"int."), Text(U"ext."), Text(U"int/ext"), Text(U"int "), Text(U"ext "), Text(U"i/e.")})
        if (Text(low).starts_with(start)) return true;
    if (low.size() > 2 && low[0] == U's' && isDigit(low[1])) return hasSceneWord(text);
    return Text(low).starts_with(U"scene ") && englishNumber(Text(low).substr(6)) > 0 &&
           isTitleLike(text, 60);
}

bool isPage(Text text) {
    const std::u32string low = lowered(text);
    Text line = low;
    if (line.starts_with(U"page ") || line.starts_with(U"第")) {
        const bool digitsOnly = std::all_of(line.begin(), line.end(), [](char32_t c) {
            return isDigit(c) || isSpace(c) || oneOf(c, U"第页共/pageof") || oneOf(c, kNumerals);
        });
        return digitsOnly && (line[0] == U'p' || line.find(U'页') != Text::npos);
    }
    const bool dashed = line.size() > 2 && oneOf(line.front(), U"-–—·") && oneOf(line.back(), U"-–—·");
    const bool fraction = line.find(U'/') != Text::npos && isDigit(line.front()) && isDigit(line.back());
    if (!dashed && !fraction) return false;
    return std::all_of(line.begin(), line.end(),
                       [](char32_t c) { return isDigit(c) || isSpace(c) || oneOf(c, U"-–—·/"); });
}

}  // namespace

std::size_t numeralLength(Text text) {
    std::size_t length = 0;
    while (length < text.size() && (isDigit(text[length]) || oneOf(text[length], kNumerals))) ++length;
    return length;
}

bool isTitleLike(Text text, std::size_t longest) {
    if (text.size() > longest) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (oneOf(text[i], U"。；，“”「」\"△")) return false;
        const bool stop = oneOf(text[i], U".!?") && i + 2 < text.size() && isSpace(text[i + 1]);
        if (stop && isLetterOrDigit(text[i + 2])) return false;
    }
    const auto words = std::count_if(text.begin(), text.end(), isSpace);
    return text.empty() || text.back() != U'.' || words < 4;
}

LineShape shapeOf(Text line) {
    if (line.empty() || std::none_of(line.begin(), line.end(), isLetterOrDigit)) return LineShape::Rule;
    if (line.size() > 100) return LineShape::Plain;
    if (isPage(line)) return LineShape::Page;
    if (line.front() == U'《' && line.back() == U'》' && line.find(U'》') == line.size() - 1)
        return LineShape::Title;
    const std::u32string text = undecorated(line);
    if (isScene(text)) return LineShape::Scene;
    if (isChineseEpisode(text) || isEnglishEpisode(text)) return LineShape::Episode;
    std::size_t hashes = 0;
    while (hashes < line.size() && oneOf(line[hashes], U"#＃")) ++hashes;
    // "#话题#" and "#tag" are no headings: Markdown wants a space; a full-width ＃ is followed by one or a
    // mark.
    if (hashes > 0 && hashes <= 6 && hashes < line.size() && isSpace(line[hashes])) return LineShape::Episode;
    return LineShape::Plain;
}

std::u32string headingText(Text line) {
    const std::u32string text = undecorated(line);
    const Text plain = stripped(text);
    if (plain.size() > 2 && plain.front() == U'《' && plain.back() == U'》')
        return std::u32string(plain.substr(1, plain.size() - 2));
    return std::u32string(plain);
}

}  // namespace manju::story
