// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/domain/script.h"
#include "core/story/decode.h"

namespace manju::story {

/// Decodes, parses and splits a script into episodes, utterances and shots. Deterministic, offline, linear in
/// the script's length. Errors: those of decodeScript(), and kScriptSilent if nothing can be spoken or shown.
///
/// What becomes what:
/// - `name: line`, `名（怒）：词` -> dialogue; bracketed directions in it are not spoken.
/// - `旁白：`, `Narrator:`, `【VO：…】` -> narration; `名（OS）：`, `内心：`, 心想 before a quote -> inner
/// voice.
/// - `字幕：`, `【字幕：…】`, `Caption:` -> on-screen text.
/// - Prose -> narration; quotes that are speech -> dialogue of the person the words around them name. A bare
///   speech tag ("he said") whose speaker is known is a label: the voice says it.
/// - △ action lines -> narration, without the mark: a still picture alone does not tell what happens.
/// - Chapter and episode headings open an episode; scene headings open a scene (see ShotDraft::scene).
/// Thread: any.
Result<ParsedScript> parseScript(std::string_view bytes, const std::string& file);
Result<ParsedScript> parseScriptFile(const std::filesystem::path& path);

/// The same for decoded text; `steps`, if given, receives the number of code points looked at and shot
/// boundaries weighed, which tests compare instead of times.
ParsedScript parseText(std::u32string_view text, std::int64_t* steps = nullptr);

}  // namespace manju::story
