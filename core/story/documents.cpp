// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/documents.h"

#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "core/story/headings.h"
#include "core/story/shots.h"

namespace manju::story {
namespace {

double percentOf(const ParsedScript& script) {
    if (script.textPoints == 0) return 100.0;
    return std::floor(10000.0 * static_cast<double>(script.coveredPoints) /
                      static_cast<double>(script.textPoints)) /
           100.0;
}

double rounded(double value, double digits) {
    return std::round(value * digits) / digits;
}

Json lineJson(LineKind kind, const std::string& speaker, const std::string& text, SourceSpan span) {
    return {{"kind", std::string(toText(kind))},
            {"speaker", speaker},
            {"text", text},
            {"begin", span.begin},
            {"end", span.end}};
}

Json spansJson(const std::vector<SourceSpan>& spans) {
    Json list = Json::array();
    for (const SourceSpan& span : spans) list.push_back({{"begin", span.begin}, {"end", span.end}});
    return list;
}

Json shotJson(const ShotDraft& shot, std::size_t number) {
    Json lines = Json::array();
    std::string text;
    for (const ShotLine& line : shot.lines) {
        lines.push_back(lineJson(line.kind, line.speaker, line.text, line.span));
        text += line.text;
    }
    return {{"number", number},          {"text", text},
            {"lines", std::move(lines)}, {"characters", shot.characters},
            {"scene", shot.scene},       {"begin", shot.span.begin},
            {"end", shot.span.end},      {"estimated_seconds", rounded(estimatedSeconds(shot), 100.0)}};
}

Json episodeJson(const EpisodeDraft& episode, std::size_t number) {
    Json utterances = Json::array();
    for (const Utterance& line : episode.utterances)
        utterances.push_back(lineJson(line.kind, line.speaker, line.text, line.span));
    Json shots = Json::array();
    for (std::size_t i = 0; i < episode.shots.size(); ++i) shots.push_back(shotJson(episode.shots[i], i + 1));
    return {{"number", number},
            {"title", episode.title},
            {"utterances", std::move(utterances)},
            {"shots", std::move(shots)}};
}

std::string decimals(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string lineText(const ShotLine& line, messages::Language language) {
    std::string id = "story.line." + std::string(toText(line.kind));
    if (line.speaker.empty() && line.kind == LineKind::Dialogue) id = "story.line.unknown";
    if (line.speaker.empty() && line.kind == LineKind::InnerVoice) id += ".unknown";
    return messages::text(language, id, {{"speaker", line.speaker}, {"text", line.text}});
}

std::string shotText(const ShotDraft& shot, std::size_t number, messages::Language language) {
    std::string characters;
    for (const std::string& name : shot.characters)
        characters.append(characters.empty()                        ? ""
                          : language == messages::Language::Chinese ? "、"
                                                                    : ", ")
            .append(name);
    std::string text = messages::text(language, characters.empty() ? "story.shot" : "story.shot.characters",
                                      {{"number", std::to_string(number)},
                                       {"seconds", decimals(estimatedSeconds(shot), 1)},
                                       {"characters", characters}}) +
                       "\n";
    for (const ShotLine& line : shot.lines) text += lineText(line, language) + "\n";
    return text;
}

}  // namespace

Json shotsDocument(const ParsedScript& script) {
    Json episodes = Json::array();
    for (std::size_t i = 0; i < script.episodes.size(); ++i)
        episodes.push_back(episodeJson(script.episodes[i], i + 1));
    return {{"schema_version", 1},
            {"file", script.file},
            {"encoding", script.encoding},
            {"encoding_confidence", rounded(script.confidence, 1000.0)},
            {"format", script.format},
            {"language", script.language},
            {"code_points", script.codePoints},
            {"coverage",
             {{"text_points", script.textPoints},
              {"covered_points", script.coveredPoints},
              {"percent", percentOf(script)},
              {"spoken_points", script.spokenPoints},
              {"heading_points", script.headingPoints},
              {"label_points", script.labelPoints},
              {"stripped_points", script.strippedPoints},
              {"headings", spansJson(script.headings)},
              {"stripped", spansJson(script.stripped)},
              {"unassigned", spansJson(script.unassigned)}}},
            {"episodes", std::move(episodes)}};
}

std::string shotsText(const ParsedScript& script, messages::Language language) {
    const auto say = [&](const std::string& id, const MessageArgs& args = {}) {
        return messages::text(language, id, args);
    };
    std::string text =
        say("story.script", {{"file", script.file},
                             {"encoding", script.encoding},
                             {"confidence", decimals(std::floor(script.confidence * 100.0), 0)},
                             {"format", say("story.format." + script.format)},
                             {"language", say("story.language." + script.language)},
                             {"points", std::to_string(script.codePoints)}}) +
        "\n" +
        say("story.coverage", {{"percent", decimals(percentOf(script), 2)},
                               {"spoken", std::to_string(script.spokenPoints)},
                               {"headings", std::to_string(script.headingPoints)},
                               {"labels", std::to_string(script.labelPoints)},
                               {"stripped", std::to_string(script.strippedPoints)}}) +
        "\n";
    for (std::size_t i = 0; i < script.episodes.size(); ++i) {
        const EpisodeDraft& episode = script.episodes[i];
        // "Chapter 3: Home" says its number itself.
        const bool titled =
            !episode.title.empty() && shapeOf(decodeUtf8(episode.title)) == LineShape::Episode;
        double seconds = 0;
        for (const ShotDraft& shot : episode.shots) seconds += estimatedSeconds(shot);
        text += "\n" +
                say(titled ? "story.episode.numbered" : "story.episode",
                    {{"number", std::to_string(i + 1)},
                     {"title", episode.title.empty() ? say("story.untitled") : episode.title},
                     {"lines", std::to_string(episode.utterances.size())},
                     {"shots", std::to_string(episode.shots.size())},
                     {"seconds", decimals(seconds, 0)}}) +
                "\n";
        for (std::size_t k = 0; k < episode.shots.size(); ++k)
            text += shotText(episode.shots[k], k + 1, language);
    }
    return text;
}

}  // namespace manju::story
