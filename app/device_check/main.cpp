// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>

#include "app/device_check/report.h"
#include "core/base/exit_code.h"
#include "core/base/os/file.h"

namespace manju::device_check {
namespace {

int fail(messages::Language language, const Error& error) {
    std::fprintf(stderr, "%s\n", messages::text(language, error).c_str());
    return exitCode(error.kind());
}

void say(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

int run(std::span<const char* const> arguments) {
    auto options = parseOptions(arguments);
    if (!options) return fail(languageOf(arguments), options.error());
    const messages::Language language = options->language;
    if (options->help) {
        say(messages::text(language, "device_check.help") + "\n");
        return 0;
    }
    // Better now than after minutes.
    if (!options->json.empty()) {
        const auto folder = std::filesystem::path(options->json).parent_path();
        if (const Status writable = os::checkWritable(folder.empty() ? "." : folder); !writable)
            return fail(language, writable.error());
    }
    // As the tests do: another library stands in for the driver.
    if (const char* library = std::getenv("MANJU_FAKECUDA"); library && *library) options->library = library;
    const auto findings = checkDevice(
        *options, {[&](const Facts& facts) { say(factsText(facts, language)); },
                   [&](Part part, const Findings& sofar) { say(partText(part, sofar, language)); }});
    if (!findings) return fail(language, findings.error());
    say(verdictText(*findings, language));
    if (!options->json.empty()) {
        const std::string text =
            reportJson(*findings).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
        if (const Status written = os::writeFile(options->json, text); !written)
            return fail(language, written.error());
    }
    return findings->held() ? 0 : 1;
}

}  // namespace
}  // namespace manju::device_check

int main(int argc, char** argv) {
    return manju::device_check::run({argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
}
