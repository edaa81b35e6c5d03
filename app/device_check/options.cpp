// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/options.h"

#include <array>
#include <charconv>
#include <string_view>

#include "app/device_check/errors.h"

namespace manju::device_check {
namespace {

struct NumberOption {
    std::string_view name;
    std::uint32_t Options::*field;
    std::uint32_t least, most;
};
constexpr std::array kNumbers{NumberOption{"--device", &Options::device, 0, 255},
                              NumberOption{"--minutes", &Options::minutes, 1, 60},
                              NumberOption{"--memory", &Options::memoryMiB, 128, 1 << 20},
                              NumberOption{"--repetitions", &Options::repetitions, 1, 10'000},
                              NumberOption{"--remaps", &Options::remaps, 1, 10'000'000},
                              NumberOption{"--pictures", &Options::pictures, 1, 10'000}};

Status setNumber(const NumberOption& option, std::string_view text, Options& options) {
    std::uint32_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || value < option.least ||
        value > option.most)
        return Error(kBadValue,
                     {{"option", std::string(option.name)},
                      {"value", std::string(text)},
                      {"allowed", std::to_string(option.least) + " ... " + std::to_string(option.most)}});
    options.*option.field = value;
    return Done{};
}

Status setText(std::string_view name, std::string_view value, Options& options) {
    if (name == "--lang") {
        if (value != "en" && value != "zh")
            return Error(
                kBadValue,
                {{"option", std::string(name)}, {"value", std::string(value)}, {"allowed", "en, zh"}});
        return Done{};  // known already, see languageOf
    }
    if (value.empty()) return Error(kValueMissing, {{"option", std::string(name)}});
    options.json = value;
    return Done{};
}

}  // namespace

messages::Language languageOf(std::span<const char* const> arguments) {
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
        if (std::string_view(arguments[i]) == "--lang")
            return std::string_view(arguments[i + 1]) == "zh" ? messages::Language::Chinese
                                                              : messages::Language::English;
    return messages::fromEnvironment();
}

Result<Options> parseOptions(std::span<const char* const> arguments) {
    Options options;
    options.language = languageOf(arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view name = arguments[i];
        if (name == "--help" || name == "-h") {
            options.help = true;
            continue;
        }
        const NumberOption* number = nullptr;
        for (const NumberOption& candidate : kNumbers)
            if (candidate.name == name) number = &candidate;
        if (!number && name != "--json" && name != "--lang")
            return Error(kUnknownArgument, {{"argument", std::string(name)}});
        if (i + 1 == arguments.size()) return Error(kValueMissing, {{"option", std::string(name)}});
        const std::string_view value = arguments[++i];
        MANJU_CHECK(number ? setNumber(*number, value, options) : setText(name, value, options));
    }
    return options;
}

}  // namespace manju::device_check
