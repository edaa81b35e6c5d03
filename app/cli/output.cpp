// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <cstdio>

#include "core/base/exit_code.h"

namespace manju::cli {

Json errorJson(messages::Language language, const std::string& id, const MessageArgs& args) {
    return Json{{"code", id}, {"text", messages::text(language, id, args)}, {"args", args}};
}

int fail(const Voice& voice, const Error& error) {
    std::fprintf(stderr, "%s\n", messages::text(voice.language, error).c_str());
    if (voice.json)
        print(Json{{"schema_version", 1}, {"error", errorJson(voice.language, error.id(), error.args())}});
    return exitCode(error.kind());
}

void print(const Json& document) {
    // Names from the user's data may hold bytes that are not UTF-8.
    std::printf("%s\n", document.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

}  // namespace manju::cli
