// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "app/studio/errand.h"
#include "app/studio/studio_options.h"
#include "core/base/os/file.h"
#include "core/engine/engine.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/common/fonts.h"
#include "ui/common/language.h"
#include "ui/common/theme.h"
#include "ui/shell/main_window.h"

namespace {

using namespace manju;
using namespace Qt::StringLiterals;

/// Beside the installed program, or in the source tree of a build.
std::filesystem::path resourceFolder(const std::filesystem::path& program) {
    const auto installed = program.parent_path().parent_path() / "share" / "manju-studio";
    return std::filesystem::is_directory(installed) ? installed
                                                    : std::filesystem::path(MANJU_BUILD_RESOURCES);
}

void chooseLanguage(const studio::StudioOptions& options, const QSettings& settings) {
    const QString word =
        options.language.isEmpty() ? settings.value(u"view/language"_s).toString() : options.language;
    ui::setLanguage(word.isEmpty()    ? messages::fromEnvironment()
                    : word == u"zh"_s ? messages::Language::Chinese
                                      : messages::Language::English);
}

void chooseTheme(const studio::StudioOptions& options, const QSettings& settings) {
    const QString word = options.theme.isEmpty() ? settings.value(u"view/theme"_s).toString() : options.theme;
    ui::theme::apply(word == u"light"_s  ? ui::theme::Choice::Light
                     : word == u"dark"_s ? ui::theme::Choice::Dark
                                         : ui::theme::Choice::System);
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"manju-studio"_s);
    QApplication::setApplicationVersion(QStringLiteral(MANJU_VERSION));
    QApplication::setDesktopFileName(u"manju-studio"_s);
    const studio::StudioOptions options = studio::readOptions(QApplication::arguments());

    // A picture must not depend on, or change, what the person at this machine has set.
    const QTemporaryDir scratch;
    QSettings settings(
        options.scripted()
            ? scratch.filePath(u"settings.ini"_s)
            : QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + u"/settings.ini"_s,
        QSettings::IniFormat);

    const std::filesystem::path program = os::executablePath();
    const std::filesystem::path resources = resourceFolder(program);
    ui::chooseFonts(resources / "fonts",
                    options.scripted() ? ui::FontChoice::Uniform : ui::FontChoice::Desktop);
    chooseTheme(options, settings);
    chooseLanguage(options, settings);

    EngineOptions engine;
    engine.workers = program.parent_path();
    engine.resources = resources;
    ui::EngineBridge bridge(openEngine, engine);
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    ui::MainWindow window(bridge,
                          {.projects = documents + u"/Manju Studio"_s,
                           .samples = QString::fromStdString((resources / "demo").string())},
                          settings);
    if (options.size.isValid()) window.resize(options.size);
    window.show();

    studio::StudioOptions wishes = options;
    if (wishes.project.isEmpty() && wishes.imports.isEmpty() && !wishes.scripted())
        wishes.project = window.lastProject();
    studio::Errand errand(window, wishes);
    errand.start();
    return QApplication::exec();
}
