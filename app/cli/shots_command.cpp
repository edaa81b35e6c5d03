// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/cli/commands.h"
#include "core/story/documents.h"
#include "core/story/parser.h"

namespace manju::cli {

int runShots(const Voice& voice, const std::filesystem::path& script) {
    const auto parsed = story::parseScriptFile(script);
    if (!parsed.ok()) return fail(voice, parsed.error());
    if (voice.json)
        print(story::shotsDocument(*parsed));
    else
        std::fputs(story::shotsText(*parsed, voice.language).c_str(), stdout);
    return 0;
}

}  // namespace manju::cli
