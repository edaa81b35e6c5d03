// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/fonts.h"

#include <QApplication>
#include <QDir>
#include <QFont>
#include <QFontDatabase>

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

QString systemChineseFamily() {
    const QStringList known = QFontDatabase::families(QFontDatabase::SimplifiedChinese);
    for (const QString& family :
         {u"Noto Sans CJK SC"_s, u"Noto Sans SC"_s, u"Source Han Sans SC"_s, u"Source Han Sans CN"_s,
          u"PingFang SC"_s, u"Microsoft YaHei"_s, u"WenQuanYi Micro Hei"_s})
        if (known.contains(family)) return family;
    return {};
}

QString bundledFamily(const std::filesystem::path& folder) {
    const QDir files(QString::fromStdString(folder.string()));
    for (const QString& name : files.entryList({u"*.otf"_s, u"*.ttf"_s}, QDir::Files, QDir::Name)) {
        const int id = QFontDatabase::addApplicationFont(files.filePath(name));
        const QStringList families = id < 0 ? QStringList() : QFontDatabase::applicationFontFamilies(id);
        if (!families.isEmpty()) return families.front();
    }
    return {};
}

}  // namespace

void chooseFonts(const std::filesystem::path& folder, FontChoice choice) {
    QString chinese = systemChineseFamily();
    if (chinese.isEmpty()) chinese = bundledFamily(folder);
    if (chinese.isEmpty()) return;
    QFont font = QApplication::font();
    font.setFamilies(choice == FontChoice::Uniform ? QStringList{chinese}
                                                   : QStringList{font.family(), chinese});
    QApplication::setFont(font);
}

}  // namespace manju::ui
