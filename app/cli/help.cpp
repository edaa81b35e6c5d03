// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help.h"

#include <algorithm>
#include <memory>
#include <sstream>

namespace manju::cli {
namespace {

/// The library's layout with translated group names, and columns that count a Chinese character as two.
class HelpFormatter : public CLI::Formatter {
public:
    std::string make_group(std::string group, bool positional,
                           std::vector<const CLI::Option*> options) const override {
        return CLI::Formatter::make_group(get_label(group), positional, std::move(options));
    }

    std::string make_option(const CLI::Option* option, bool positional) const override {
        const std::string name = make_option_name(option, positional) + make_option_opts(option);
        // A Chinese character has three bytes in UTF-8, the first of them from 0xE0, and takes two columns.
        const auto wide = std::count_if(name.begin(), name.end(),
                                        [](char c) { return static_cast<unsigned char>(c) >= 0xE0; });
        const std::size_t extra = static_cast<std::size_t>(wide);
        const bool fits = name.size() - extra + 2 < get_column_width();
        std::ostringstream out;
        CLI::detail::format_help(out, name, make_option_desc(option),
                                 get_column_width() + (fits ? extra : 0));
        return out.str();
    }
};

}  // namespace

Voice voiceOf(std::span<const char* const> arguments) {
    Voice voice;
    std::string language;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--") break;
        if (argument == "--json") voice.json = true;
        if (argument == "--lang" && i + 1 < arguments.size()) language = arguments[i + 1];
        if (argument.starts_with("--lang=")) language = argument.substr(7);
    }
    voice.language = language == "zh"   ? messages::Language::Chinese
                     : language == "en" ? messages::Language::English
                                        : messages::fromEnvironment();
    return voice;
}

std::string helpText(const Voice& voice, const std::string& id) {
    return messages::text(voice.language, "cli.help." + id);
}

void translateHelp(CLI::App& app, const Voice& voice) {
    const auto formatter = std::make_shared<HelpFormatter>();
    for (const char* word : {"Usage", "OPTIONS", "SUBCOMMAND", "Positionals", "Options", "REQUIRED", "TEXT",
                             "INT", "UINT", "FLOAT"})
        formatter->label(word, helpText(voice, std::string("word.") + word));
    app.formatter(formatter);
    app.group(helpText(voice, "word.Subcommands"));
    app.set_help_flag("-h,--help", helpText(voice, "help"));
    app.set_version_flag("--version", MANJU_VERSION, helpText(voice, "version"));
}

}  // namespace manju::cli
