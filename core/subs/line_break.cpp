// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/line_break.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "core/base/errors.h"
#include "core/subs/font_set.h"

namespace manju::subs {
namespace {

// Costs are compared with `kBalanceWeight` times the squared deviation of a line from the mean, as a
// share of the line width.
constexpr double kInsideWord = 3.0;
constexpr double kNumberAndUnit = 1.5;
constexpr double kAfterComma = -0.8;
constexpr double kAfterSentence = -1.2;
constexpr double kBesideBracket = -1.2;
constexpr double kBalanceWeight = 10.0;
constexpr double kTopHeavy = 0.1;  // of two equal divisions the one with the shorter first line

constexpr std::u32string_view kClosing =
    U"，。！？、；：）》」』】〕〗〙〛｝］〉”’…—～·‧％‰℃ー々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵ"
    U"ヶ"
    U"!),.:;?]}%»›‼⁇⁈⁉﹐﹑﹒﹔﹕﹖﹗";
constexpr std::u32string_view kOpening = U"（《「『【〔〖〘〚｛［〈“‘([{«‹￥＄$¥";
constexpr std::u32string_view kSentenceEnd = U"。！？!?…";
constexpr std::u32string_view kComma = U"，；：、,;:";
constexpr std::u32string_view kRepeated = U"—…～-~·";  // runs of these stay whole

bool contains(std::u32string_view set, char32_t c) {
    return set.find(c) != std::u32string_view::npos;
}

bool isWide(char32_t c) {
    const int width = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

bool isHan(char32_t c) {
    return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_IDEOGRAPHIC) != 0;
}

bool isSpace(char32_t c) {
    return u_isUWhiteSpace(static_cast<UChar32>(c)) != 0;
}

/// Offsets of ICU's breaks as code point indices, as a flag per index.
class Boundaries {
public:
    static Result<Boundaries> find(std::u32string_view text, const char* locale, bool words) {
        UErrorCode status = U_ZERO_ERROR;
        const icu::Locale icuLocale(locale);
        const std::unique_ptr<icu::BreakIterator> iterator(
            words ? icu::BreakIterator::createWordInstance(icuLocale, status)
                  : icu::BreakIterator::createLineInstance(icuLocale, status));
        if (U_FAILURE(status)) return Error(kInternal, {{"detail", u_errorName(status)}});
        icu::UnicodeString utf16;
        std::vector<std::size_t> pointAt;  // UTF-16 offset -> code point index
        for (std::size_t i = 0; i < text.size(); ++i) {
            utf16.append(static_cast<UChar32>(text[i]));
            pointAt.resize(static_cast<std::size_t>(utf16.length()), i);
        }
        pointAt.push_back(text.size());
        Boundaries result;
        result.at_.assign(text.size() + 1, false);
        iterator->setText(utf16);
        for (int32_t at = iterator->first(); at != icu::BreakIterator::DONE; at = iterator->next())
            result.at_[pointAt[static_cast<std::size_t>(at)]] = true;
        return result;
    }
    [[nodiscard]] bool operator[](std::size_t index) const { return at_[index]; }

private:
    std::vector<bool> at_;
};

/// Curly quotes are ambiguous to Unicode, which never breaks beside them; between Chinese characters
/// their side is known.
bool quoteBreak(char32_t before, char32_t after) {
    const bool opens = (after == U'“' || after == U'‘') && isWide(before) && !isOpeningMark(before);
    const bool closes = (before == U'”' || before == U'’') && isWide(after);
    return opens || closes;
}

bool forbidden(char32_t before, char32_t after) {
    if (isClosingMark(after) || isOpeningMark(before)) return true;
    if (before == after && contains(kRepeated, before)) return true;
    return isInvisible(after);  // joiners and variation selectors belong to what they follow
}

double costOf(char32_t before, char32_t after, bool wordBoundary) {
    if (contains(kSentenceEnd, before)) return kAfterSentence;
    if (contains(kComma, before)) return kAfterComma;
    if (isClosingMark(before) || isOpeningMark(after)) return kBesideBracket;
    if (u_isdigit(static_cast<UChar32>(before)) && isHan(after)) return kNumberAndUnit;
    return wordBoundary ? 0 : kInsideWord;
}

/// Widths and contents of candidate lines.
class Lines {
public:
    explicit Lines(const BreakRequest& request) : request_(request), sums_(request.text.size() + 1, 0.0) {
        for (std::size_t i = 0; i < request.text.size(); ++i) sums_[i + 1] = sums_[i] + request.advances[i];
    }
    [[nodiscard]] LineRange trimmed(std::size_t begin, std::size_t end) const {
        while (begin < end && isSpace(request_.text[begin])) ++begin;
        while (end > begin && isSpace(request_.text[end - 1])) --end;
        return {begin, end};
    }
    [[nodiscard]] double width(const LineRange& line) const { return sums_[line.end] - sums_[line.begin]; }
    /// Whether the line may stand in a block of several lines.
    [[nodiscard]] bool stands(const LineRange& line) const {
        if (width(line) > request_.width || line.begin == line.end) return false;
        if (request_.allowOrphan) return true;
        int characters = 0;
        for (std::size_t i = line.begin; i < line.end && characters < 2; ++i)
            if (u_isalnum(static_cast<UChar32>(request_.text[i])) || isWide(request_.text[i]))
                characters += isClosingMark(request_.text[i]) || isOpeningMark(request_.text[i]) ? 0 : 1;
        return characters >= 2;
    }

private:
    const BreakRequest& request_;
    std::vector<double> sums_;
};

/// The cheapest division into exactly `count` lines, by dynamic programming over the breaks.
std::optional<std::vector<LineRange>> divide(const BreakRequest& request, const Lines& lines, int count) {
    std::vector<BreakPoint> stops{{0, 0}};
    stops.insert(stops.end(), request.breaks.begin(), request.breaks.end());
    stops.push_back({request.text.size(), 0});
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const auto n = stops.size();
    const auto rows = static_cast<std::size_t>(count);
    const double mean = lines.width({0, request.text.size()}) / count;
    std::vector<std::vector<double>> best(rows + 1, std::vector<double>(n, kNever));
    std::vector<std::vector<std::size_t>> from(rows + 1, std::vector<std::size_t>(n, 0));
    best[0][0] = 0;
    for (std::size_t row = 1; row <= rows; ++row)
        for (std::size_t end = row; end < n; ++end)
            for (std::size_t begin = row - 1; begin < end; ++begin) {
                if (best[row - 1][begin] == kNever) continue;
                const LineRange line = lines.trimmed(stops[begin].at, stops[end].at);
                if (!lines.stands(line)) continue;
                const double off = (lines.width(line) - mean) / request.width;
                const double heavy = row == 1 && off > 0 ? kTopHeavy * off : 0;
                const double cost =
                    best[row - 1][begin] + stops[end].cost + kBalanceWeight * off * off + heavy;
                if (cost < best[row][end]) {
                    best[row][end] = cost;
                    from[row][end] = begin;
                }
            }
    if (best[rows][n - 1] == kNever) return std::nullopt;
    std::vector<LineRange> result(rows);
    std::size_t end = n - 1;
    for (std::size_t row = rows; row > 0; --row) {
        result[row - 1] = lines.trimmed(stops[from[row][end]].at, stops[end].at);
        end = from[row][end];
    }
    return result;
}

}  // namespace

bool isClosingMark(char32_t c) {
    return contains(kClosing, c);
}
bool isOpeningMark(char32_t c) {
    return contains(kOpening, c);
}

Result<std::vector<BreakPoint>> breakPoints(std::u32string_view text, const std::string& language) {
    const bool chinese = language == "zh";
    MANJU_TRY(const Boundaries legal,
              Boundaries::find(text, chinese ? "zh@lb=strict" : "en@lb=strict", false));
    MANJU_TRY(const Boundaries words, Boundaries::find(text, chinese ? "zh" : "en", true));
    std::vector<BreakPoint> points;
    for (std::size_t at = 1; at < text.size(); ++at) {
        std::size_t last = at - 1;
        while (last > 0 && isSpace(text[last])) --last;
        const char32_t before = text[last];
        const char32_t after = text[at];
        if (isSpace(after) || !(legal[at] || quoteBreak(before, after)) || forbidden(before, after)) continue;
        points.push_back({at, costOf(before, after, words[at])});
    }
    return points;
}

std::optional<std::vector<LineRange>> breakLines(const BreakRequest& request) {
    const Lines lines(request);
    const LineRange all = lines.trimmed(0, request.text.size());
    if (lines.width(all) <= request.width) return std::vector{all};
    const auto most = std::min(static_cast<std::size_t>(request.maxLines), request.breaks.size() + 1);
    for (std::size_t count = 2; count <= most; ++count)
        if (auto result = divide(request, lines, static_cast<int>(count))) return result;
    return std::nullopt;
}

}  // namespace manju::subs
