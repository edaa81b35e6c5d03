// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/voice/chinese_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/voice/chinese_numbers.h"

namespace manju::voice {
namespace {

using Text = std::u32string_view;
using Found = std::optional<Reading>;
using Pair = std::pair<Text, Text>;

// A lone 2 before one of these is 两.
constexpr Text kCounters =
    U"个天年岁人位名只条张块元万千百亿次遍点周家间句件本杯瓶层种倍米斤吨台辆把颗步口座头双对封根滴匹份套组"
    U"群道阵声眼拳脚枪刀碗盒袋箱公小分秒美欧英";
// Numbers before these are amounts even where they look like a telephone number.
constexpr Text kAmountWords = U"个天年岁人位名只条张块元万千百亿次遍点周斤吨米公厘毫克升度分秒小斤里平多余美";
constexpr Text kNegativeWords = U"度℃°%分元";
constexpr std::array<Text, 9> kIdWords{U"号",   U"号码", U"密码", U"验证码", U"电话",
                                       U"编号", U"QQ",   U"拨打", U"拨"};
constexpr std::array<Text, 6> kServiceNumbers{U"110", U"119", U"120", U"122", U"114", U"12345"};

// Longer units first.
constexpr std::array<Pair, 27> kUnits{{{U"km/h", U"公里每小时"},
                                       {U"m/s", U"米每秒"},
                                       {U"km", U"公里"},
                                       {U"kg", U"公斤"},
                                       {U"cm", U"厘米"},
                                       {U"mm", U"毫米"},
                                       {U"mg", U"毫克"},
                                       {U"ml", U"毫升"},
                                       {U"mL", U"毫升"},
                                       {U"min", U"分钟"},
                                       {U"m²", U"平方米"},
                                       {U"㎡", U"平方米"},
                                       {U"㎞", U"公里"},
                                       {U"㎝", U"厘米"},
                                       {U"㎏", U"公斤"},
                                       {U"°C", U"摄氏度"},
                                       {U"℃", U"摄氏度"},
                                       {U"℉", U"华氏度"},
                                       {U"°", U"度"},
                                       {U"kW", U"千瓦"},
                                       {U"W", U"瓦"},
                                       {U"m", U"米"},
                                       {U"g", U"克"},
                                       {U"L", U"升"},
                                       {U"h", U"小时"},
                                       {U"s", U"秒"},
                                       {U"t", U"吨"}}};
constexpr std::array<std::pair<char32_t, Text>, 5> kCurrencies{
    {{U'¥', U"元"}, {U'$', U"美元"}, {U'€', U"欧元"}, {U'£', U"英镑"}, {U'₩', U"韩元"}}};

bool contains(Text set, char32_t c) {
    return set.find(c) != Text::npos;
}
bool isDigit(char32_t c) {
    return c >= U'0' && c <= U'9';
}
bool isLatin(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}
bool isHan(char32_t c) {
    return c >= 0x3400 && c <= 0x9FFF;
}
bool isDash(char32_t c) {
    return c == U'-' || c == U'~' || c == U'–' || c == U'—' || c == U'～' || c == U'−';
}

/// A decimal number as it is written.
struct Number {
    std::u32string whole;  // without separators
    std::u32string fraction;
    std::size_t end = 0;
    bool grouped = false;
    [[nodiscard]] bool integer() const { return fraction.empty(); }
    [[nodiscard]] int value() const {  // of short integers
        int n = 0;
        for (const char32_t c : whole) n = n * 10 + static_cast<int>(c - U'0');
        return n;
    }
};

class Reader {
public:
    Reader(Text text, std::size_t at) : t_(text), at_(at) {}

