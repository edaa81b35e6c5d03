// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/script_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "core/domain/alias_text.h"

namespace manju::subs {
namespace {

constexpr std::uint32_t kOutlineColour = 0x000000;
constexpr char32_t kWordJoiner = 0x2060;

/// At most two decimals, with a point in every locale.
std::string number(double value) {
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), std::round(value * 100) / 100);
    return {digits.data(), end.ptr};
}

/// Time unit number `n` of a second for a frame's start, rounded half up. A frame always gives the same
/// value, so cues that touch in frames touch in the file.
std::int64_t unitsAt(std::int64_t frame, std::int64_t perSecond) {
    return (2 * frame * perSecond + kFramesPerSecond) / (2 * kFramesPerSecond);
}

template <std::size_t Size, class... Values>
std::string formatted(const char (&format)[Size], Values... values) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

std::string assTime(std::int64_t frame) {
    const std::int64_t cs = unitsAt(frame, 100);
    return formatted("%lld:%02lld:%02lld.%02lld", static_cast<long long>(cs / 360000),
                     static_cast<long long>(cs / 6000 % 60), static_cast<long long>(cs / 100 % 60),
                     static_cast<long long>(cs % 100));
}

std::string srtTime(std::int64_t frame) {
    const std::int64_t ms = unitsAt(frame, 1000);
    return formatted("%02lld:%02lld:%02lld,%03lld", static_cast<long long>(ms / 3600000),
                     static_cast<long long>(ms / 60000 % 60), static_cast<long long>(ms / 1000 % 60),
                     static_cast<long long>(ms % 1000));
}

std::string assColour(std::uint32_t rgb) {
    return formatted("&H00%02X%02X%02X", rgb & 0xFFU, (rgb >> 8) & 0xFFU, (rgb >> 16) & 0xFFU);
}

std::string styleLine(const RoleStyle& style, const FontSet& fonts) {
    const std::string colour = assColour(style.rgb);
    const std::string outline = assColour(kOutlineColour);
    return "Style: " + style.name + "," + fonts.family(0) + "," + number(style.size * fonts.heightPerEm()) +
           "," + colour + "," + colour + "," + outline + "," + outline + "," + (fonts.bold() ? "-1" : "0") +
           ",0,0,0,100,100,0,0,1," + number(style.outline) + ",0," + std::to_string(style.alignment) + "," +
           std::to_string(style.marginLeft) + "," + std::to_string(style.marginRight) + "," +
           std::to_string(style.marginVertical) + ",1\n";
}

/// Braces open overrides. A backslash has no escape of its own: a word joiner keeps it apart from the
/// letter it would otherwise command.
std::string escaped(const std::u32string& text) {
    std::u32string result;
    for (const char32_t c : text) {
        if (c == U'{' || c == U'}') result.push_back(U'\\');
        result.push_back(c);
        if (c == U'\\') result.push_back(kWordJoiner);
    }
    return encodeUtf8(result);
}

std::string eventText(const AssEvent& event, const AssScript& script, const FontSet& fonts) {
    std::string text;
    const RoleStyle& style = script.styles[event.style];
    if (event.text.size != style.size)
        text += "{\\fs" + number(event.text.size * fonts.heightPerEm()) + "\\bord" +
                number(style.outline * event.text.size / style.size) + "}";
    std::size_t font = 0;
    for (std::size_t i = 0; i < event.text.lines.size(); ++i) {
        if (i > 0) text += "\\N";
        for (const TextRun& run : event.text.lines[i]) {
            if (run.font != font) text += "{\\fn" + fonts.family(run.font) + "}";
            font = run.font;
            text += escaped(run.text);
        }
    }
    return text;
}

}  // namespace

std::string assText(const AssScript& script, const FontSet& fonts) {
    std::string ass =
        "[Script Info]\n"
        "ScriptType: v4.00+\n"
        "PlayResX: " +
        std::to_string(script.width) +
        "\n"
        "PlayResY: " +
        std::to_string(script.height) +
        "\n"
        "WrapStyle: 2\n"
        "ScaledBorderAndShadow: yes\n"
        "YCbCr Matrix: None\n"
        "\n[V4+ Styles]\n"
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, "
        "Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, "
        "Alignment, MarginL, MarginR, MarginV, Encoding\n";
    for (const RoleStyle& style : script.styles) ass += styleLine(style, fonts);
    ass +=
        "\n[Events]\n"
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n";
    for (const AssEvent& event : script.events)
        ass += "Dialogue: " + std::to_string(event.layer) + "," + assTime(event.startFrame) + "," +
               assTime(event.endFrame) + "," + script.styles[event.style].name + ",,0,0,0,," +
               eventText(event, script, fonts) + "\n";
    return ass;
}

std::string srtText(const std::vector<SubtitleCue>& cues) {
    std::string srt;
    int index = 0;
    for (const SubtitleCue& cue : cues) {
        std::string text;
        for (const char c : shownText(cue.text)) {  // an empty line would end the cue
            if (c == '\r') continue;
            if (c == '\n' && (text.empty() || text.back() == '\n')) continue;
            text.push_back(c);
        }
        srt += std::to_string(++index) + "\n" + srtTime(cue.startFrame) + " --> " + srtTime(cue.endFrame) +
               "\n" + std::string(trimmed(text)) + "\n\n";
    }
    return srt;
}

}  // namespace manju::subs
