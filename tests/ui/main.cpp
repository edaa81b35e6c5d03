// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDir>
#include <QLocale>
#include <QStandardPaths>
#include <QtTest/QTest>

#include "tests/ui/test_case.h"
#include "ui/common/fonts.h"
#include "ui/common/language.h"
#include "ui/common/theme.h"

namespace manju::testing {

std::vector<MakeTest>& testCases() {
    static std::vector<MakeTest> cases;
    return cases;
}

}  // namespace manju::testing

/// Everything that would make pictures and texts differ between machines is fixed here.
int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("TZ", "UTC");
    QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
    QApplication::setEffectEnabled(Qt::UI_FadeMenu, false);
    QFont font = QApplication::font();
    font.setPointSizeF(10);
    QApplication::setFont(font);
    manju::ui::chooseFonts(std::filesystem::path(MANJU_SOURCE_DIR) / "resources" / "fonts",
                           manju::ui::FontChoice::Uniform);
    manju::ui::theme::apply(manju::ui::theme::Choice::Light);
    manju::ui::setLanguage(manju::messages::Language::English);
    int failures = 0;
    for (const auto& make : manju::testing::testCases())
        failures += QTest::qExec(make().get(), argc, argv) != 0;
    return failures == 0 ? 0 : 1;
}
