// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <memory>

#include "ui/common/icons.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

messages::Language shown = messages::Language::English;

struct Translators {
    QTranslator ours;
    QTranslator qt;
};

/// Kept outside the widgets: the application object outlives them, and ends the translators first.
Translators& translators() {
    static auto* const kept = new Translators;
    return *kept;
}

}  // namespace

messages::Language language() {
    return shown;
}

void setLanguage(messages::Language wanted) {
    shown = wanted;
    const bool chinese = wanted == messages::Language::Chinese;
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::China)
                                : QLocale(QLocale::English, QLocale::UnitedKingdom));
    Translators& all = translators();
    QCoreApplication::removeTranslator(&all.qt);
    QCoreApplication::removeTranslator(&all.ours);
    iconNames();  // registers the embedded files
    if (chinese && all.qt.load(u"qtbase_zh_CN"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&all.qt);
    // The English file holds the plural forms only.
    if (all.ours.load(chinese ? u":/i18n/manju_zh_CN.qm"_s : u":/i18n/manju_en.qm"_s))
        QCoreApplication::installTranslator(&all.ours);
}

QString messageText(const MessageRef& message) {
    if (message.id.empty()) return {};
    return fromUtf8(messages::text(shown, message.id, message.args));
}

QString errorText(const Error& error) {
    return fromUtf8(messages::text(shown, error.id(), error.args()));
}

}  // namespace manju::ui