    Found read() const {
        if (const auto r = currency()) return r;
        const char32_t sign = peek(at_);
        if (sign == U'-' || sign == U'−') return signedNumber();
        if ((sign == U'v' || sign == U'V') && isDigit(peek(at_ + 1)) && !isLatin(before())) return version();
        if (!isDigit(sign)) return std::nullopt;
        for (const auto rule : {&Reader::date, &Reader::yearRange, &Reader::year, &Reader::clock,
                                &Reader::dotted, &Reader::code, &Reader::ratio, &Reader::fraction,
                                &Reader::range, &Reader::product, &Reader::amount})
            if (const auto r = (this->*rule)()) return r;
        return std::nullopt;
    }

private:
    [[nodiscard]] char32_t peek(std::size_t i) const { return i < t_.size() ? t_[i] : U'\0'; }
    [[nodiscard]] char32_t before() const { return at_ > 0 ? t_[at_ - 1] : U'\0'; }
    [[nodiscard]] bool follows(std::size_t i, Text word) const {
        return t_.substr(std::min(i, t_.size())).starts_with(word);
    }

    [[nodiscard]] std::u32string digitsAt(std::size_t i) const {
        std::u32string digits;
        while (isDigit(peek(i))) digits.push_back(t_[i++]);
        return digits;
    }

    [[nodiscard]] std::optional<Number> numberAt(std::size_t i) const {
        Number n{digitsAt(i), {}, 0, false};
        if (n.whole.empty()) return std::nullopt;
        n.end = i + n.whole.size();
        while (n.whole.size() <= 15 && (n.grouped || n.whole.size() <= 3) && peek(n.end) == U',' &&
               digitsAt(n.end + 1).size() == 3) {
            n.whole += digitsAt(n.end + 1);
            n.end += 4;
            n.grouped = true;
        }
        if (peek(n.end) == U'.' && isDigit(peek(n.end + 1))) {
            n.fraction = digitsAt(n.end + 1);
            n.end += 1 + n.fraction.size();
        }
        return n;
    }

    /// The number alone; `counted`: something counts or measures it, so that 2 is 两.
    static std::u32string plain(const Number& n, bool counted) {
        if (!n.integer()) return readCardinal(n.whole) + U"点" + readDigits(n.fraction);
        if (counted && n.whole == U"2") return U"两";
        return readCardinal(n.whole);
    }
    [[nodiscard]] bool counted(std::size_t end) const {
        return before() != U'第' && before() != U'期' && contains(kCounters, peek(end));
    }

    /// A number with the percent sign or the unit behind it.
    [[nodiscard]] Reading measured(const Number& n) const {
        if (peek(n.end) == U'%') return {U"百分之" + plain(n, false), n.end + 1};
        if (peek(n.end) == U'‰') return {U"千分之" + plain(n, false), n.end + 1};
        for (const auto& [unit, spoken] : kUnits)
            if (follows(n.end, unit) && !isLatin(peek(n.end + unit.size())))
                return {plain(n, true) + std::u32string(spoken), n.end + unit.size()};
        if (peek(n.end) == U'+' && !isDigit(peek(n.end + 1))) return {plain(n, false) + U"多", n.end + 1};
        return {plain(n, counted(n.end)), n.end};
    }

    Found currency() const {
        for (const auto& [sign, name] : kCurrencies) {
            if (peek(at_) != sign) continue;
            const auto n = numberAt(at_ + 1);
            if (!n) return std::nullopt;
            Reading r{plain(*n, true), n->end};
            while (contains(U"十百千万亿", peek(r.end))) r.text.push_back(t_[r.end++]);
            return Reading{r.text + std::u32string(name), r.end};
        }
        return std::nullopt;
    }

    /// -5度 is negative, 苏-27 is a type.
    Found signedNumber() const {
        const auto n = numberAt(at_ + 1);
        if (!n) return std::nullopt;
        const bool afterWord = isHan(before()) || isLatin(before());
        if (afterWord && !contains(kNegativeWords, peek(n->end)) && n->integer())
            return Reading{readDigits(n->whole), n->end};
        Reading r = measured(*n);
        return Reading{U"负" + r.text, r.end};
    }

    Found version() const {
        std::size_t end = at_ + 1;
        std::u32string text = U"V";
        text += readCardinal(digitsAt(end));
        end += digitsAt(end).size();
        while (peek(end) == U'.' && isDigit(peek(end + 1))) {
            text += U"点" + readDigits(digitsAt(end + 1));
            end += 1 + digitsAt(end + 1).size();
        }
        return Reading{text, end};
    }

