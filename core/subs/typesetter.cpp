// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/typesetter.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/text.h"
#include "core/domain/alias_text.h"
#include "core/subs/errors.h"
#include "core/subs/glyph_error.h"
#include "core/subs/line_break.h"

namespace manju::subs {
namespace {

constexpr double kSizeStep = 0.97;  // from one size to the next smaller one
constexpr std::u32string_view kDropped = U"，。、；";

bool isPictograph(char32_t c) {
    const auto point = static_cast<UChar32>(c);
    return u_hasBinaryProperty(point, UCHAR_EXTENDED_PICTOGRAPHIC) != 0 ||
           u_hasBinaryProperty(point, UCHAR_REGIONAL_INDICATOR) != 0 ||
           u_hasBinaryProperty(point, UCHAR_EMOJI_MODIFIER) != 0;
}

bool isWide(char32_t c) {
    const int width = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

/// Chinese fonts draw curly quotes as wide as a character; beside Latin letters that tears a gap.
std::u32string withLatinQuotes(std::u32string text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool opens = text[i] == U'“' || text[i] == U'‘';
        const bool closes = text[i] == U'”' || text[i] == U'’';
        if (!opens && !closes) continue;
        const char32_t inner =
            opens ? (i + 1 < text.size() ? text[i + 1] : U'中') : (i > 0 ? text[i - 1] : U'中');
        if (!isWide(inner) && inner != U'—' && inner != U'…')
            text[i] = text[i] == U'“' || text[i] == U'”' ? U'"' : U'\'';
    }
    return text;
}

/// Removes what cannot be drawn; an error if that is text.
Result<std::u32string> leaveOutPictographs(std::u32string& text, const std::u32string& missing) {
    std::u32string letters;
    for (const char32_t c : missing)
        if (!isPictograph(c)) letters.push_back(c);
    if (!letters.empty()) return glyphError(letters);
    std::erase_if(text, [&](char32_t c) { return missing.find(c) != std::u32string::npos; });
    return missing;
}

std::vector<TextRun> runsOf(const std::u32string& text, const MeasuredText& measured, LineRange line) {
    std::vector<TextRun> runs;
    for (std::size_t i = line.begin; i < line.end; ++i) {
        if (runs.empty() || runs.back().font != measured.fonts[i]) runs.push_back({measured.fonts[i], {}});
        runs.back().text.push_back(text[i]);
    }
    return runs;
}

/// The width that a centred line takes, ink included. Shaped on its own: breaking can change kerning.
double exactWidth(FontSet& fonts, const std::u32string& text, LineRange line) {
    const auto measured = fonts.measure(std::u32string_view(text).substr(line.begin, line.end - line.begin));
    double width = 2 * measured.overhang;
    for (const double advance : measured.advances) width += advance;
    return width;
}

class Fit {
public:
    Fit(FontSet& fonts, const TypesetRequest& request, const std::u32string& text)
        : fonts_(fonts), request_(request), text_(text), measured_(fonts.measure(text)) {}

    Result<SetText> run() {
        MANJU_TRY(breaks_, breakPoints(text_, request_.language));
        for (const bool allowOrphan : {false, true})
            for (double size = request_.size; size >= request_.smallest; size = next(size))
                if (auto set = at(size, allowOrphan)) return std::move(*set);
        return Error(kTextTooLong, {{"text", encodeUtf8(text_)},
                                    {"lines", std::to_string(request_.maxLines)},
                                    {"size", std::to_string(std::lround(request_.smallest))}});
    }

private:
    [[nodiscard]] double next(double size) const {
        const double smaller = std::floor(size * kSizeStep);
        return size > request_.smallest ? std::max(smaller, request_.smallest) : 0;
    }

    std::optional<SetText> at(double size, bool allowOrphan) {
        const double width = request_.width / size;
        const auto lines =
            breakLines({text_, measured_.advances, breaks_, width, request_.maxLines, allowOrphan});
        if (!lines) return std::nullopt;
        SetText set;
        set.size = size;
        for (const LineRange& line : *lines) {
            if (exactWidth(fonts_, text_, line) > width) return std::nullopt;
            set.lines.push_back(runsOf(text_, measured_, line));
        }
        return set;
    }

    FontSet& fonts_;
    const TypesetRequest& request_;
    const std::u32string& text_;
    MeasuredText measured_;
    std::vector<BreakPoint> breaks_;
};

}  // namespace

std::u32string screenText(std::string_view text, bool dropTrailing) {
    std::u32string shown;
    for (const char32_t c : decodeUtf8(shownText(text))) {
        if (u_isUWhiteSpace(static_cast<UChar32>(c))) {
            if (!shown.empty() && shown.back() != U' ') shown.push_back(U' ');
        } else if (!u_iscntrl(static_cast<UChar32>(c))) {
            shown.push_back(c);
        }
    }
    const auto trimEnd = [&] {
        while (!shown.empty() && shown.back() == U' ') shown.pop_back();
    };
    trimEnd();
    while (dropTrailing && !shown.empty() && kDropped.find(shown.back()) != std::u32string_view::npos) {
        shown.pop_back();
        trimEnd();
    }
    return withLatinQuotes(std::move(shown));
}

Result<SetText> typeset(FontSet& fonts, const TypesetRequest& request, std::u32string text) {
    std::u32string leftOut;
    if (const MeasuredText first = fonts.measure(text); !first.missing.empty()) {
        MANJU_TRY(leftOut, leaveOutPictographs(text, first.missing));
        text = screenText(encodeUtf8(text), false);
    }
    SetText set;
    const bool visible = std::any_of(text.begin(), text.end(), [](char32_t c) { return !isInvisible(c); });
    if (visible) {
        MANJU_TRY(set, Fit(fonts, request, text).run());
    }
    set.leftOut = leftOut;
    return set;
}

}  // namespace manju::subs
