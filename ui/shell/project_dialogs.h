// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSettings;
class QWidget;

namespace manju::ui {

class Actions;
class ProjectSession;

/// The file dialogs behind the actions of the File menu. Each opens where the last one of its kind ended.
class ProjectDialogs : public QObject {
    Q_OBJECT

public:
    ProjectDialogs(ProjectSession& session, const Actions& actions, QSettings& settings, QWidget* window);

private:
    enum class Kind { File, Files, Folder, NewFolder };
    struct Question {
        const char* key;  ///< of the remembered folder
        QString title;
        QString patterns;  ///< name filter, or empty
        Kind kind = Kind::File;
    };

    /// Shows the dialog; `use` is called with what was chosen, unless it was cancelled.
    void ask(const Question& question, std::function<void(const QStringList&)> use);

    ProjectSession& session_;
    QSettings& settings_;
    QWidget* window_;
};

}  // namespace manju::ui
