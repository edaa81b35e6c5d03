// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/subs/subtitles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/subs/errors.h"
#include "core/subs/font_set.h"
#include "core/subs/script_writer.h"
#include "core/subs/typesetter.h"

namespace manju::subs {
namespace {

// The frame in which the preset's lengths are given.
constexpr double kDesignWidth = 1080;
constexpr double kDesignHeight = 1920;
constexpr double kSmallestEm = 24;      // design pixels; about 1/45 of the width is the limit of legibility
constexpr double kInkMargin = 4;        // pixels kept free at either side: glyphs may overhang their advance, edges are soft
constexpr double kLabelTop = 260;       // design y below the areas that the platforms cover
constexpr double kLabelHeight = 0.05;   // of the shorter side
constexpr double kInkPerEm = 0.85;      // height of a Chinese character's or a capital's ink is below its em
constexpr double kLabelOutline = 0.06;  // of its em

// Light colours that stay apart from each other on a black outline; white is the narrator's.
constexpr std::array<std::uint32_t, 8> kSpeakerColours{0xFFE066, 0x7FDBFF, 0xFF9EC4, 0x9BE89B,
                                                       0xFFB570, 0xC9A7FF, 0x66E6D0, 0xFF8A80};
constexpr std::uint32_t kNarratorColour = 0xFFFFFF;

Status checkCues(const SubtitleSpec& spec) {
    std::int64_t free = 0;
    for (std::size_t i = 0; i < spec.cues.size(); ++i) {
        const SubtitleCue& cue = spec.cues[i];
        if (cue.startFrame < free || cue.endFrame <= cue.startFrame || cue.endFrame > spec.frames)
            return Error(kCueTimesWrong, {{"number", std::to_string(i + 1)}, {"text", cue.text}});
        free = cue.endFrame;
    }
    return Done{};
}

Status checkStyle(const SubtitleSpec& spec) {
    const SubtitlePreset& style = spec.style;
    const auto wrong = [](const char* name, int value) {
        return Error(kStyleWrong, {{"name", name}, {"value", std::to_string(value)}});
    };
    if (spec.width < 16) return wrong("width", spec.width);
    if (spec.height < 16) return wrong("height", spec.height);
    if (style.size < static_cast<int>(kSmallestEm) || style.size > 160) return wrong("size", style.size);
    if (style.outline < 0 || style.outline > 40) return wrong("outline", style.outline);
    if (style.left < 0 || style.left >= style.right) return wrong("left", style.left);
    if (style.right > static_cast<int>(kDesignWidth)) return wrong("right", style.right);
    if (style.baseline < 1 || style.baseline > static_cast<int>(kDesignHeight))
        return wrong("baseline", style.baseline);
    if (style.maxLines < 1 || style.maxLines > 4) return wrong("maxLines", style.maxLines);
    return Done{};
}

class Composer {
public:
    Composer(const SubtitleSpec& spec, FontSet& fonts)
        : spec_(spec),
          fonts_(fonts),
          across_(spec.width / kDesignWidth),
          down_(spec.height / kDesignHeight),
          scale_(std::min(across_, down_)) {}

    Result<SubtitleFiles> run() {
        addStyles();
        MANJU_CHECK(addLabel());
        for (const SubtitleCue& cue : spec_.cues) MANJU_CHECK(addCue(cue));
        script_.width = spec_.width;
        script_.height = spec_.height;
        return SubtitleFiles{assText(script_, fonts_), srtText(spec_.cues), leftOut_};
    }

private:
    void addStyles() {
        RoleStyle style;
        style.name = "Narrator";
        style.size = spec_.style.size * scale_;
        style.outline = spec_.style.outline * scale_;
        style.rgb = kNarratorColour;
        style.marginLeft = rounded(spec_.style.left * across_);
        style.marginRight = spec_.width - rounded(spec_.style.right * across_);
        style.marginVertical =
            spec_.height - rounded(spec_.style.baseline * down_) + static_cast<int>(std::ceil(style.outline));
        script_.styles.push_back(style);
        std::set<std::string> names;
        for (const SubtitleCue& cue : spec_.cues)
            if (!cue.speaker.empty()) names.insert(cue.speaker);
        for (const std::string& name : names) {
            style.name = "Speaker" + std::to_string(speakers_.size() + 1);
            style.rgb = kSpeakerColours[speakers_.size() % kSpeakerColours.size()];
            speakers_.push_back(name);
            script_.styles.push_back(style);
        }
    }

    Status addLabel() {
        const auto text = screenText(spec_.label, false);
        if (text.empty() || spec_.frames <= 0) return Done{};
        RoleStyle style = script_.styles[0];
        style.name = "Label";
        style.size = std::ceil(std::min(spec_.width, spec_.height) * kLabelHeight / kInkPerEm);
        style.outline = style.size * kLabelOutline;
        style.rgb = kNarratorColour;
        style.alignment = 7;
        style.marginVertical = rounded(kLabelTop * down_) + static_cast<int>(std::ceil(style.outline));
        style.marginLeft += static_cast<int>(std::ceil(style.outline));
        script_.styles.push_back(style);
        // No smaller than asked: more lines instead.
        const TypesetRequest request{spec_.language, widthFor(style), style.size, style.size, 4};
        return add({1, 0, spec_.frames, script_.styles.size() - 1, {}}, request, text);
    }

    Status addCue(const SubtitleCue& cue) {
        std::size_t style = 0;
        if (!cue.speaker.empty())
            style = 1 + static_cast<std::size_t>(
                            std::lower_bound(speakers_.begin(), speakers_.end(), cue.speaker) -
                            speakers_.begin());
        const TypesetRequest request{spec_.language, widthFor(script_.styles[style]),
                                     script_.styles[style].size, kSmallestEm * scale_, spec_.style.maxLines};
        return add({0, cue.startFrame, cue.endFrame, style, {}}, request, screenText(cue.text, true));
    }

    Status add(AssEvent event, const TypesetRequest& request, std::u32string text) {
        MANJU_TRY(event.text, typeset(fonts_, request, std::move(text)));
        for (const char32_t c : event.text.leftOut)
            if (leftOut_.find(c) == std::u32string::npos) leftOut_.push_back(c);
        if (!event.text.lines.empty()) script_.events.push_back(std::move(event));
        return Done{};
    }

    [[nodiscard]] double widthFor(const RoleStyle& style) const {
        return spec_.width - style.marginLeft - style.marginRight - 2 * (style.outline + kInkMargin);
    }
    static int rounded(double value) { return static_cast<int>(std::lround(value)); }

    const SubtitleSpec& spec_;
    FontSet& fonts_;
    double across_;
    double down_;
    double scale_;
    AssScript script_;
    std::vector<std::string> speakers_;  // sorted
    std::u32string leftOut_;
};

}  // namespace

Result<SubtitleFiles> writeSubtitles(const SubtitleSpec& spec,
                                     const std::vector<std::filesystem::path>& fonts) {
    MANJU_CHECK(checkStyle(spec));
    MANJU_CHECK(checkCues(spec));
    MANJU_TRY(FontSet set, FontSet::open(fonts, spec.style.font, spec.language));
    return Composer(spec, set).run();
}

}  // namespace manju::subs