    /// 2024-03-05, 2024/3/5, 2024.3.5
    Found date() const {
        const auto year = digitsAt(at_);
        const char32_t separator = peek(at_ + 4);
        if (year.size() != 4 || !contains(U"-/.", separator)) return std::nullopt;
        const auto month = digitsAt(at_ + 5);
        const std::size_t second = at_ + 5 + month.size();
        const auto day = digitsAt(second + 1);
        if (month.empty() || month.size() > 2 || peek(second) != separator || day.empty() || day.size() > 2)
            return std::nullopt;
        const Number m{month, {}, 0, false};
        const Number d{day, {}, 0, false};
        if (m.value() < 1 || m.value() > 12 || d.value() < 1 || d.value() > 31) return std::nullopt;
        return Reading{readDigits(year) + U"年" + unpadded(month) + U"月" + unpadded(day) + U"日",
                       second + 1 + day.size()};
    }
    static std::u32string unpadded(const std::u32string& digits) {
        return readCardinal(digits.size() == 2 && digits[0] == U'0' ? digits.substr(1) : digits);
    }

    Found yearRange() const {
        const auto first = digitsAt(at_);
        const auto second = digitsAt(at_ + 5);
        if (first.size() != 4 || !isDash(peek(at_ + 4)) || second.size() != 4 || peek(at_ + 9) != U'年')
            return std::nullopt;
        return Reading{readDigits(first) + U"到" + readDigits(second), at_ + 9};
    }

    /// A calendar year is read digit by digit, a number of years is not.
    Found year() const {
        const auto digits = digitsAt(at_);
        const std::size_t end = at_ + digits.size();
        if (peek(end) != U'年') return std::nullopt;
        const char32_t next = peek(end + 1);
        const bool round = digits.size() == 4 && digits.substr(1) == U"000";
        const bool duration = round && contains(U"前后来间以的之", next);
        const bool shortYear = digits.size() == 2 && (isDigit(next) || contains(U"级款版", next));
        if ((digits.size() == 4 && !duration) || shortYear) return Reading{readDigits(digits), end};
        return std::nullopt;
    }

    /// 13:05, 9:30:15
    Found clock() const {
        const auto hour = digitsAt(at_);
        const std::size_t colon = at_ + hour.size();
        const auto minute = digitsAt(colon + 1);
        if (hour.size() > 2 || peek(colon) != U':' || minute.size() != 2) return std::nullopt;
        const Number h{hour, {}, 0, false};
        const Number m{minute, {}, 0, false};
        if (h.value() > 24 || m.value() > 59) return std::nullopt;
        std::size_t end = colon + 3;
        std::u32string text = hour == U"2" || hour == U"02" ? U"两点" : unpadded(hour) + U"点";
        if (m.value() > 0) text += (minute[0] == U'0' ? U"零" : U"") + unpadded(minute) + U"分";
        const auto second = peek(end) == U':' ? digitsAt(end + 1) : std::u32string();
        if (second.size() == 2) {
            if (m.value() == 0) text += U"零分";
            text += (second[0] == U'0' && second[1] != U'0' ? U"零" : U"") + unpadded(second) + U"秒";
            end += 3;
        }
        return Reading{text, end};
    }

    /// 1.2.3, 192.168.0.1
    Found dotted() const {
        std::size_t end = at_ + digitsAt(at_).size();
        std::u32string text = readDigits(digitsAt(at_));
        int dots = 0;
        for (; peek(end) == U'.' && isDigit(peek(end + 1)); ++dots) {
            text += U"点" + readDigits(digitsAt(end + 1));
            end += 1 + digitsAt(end + 1).size();
        }
        return dots >= 2 ? Found(Reading{text, end}) : std::nullopt;
    }

