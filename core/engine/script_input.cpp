// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/script_input.h"

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/base/sha256.h"
#include "core/story/decode.h"
#include "core/story/parser.h"

namespace manju::engine {
namespace {

/// An episode without a heading is called after its file, so that lists, notices and players show a name.
void nameEpisodes(ScriptInput& script) {
    const std::string stem = story::displayPath(script.path.stem());
    for (std::size_t i = 0; i < script.parsed.episodes.size(); ++i) {
        std::string& title = script.parsed.episodes[i].title;
        if (title.empty())
            title = script.parsed.episodes.size() == 1 ? stem : stem + " " + std::to_string(i + 1);
    }
}

}  // namespace

Result<std::vector<ScriptInput>> readScripts(const std::vector<std::string>& files,
                                             const std::stop_token& stop) {
    std::vector<ScriptInput> scripts;
    for (const std::string& file : files) {
        if (stop.stop_requested()) return Error(kCancelled);
        ScriptInput script;
        script.path = file;
        MANJU_TRY(script.bytes, os::readFile(file, story::kMaxScript));
        script.sha256 = sha256Hex(script.bytes);
        MANJU_TRY(script.parsed, story::parseScript(script.bytes, file));
        nameEpisodes(script);
        scripts.push_back(std::move(script));
    }
    return scripts;
}

}  // namespace manju::engine
