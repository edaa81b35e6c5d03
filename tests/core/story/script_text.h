// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/os/file.h"
#include "core/base/text.h"
#include "core/story/parser.h"
#include "core/story/text_class.h"

namespace manju::story {

inline ParsedScript parsed(std::string_view utf8) {
    return parseText(decodeUtf8(utf8));
}

/// Every utterance as "kind|speaker|text", episodes after each other.
inline std::vector<std::string> linesOf(const ParsedScript& script) {
    std::vector<std::string> lines;
    for (const EpisodeDraft& episode : script.episodes)
        for (const Utterance& line : episode.utterances)
            lines.push_back(std::string(toText(line.kind)) + "|" + line.speaker + "|" + line.text);
    return lines;
}

inline std::vector<std::string> linesOf(std::string_view utf8) {
    return linesOf(parsed(utf8));
}

inline std::vector<std::string> titlesOf(const ParsedScript& script) {
    std::vector<std::string> titles;
    for (const EpisodeDraft& episode : script.episodes) titles.push_back(episode.title);
    return titles;
}

inline std::string readText(const std::string& relative) {
    auto bytes = os::readFile(std::string(MANJU_SOURCE_DIR) + "/" + relative);
    EXPECT_TRUE(bytes.ok()) << relative;
    return bytes.valueOr("");
}

/// The rules that hold for every script, well-formed or not; "" or the first that is broken.
std::string brokenRule(const std::u32string& source, const ParsedScript& script);

}  // namespace manju::story