    /// Telephone numbers, ids, room numbers, 007, 666.
    Found code() const {
        const auto digits = digitsAt(at_);
        std::size_t end = at_ + digits.size();
        if (contains(U".,", peek(end)) && isDigit(peek(end + 1))) return std::nullopt;
        if (digits.size() >= 3 && digits.size() <= 4 && digits[0] == U'0' && peek(end) == U'-' &&
            digitsAt(end + 1).size() >= 7) {  // area code
            const auto rest = digitsAt(end + 1);
            return Reading{readDigits(digits, true) + U"，" + readDigits(rest, true), end + 1 + rest.size()};
        }
        const bool amount = contains(kAmountWords, peek(end)) || contains(U"%‰:/-~×*", peek(end)) ||
                            (isLatin(peek(end)) && digits.size() < 7);
        const bool service =
            std::find(kServiceNumbers.begin(), kServiceNumbers.end(), digits) != kServiceNumbers.end();
        if (!amount && (service || afterIdWord(digits) || digits.size() >= 9))
            return Reading{readDigits(digits, true), end};
        const bool same = digits.size() >= 3 && digits.find_first_not_of(digits[0]) == std::u32string::npos;
        const bool laughter = digits.size() >= 3 && digits.starts_with(U"233") &&
                              digits.find_first_not_of(U'3', 1) == std::u32string::npos;
        const bool room = digits.size() == 3 && (follows(end, U"室") || follows(end, U"房"));
        const bool padded = digits.size() >= 2 && digits[0] == U'0';
        const bool type = digits.size() >= 3 && isLatin(before());
        if (padded || room || (!amount && (same || laughter || type)))
            return Reading{readDigits(digits), end};
        return std::nullopt;
    }
    [[nodiscard]] bool afterIdWord(const std::u32string& digits) const {
        if (digits.size() < 4) return false;
        Text left = t_.substr(0, at_);
        while (!left.empty() && contains(U":：是为 ", left.back())) left.remove_suffix(1);
        return std::any_of(kIdWords.begin(), kIdWords.end(), [&](Text word) { return left.ends_with(word); });
    }

    Found ratio() const {
        const auto first = digitsAt(at_);
        const std::size_t colon = at_ + first.size();
        const auto second = digitsAt(colon + 1);
        if (peek(colon) != U':' || second.empty()) return std::nullopt;
        return Reading{readCardinal(first) + U"比" + readCardinal(second), colon + 1 + second.size()};
    }

    Found fraction() const {
        const auto upper = digitsAt(at_);
        const std::size_t slash = at_ + upper.size();
        const auto lower = digitsAt(slash + 1);
        if (peek(slash) != U'/' || lower.empty() || lower == U"0" || peek(slash + 1 + lower.size()) == U'/')
            return std::nullopt;
        return Reading{readCardinal(lower) + U"分之" + readCardinal(upper), slash + 1 + lower.size()};
    }

    /// 3-5天, 10%~20%
    Found range() const {
        const auto first = numberAt(at_);
        const bool percent = peek(first->end) == U'%';
        const std::size_t dash = first->end + (percent ? 1 : 0);
        if (!isDash(peek(dash)) || isDash(peek(dash + 1))) return std::nullopt;
        const auto second = numberAt(dash + 1);
        if (!second || isDash(peek(second->end))) return std::nullopt;
        const Reading to = measured(*second);
        const bool two = first->whole == U"2" && first->integer() && !percent &&
                         (counted(second->end) || to.end > second->end) && peek(second->end) != U'%';
        if (!percent && peek(second->end) == U'%')
            return Reading{U"百分之" + plain(*first, false) + U"到" + to.text, to.end};
        return Reading{(percent ? U"百分之" : U"") + plain(*first, two) + U"到" + to.text, to.end};
    }

    Found product() const {
        const auto first = numberAt(at_);
        const char32_t sign = peek(first->end);
        const auto second = numberAt(first->end + 1);
        if (!contains(U"×*xX", sign) || !second) return std::nullopt;
        const Reading right = measured(*second);
        return Reading{plain(*first, false) + U"乘" + right.text, right.end};
    }

    Found amount() const { return measured(*numberAt(at_)); }

    Text t_;
    std::size_t at_;
};

}  // namespace

std::optional<Reading> readChineseNumber(std::u32string_view text, std::size_t at) {
    return Reader(text, at).read();
}

}  // namespace manju::voice
