// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/story/script_text.h"

namespace manju::story {
namespace {

std::string visibleOnly(const std::u32string& text) {
    std::u32string visible;
    for (const char32_t c : text)
        if (isVisible(c)) visible += c;
    return encodeUtf8(visible);
}

/// The visible points of a span that are in no stripped span: what its text must consist of.
std::string visibleIn(const std::u32string& source, SourceSpan span, const ParsedScript& script) {
    std::u32string text;
    std::size_t mark = 0;
    for (std::int64_t i = span.begin; i < span.end; ++i) {
        while (mark < script.stripped.size() && script.stripped[mark].end <= i) ++mark;
        if (mark < script.stripped.size() && script.stripped[mark].begin <= i) continue;
        if (isVisible(source[static_cast<std::size_t>(i)])) text += source[static_cast<std::size_t>(i)];
    }
    return encodeUtf8(text);
}

std::string brokenInEpisode(const std::u32string& source, const EpisodeDraft& episode,
                            const ParsedScript& script, std::int64_t& end) {
    std::string spoken;
    for (const Utterance& line : episode.utterances) {
        if (line.span.begin < end || line.span.end <= line.span.begin)
            return "utterance spans overlap or are empty";
        end = line.span.end;
        if (visibleOnly(decodeUtf8(line.text)) != visibleIn(source, line.span, script))
            return "utterance text differs from its span: " + line.text;
        spoken += line.text;
    }
    std::string shown;
    std::int64_t shotEnd = 0;
    for (const ShotDraft& shot : episode.shots) {
        if (shot.lines.empty()) return "shot without lines";
        if (shot.span.begin != shot.lines.front().span.begin || shot.span.end != shot.lines.back().span.end)
            return "a shot's span is not that of its lines";
        for (const ShotLine& line : shot.lines) {
            if (line.span.begin < shotEnd || line.span.end <= line.span.begin)
                return "shot spans overlap or are empty";
            shotEnd = line.span.end;
            if (visibleOnly(decodeUtf8(line.text)) != visibleIn(source, line.span, script))
                return "shot text differs from its span: " + line.text;
            shown += line.text;
        }
    }
    return shown == spoken ? "" : "the shots' text is not the utterances' text";
}

}  // namespace

std::string brokenRule(const std::u32string& source, const ParsedScript& script) {
    std::int64_t visible = 0;
    for (const char32_t c : source) visible += isVisible(c) ? 1 : 0;
    if (script.textPoints != visible) return "text points are miscounted";
    if (script.codePoints != static_cast<std::int64_t>(source.size())) return "code points are miscounted";
    if (script.coveredPoints != visible || !script.unassigned.empty()) return "text is left unassigned";
    if (script.spokenPoints + script.headingPoints + script.labelPoints + script.strippedPoints != visible)
        return "the parts do not add up";
    std::int64_t spoken = 0;
    std::int64_t end = 0;
    for (const EpisodeDraft& episode : script.episodes) {
        if (episode.utterances.empty()) return "episode without utterances";
        if (const std::string broken = brokenInEpisode(source, episode, script, end); !broken.empty())
            return broken;
        for (const Utterance& line : episode.utterances)
            for (const char32_t c : decodeUtf8(line.text)) spoken += isVisible(c) ? 1 : 0;
    }
    return spoken == script.spokenPoints ? "" : "spoken points are not those of the utterances";
}

}  // namespace manju::story
