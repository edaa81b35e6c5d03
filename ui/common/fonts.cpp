// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/fonts.h"

#include <QApplication>
#include <QDir>
#include <QFont>
#include <QFontDatabase>

namespace manju::ui {

using namespace Qt::StringLiterals;

int loadFonts(const std::filesystem::path& folder, FontChoice choice) {
    QStringList bundled;
    const QDir files(QString::fromStdString(folder.string()));
    for (const QString& name : files.entryList({u"*.otf"_s, u"*.ttf"_s}, QDir::Files, QDir::Name)) {
        const int id = QFontDatabase::addApplicationFont(files.filePath(name));
        if (id < 0) continue;
        for (const QString& family : QFontDatabase::applicationFontFamilies(id))
            if (!bundled.contains(family)) bundled.append(family);
    }
    if (bundled.isEmpty()) return 0;
    QFont font = QApplication::font();
    font.setFamilies(choice == FontChoice::Bundled ? bundled : QStringList(font.family()) + bundled);
    QApplication::setFont(font);
    return static_cast<int>(bundled.size());
}

}  // namespace manju::ui
