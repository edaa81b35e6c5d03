// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <algorithm>
#include <string_view>

#include "app/studio/errand.h"
#include "app/studio/studio_options.h"
#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/base/os/install_paths.h"
#include "core/engine/engine.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/common/fonts.h"
#include "ui/common/language.h"
#include "ui/common/theme.h"
#include "ui/shell/main_window.h"

namespace {

using namespace manju;
using namespace Qt::StringLiterals;

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

/// Without a log file the program still works; the reason goes to standard error.
void startLog() {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + u"/logs"_s;
    const std::filesystem::path file = std::filesystem::path(folder.toStdString()) / "manju-studio.log";
    Status opened = os::makeDirectories(file.parent_path());
    if (opened.ok()) opened = log::open(file, log::Level::Warning);
    if (!opened.ok()) log::error("studio", opened.error());
}

void setNames() {
    QCoreApplication::setApplicationName(u"manju-studio"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(MANJU_VERSION));
}

/// Help and version need no display, without which a QApplication ends the program.
bool onlyTells(int argc, char** argv) {
    return std::any_of(argv + 1, argv + argc, [](const std::string_view argument) {
        return argument == "--help" || argument == "-h" || argument == "--version" || argument == "-v";
    });
}

}  // namespace

int main(int argc, char** argv) {
    if (onlyTells(argc, argv)) {
        const QCoreApplication teller(argc, argv);
        setNames();
        studio::readOptions(QCoreApplication::arguments());
    }
    QApplication application(argc, argv);
    setNames();
    QApplication::setDesktopFileName(u"manju-studio"_s);
    const studio::StudioOptions options = studio::readOptions(QApplication::arguments());

    // A picture must not depend on, or change, what the person at this machine has set.
    const QTemporaryDir scratch;
    QSettings settings(
        options.scripted()
            ? scratch.filePath(u"settings.ini"_s)
            : QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + u"/settings.ini"_s,
        QSettings::IniFormat);

    if (!options.scripted()) startLog();

    const std::filesystem::path resources = os::resourcesFolder();
    ui::chooseFonts(resources / "fonts",
                    options.scripted() ? ui::FontChoice::Uniform : ui::FontChoice::Desktop);
    chooseTheme(options, settings);
    chooseLanguage(options, settings);

    EngineOptions engine;
    engine.workers = os::programFolder();
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
