// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/messages/messages.h"

namespace manju::messages {

/// The texts whose ids begin alike, by the rest of their ids.
class Words {
public:
    Words(Language language, std::string beginning) : language_(language), beginning_(std::move(beginning)) {}
    [[nodiscard]] std::string operator()(std::string_view id, const MessageArgs& args = {}) const {
        return text(language_, beginning_ + std::string(id), args);
    }
    [[nodiscard]] Language language() const { return language_; }

private:
    Language language_;
    std::string beginning_;
};

}  // namespace manju::messages
