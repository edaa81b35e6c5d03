// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage_error.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "app/cli/errors.h"

namespace manju::cli {
namespace {

/// The program and the subcommands that were recognised, the innermost last.
std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
    std::vector<const CLI::App*> commands{&app};
    for (auto inner = app.get_subcommands(); !inner.empty(); inner = inner.front()->get_subcommands())
        commands.push_back(inner.front());
    return commands;
}

/// The option that the library's sentence is about, or null.
const CLI::Option* optionIn(const std::vector<const CLI::App*>& commands, const std::string& sentence) {
    for (const CLI::App* command : commands)
        for (const CLI::Option* option : command->get_options()) {
            const std::string name = option->get_name();
            if (sentence.starts_with(name + ": ") ||
                sentence.starts_with("Could not convert: " + name + " = ") ||
                sentence.ends_with(" for " + name))
                return option;
        }
    return nullptr;
}

/// `text` as a number if it is digits only.
std::optional<int> digits(std::string_view text) {
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

bool isUtcTime(std::string_view text) {
    // Positions in "2026-01-31T18:30Z" and "2026-01-31T18:30:00Z".
    const bool seconds = text.size() == 20;
    if (!seconds && text.size() != 17) return false;
    if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text.back() != 'Z' ||
        (seconds && text[16] != ':'))
        return false;
    const auto year = digits(text.substr(0, 4));
    const auto month = digits(text.substr(5, 2));
    const auto day = digits(text.substr(8, 2));
    const auto hour = digits(text.substr(11, 2));
    const auto minute = digits(text.substr(14, 2));
    const auto second = seconds ? digits(text.substr(17, 2)) : std::optional(0);
    if (!year || !month || !day || !hour || !minute || !second) return false;
    const std::chrono::year_month_day date(std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    return date.ok() && *hour < 24 && *minute < 60 && *second < 60;
}

}  // namespace

Error usageError(const CLI::App& app, const CLI::ParseError& failure) {
    const std::vector<const CLI::App*> commands = commandsOf(app);
    std::string command = "manju";
    for (std::size_t i = 1; i < commands.size(); ++i) command += " " + commands[i]->get_name();

    // A mistyped argument is named first: what is missing is often what it was meant to be.
    const std::vector<std::string> unknown = app.remaining(true);
    const bool missing = dynamic_cast<const CLI::RequiredError*>(&failure) != nullptr;
    if (!unknown.empty() && (missing || dynamic_cast<const CLI::ExtrasError*>(&failure) != nullptr))
        return Error(kUnknownArgument, {{"argument", unknown.front()}, {"command", command}});

    const std::string sentence = failure.what();
    if (missing) {
        if (sentence.starts_with("A subcommand")) return Error(kMissingCommand, {{"command", command}});
        const std::string argument = sentence.substr(0, sentence.find(" is required"));
        return Error(kMissingArgument, {{"argument", argument}, {"command", command}});
    }
    if (const CLI::Option* option = optionIn(commands, sentence)) {
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&failure) != nullptr)
            return Error(kNotOneValue, {{"option", option->get_name()}, {"command", command}});
        const std::vector<std::string>& values = option->results();
        return Error(kBadOption, {{"option", option->get_name()},
                                  {"value", values.empty() ? "" : values.front()},
                                  {"about", option->get_description()},
                                  {"command", command}});
    }
    return Error(kBadUsage, {{"detail", sentence}, {"command", command}});
}

CLI::Validator notEmpty() {
    return CLI::Validator([](std::string& value) { return std::string(value.empty() ? "empty" : ""); }, "");
}

CLI::Validator utcTime() {
    return CLI::Validator([](std::string& value) { return std::string(isUtcTime(value) ? "" : "no time"); },
                          "");
}

}  // namespace manju::cli
