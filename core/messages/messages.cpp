// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/messages/messages.h"

#include <cstdlib>

namespace manju::messages {
namespace {

const Entry* find(std::string_view id) {
    for (const auto area : catalogue())
        for (const Entry& entry : area)
            if (entry.id == id) return &entry;
    return nullptr;
}

std::string filled(std::string_view pattern, const MessageArgs& args) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t open = pattern.find('{', at);
        if (open == std::string_view::npos) return text.append(pattern.substr(at));
        const std::size_t close = pattern.find('}', open);
        if (close == std::string_view::npos) return text.append(pattern.substr(at));
        text.append(pattern.substr(at, open - at));
        const auto value = args.find(std::string(pattern.substr(open + 1, close - open - 1)));
        if (value != args.end())
            text.append(value->second);
        else
            text.append(pattern.substr(open, close - open + 1));
        at = close + 1;
    }
    return text;
}

}  // namespace

std::string text(Language language, std::string_view id, const MessageArgs& args) {
    const Entry* entry = find(id);
    if (!entry) return Error::restored(std::string(id), ErrorKind::Failed, args).debugText();
    return filled(language == Language::Chinese ? entry->chinese : entry->english, args);
}

std::string text(Language language, const Error& error) {
    return text(language, error.id(), error.args()) + " [" + error.id() + "]";
}

Language fromEnvironment() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value && *value)
            return std::string_view(value).starts_with("zh") ? Language::Chinese : Language::English;
    return Language::English;
}

}  // namespace manju::messages
