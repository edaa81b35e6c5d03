// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/project_dialogs.h"

#include <QAction>
#include <QFileDialog>
#include <QSettings>

#include "ui/common/actions.h"
#include "ui/common/script_drop.h"
#include "ui/storyboard/project_session.h"

namespace manju::ui {

using namespace Qt::StringLiterals;

ProjectDialogs::ProjectDialogs(ProjectSession& session, const Actions& actions, QSettings& settings,
                               QWidget* window)
    : QObject(window), session_(session), settings_(settings), window_(window) {
    const auto on = [this, &actions](ActionId id, auto call) {
        connect(actions[id], &QAction::triggered, this, call);
    };
    on(ActionId::NewProject, [this] {
        ask({"projects", tr("New project: choose or make an empty folder"), {}, Kind::NewFolder},
            [this](const QStringList& chosen) { session_.openProject(chosen.front()); });
    });
    on(ActionId::OpenProject, [this] {
        ask({"projects", tr("Open a project folder"), {}, Kind::Folder},
            [this](const QStringList& chosen) { session_.openProject(chosen.front()); });
    });
    on(ActionId::ImportScripts, [this] {
        ask({"scripts", tr("Import story scripts"), tr("Story scripts (%1)").arg(scriptPatterns()),
             Kind::Files},
            [this](const QStringList& chosen) { session_.importScripts(chosen); });
    });
    on(ActionId::ChooseCheckpointFile, [this] {
        ask({"checkpoints", tr("Choose a checkpoint"), tr("Checkpoints (*.safetensors)"), Kind::File},
            [this](const QStringList& chosen) {
                session_.configure({.checkpoint = chosen.front().toStdString(),
                                    .castFile = {},
                                    .presetFile = {},
                                    .outFolder = {}});
            });
    });
    on(ActionId::ChooseCheckpointFolder, [this] {
        ask({"checkpoints", tr("Choose a checkpoint folder"), {}, Kind::Folder},
            [this](const QStringList& chosen) {
                session_.configure({.checkpoint = chosen.front().toStdString(),
                                    .castFile = {},
                                    .presetFile = {},
                                    .outFolder = {}});
            });
    });
    on(ActionId::UseDemoModel, [this] {
        session_.configure({.checkpoint = "demo", .castFile = {}, .presetFile = {}, .outFolder = {}});
    });
    on(ActionId::ChooseCast, [this] {
        ask({"settings", tr("Choose a cast file"), tr("Cast files (*.json)"), Kind::File},
            [this](const QStringList& chosen) {
                session_.configure({.checkpoint = {},
                                    .castFile = chosen.front().toStdString(),
                                    .presetFile = {},
                                    .outFolder = {}});
            });
    });
    on(ActionId::ChoosePreset, [this] {
        ask({"settings", tr("Choose a preset file"), tr("Preset files (*.json)"), Kind::File},
            [this](const QStringList& chosen) {
                session_.configure({.checkpoint = {},
                                    .castFile = {},
                                    .presetFile = chosen.front().toStdString(),
                                    .outFolder = {}});
            });
    });
    on(ActionId::ChooseOutFolder, [this] {
        ask({"videos", tr("Choose a folder for finished videos"), {}, Kind::Folder},
            [this](const QStringList& chosen) {
                session_.configure({.checkpoint = {},
                                    .castFile = {},
                                    .presetFile = {},
                                    .outFolder = chosen.front().toStdString()});
            });
    });
    on(ActionId::TrySample, [this] { session_.trySample(); });
}

void ProjectDialogs::ask(const Question& question, std::function<void(const QStringList&)> use) {
    const QString key = u"folders/"_s + QLatin1StringView(question.key);
    const QString start = settings_.value(key, session_.places().projects).toString();
    auto* dialog = new QFileDialog(window_, question.title, start, question.patterns);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    switch (question.kind) {
        case Kind::File:
            dialog->setFileMode(QFileDialog::ExistingFile);
            break;
        case Kind::Files:
            dialog->setFileMode(QFileDialog::ExistingFiles);
            break;
        case Kind::Folder:
        case Kind::NewFolder:
            dialog->setFileMode(QFileDialog::Directory);
            dialog->setOption(QFileDialog::ShowDirsOnly);
            break;
    }
    connect(dialog, &QFileDialog::filesSelected, this,
            [this, key, dialog, use = std::move(use)](const QStringList& chosen) {
                if (chosen.isEmpty()) return;
                settings_.setValue(key, dialog->directory().absolutePath());
                use(chosen);
            });
    dialog->open();
}

}  // namespace manju::ui
