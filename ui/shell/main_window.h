// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include "ui/storyboard/project_session.h"

class QSettings;
class QStackedWidget;

namespace manju::ui {

class Actions;
class SetupBar;
class StatusStrip;
class StoryboardPage;
class Thumbnails;

/// The window. Holds the session and the pages; the bridge outlives it.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(EngineBridge& bridge, ProjectSession::Places places, QSettings& settings);
    ~MainWindow() override;

    [[nodiscard]] ProjectSession& session() const { return *session_; }
    [[nodiscard]] StoryboardPage& storyboard() const { return *storyboard_; }
    [[nodiscard]] NoticeBar& notices() const { return *notices_; }
    [[nodiscard]] StatusStrip& status() const { return *status_; }
    [[nodiscard]] Thumbnails& thumbnails() const { return *thumbnails_; }
    [[nodiscard]] const Actions& actions() const { return *actions_; }

    /// The project that was open when the program last ended, or empty.
    [[nodiscard]] QString lastProject() const;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildMenus();
    void buildCentre();
    void connectActions();
    void followBridge();
    void retranslate();
    void markChoices();

    EngineBridge& bridge_;
    QSettings& settings_;
    Actions* actions_;
    ProjectSession* session_;
    Thumbnails* thumbnails_;
    StoryboardPage* storyboard_;
    SetupBar* setup_;
    NoticeBar* notices_;
    StatusStrip* status_;
    QStackedWidget* pages_;
    QList<std::pair<QMenu*, const char*>> menus_;
};

}  // namespace manju::ui
