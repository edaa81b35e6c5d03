// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/script_input.h"

#include "core/base/errors.h"
#include "core/base/os/file.h"
#include "core/base/sha256.h"
#include "core/story/decode.h"
#include "core/story/parser.h"

namespace manju::engine {

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
        scripts.push_back(std::move(script));
    }
    return scripts;
}

}  // namespace manju::engine
