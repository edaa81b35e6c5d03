// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/domain/snapshot.h"
#include "core/messages/messages.h"

namespace manju::ui {

/// The language of everything that is shown. Thread: UI.
messages::Language language();

/// Installs the translations and the number formats. Every widget gets QEvent::LanguageChange.
void setLanguage(messages::Language language);

/// The sentence of the catalogue in the present language; empty for an empty id.
QString messageText(const MessageRef& message);

/// The sentence for an error, without its code.
QString errorText(const Error& error);

inline QString fromUtf8(const std::string& text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace manju::ui
