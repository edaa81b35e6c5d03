// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/common/actions.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/theme.h"
#include "ui/common/thumbnails.h"
#include "ui/shell/page_rail.h"
#include "ui/shell/project_dialogs.h"
#include "ui/shell/session_layout.h"
#include "ui/shell/shortcut_dialog.h"
#include "ui/shell/status_strip.h"
#include "ui/storyboard/setup_bar.h"
#include "ui/storyboard/storyboard_page.h"

namespace manju::ui {

using namespace Qt::StringLiterals;

MainWindow::MainWindow(EngineBridge& bridge, ProjectSession::Places places, QSettings& settings)
    : bridge_(bridge),
      settings_(settings),
      actions_(new Actions(this)),
      session_(new ProjectSession(bridge, std::move(places), this)),
      thumbnails_(new Thumbnails(Thumbnails::kLimitBytes, this)),
      storyboard_(new StoryboardPage(*session_, *thumbnails_, *actions_)),
      setup_(new SetupBar(*actions_)),
      notices_(new NoticeBar),
      status_(new StatusStrip(bridge, *actions_)),
      pages_(new QStackedWidget) {
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    buildCentre();
    buildMenus();
    connectActions();
    new ProjectDialogs(*session_, *actions_, settings_, this);
    connect(session_, &ProjectSession::notice, notices_, &NoticeBar::post);
    connect(session_, &ProjectSession::withdrawn, notices_, &NoticeBar::withdraw);
    connect(&bridge_, &EngineBridge::snapshotChanged, this, &MainWindow::followBridge);
    connect(&bridge_, &EngineBridge::stateChanged, this, &MainWindow::followBridge);
    connect(&bridge_, &EngineBridge::opened, this, [this] {
        settings_.setValue(u"project/last"_s, fromUtf8(bridge_.snapshot()->project));
        thumbnails_->recheck();
    });
    SessionLayout(settings_).restore(*this, *storyboard_);
    const bool table = settings_.value(u"layout/table"_s).toBool();
    actions_->get(ActionId::ToggleTable)->setChecked(table);
    retranslate();
    followBridge();
    storyboard_->takeFocus();
}

MainWindow::~MainWindow() = default;

QString MainWindow::lastProject() const {
    const QString folder = settings_.value(u"project/last"_s).toString();
    return QDir(folder).exists() ? folder : QString();
}

void MainWindow::buildCentre() {
    auto* rail = new PageRail;
    pages_->addWidget(storyboard_);
    rail->addPage(actions_->get(ActionId::StoryboardPage));

    auto* right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    auto* line = new QFrame;
    line->setProperty("role", u"line"_s);
    line->setFixedHeight(1);
    right->addWidget(setup_);
    right->addWidget(line);
    right->addWidget(notices_);
    right->addWidget(pages_, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(rail);
    row->addLayout(right, 1);
    auto* centre = new QWidget(this);
    auto* whole = new QVBoxLayout(centre);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addLayout(row, 1);
    whole->addWidget(status_);
    setCentralWidget(centre);
}

void MainWindow::buildMenus() {
    const auto menu = [this](const char* title) {
        QMenu* added = menuBar()->addMenu(QString());
        menus_.append({added, title});
        return added;
    };
    const auto fill = [this](QMenu* target, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids) target->addAction(actions_->get(id));
        return target;
    };
    QMenu* file = fill(menu(QT_TR_NOOP("&File")), {ActionId::NewProject, ActionId::OpenProject});
    file->addSeparator();
    fill(file, {ActionId::ImportScripts, ActionId::TrySample});
    file->addSeparator();
    fill(file, {ActionId::UseDemoModel, ActionId::ChooseCheckpointFile, ActionId::ChooseCheckpointFolder,
                ActionId::ChooseCast, ActionId::ChoosePreset, ActionId::ChooseOutFolder});
    file->addSeparator();
    fill(file, {ActionId::Quit});
    QMenu* episode =
        fill(menu(QT_TR_NOOP("&Episode")), {ActionId::Produce, ActionId::ProduceAll, ActionId::PauseOrResume,
                                            ActionId::Cancel, ActionId::Retry});
    episode->addSeparator();
    fill(episode, {ActionId::OpenResult, ActionId::OpenFolder});
    QMenu* view = fill(menu(QT_TR_NOOP("&View")), {ActionId::StoryboardPage});
    view->addSeparator();
    fill(view, {ActionId::Find, ActionId::ToggleTable, ActionId::SmallerCards, ActionId::LargerCards,
                ActionId::ToggleInspector, ActionId::FullScreen});
    view->addSeparator();
    QMenu* themes = view->addMenu(QString());
    menus_.append({themes, QT_TR_NOOP("Appearance")});
    fill(themes, {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark});
    QMenu* languages = view->addMenu(QString());
    menus_.append({languages, QT_TR_NOOP("Language")});
    fill(languages, {ActionId::English, ActionId::Chinese});
    fill(menu(QT_TR_NOOP("&Help")), {ActionId::Shortcuts, ActionId::About});

    auto* themeGroup = new QActionGroup(this);
    for (const ActionId id : {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark})
        themeGroup->addAction(actions_->get(id));
    auto* languageGroup = new QActionGroup(this);
    for (const ActionId id : {ActionId::English, ActionId::Chinese})
        languageGroup->addAction(actions_->get(id));
    auto* pageGroup = new QActionGroup(this);
    pageGroup->addAction(actions_->get(ActionId::StoryboardPage));
    actions_->get(ActionId::StoryboardPage)->setChecked(true);
    markChoices();
}

void MainWindow::connectActions() {
    const auto on = [this](ActionId id, auto call) {
        connect(actions_->get(id), &QAction::triggered, this, call);
    };
    const auto theme = [this](theme::Choice choice, const QString& word) {
        theme::apply(choice);
        settings_.setValue(u"view/theme"_s, word);
    };
    on(ActionId::ThemeSystem, [theme] { theme(theme::Choice::System, u"system"_s); });
    on(ActionId::ThemeLight, [theme] { theme(theme::Choice::Light, u"light"_s); });
    on(ActionId::ThemeDark, [theme] { theme(theme::Choice::Dark, u"dark"_s); });
    const auto speak = [this](messages::Language wanted, const QString& word) {
        setLanguage(wanted);
        settings_.setValue(u"view/language"_s, word);
    };
    on(ActionId::English, [speak] { speak(messages::Language::English, u"en"_s); });
    on(ActionId::Chinese, [speak] { speak(messages::Language::Chinese, u"zh"_s); });
    on(ActionId::StoryboardPage, [this] { pages_->setCurrentWidget(storyboard_); });
    on(ActionId::FullScreen, [this](bool full) {
        setWindowState(full ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::Shortcuts, [this] {
        auto* dialog = new ShortcutDialog(*actions_, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    on(ActionId::About, [this] {
        QMessageBox::about(
            this, tr("About Manju Studio"),
            tr("Manju Studio %1\nStory scripts to finished vertical videos, on your own machine.\n"
               "Licence: GPL-3.0-or-later")
                .arg(QStringLiteral(MANJU_VERSION)));
    });
}

void MainWindow::followBridge() {
    const auto state = bridge_.state();
    const bool open = state == EngineBridge::State::Open;
    setup_->show(*bridge_.snapshot(), open);
    for (const ActionId id :
         {ActionId::UseDemoModel, ActionId::ChooseCheckpointFile, ActionId::ChooseCheckpointFolder,
          ActionId::ChooseCast, ActionId::ChoosePreset, ActionId::ChooseOutFolder})
        actions_->get(id)->setEnabled(open);
    const bool ready = state != EngineBridge::State::Opening;
    actions_->get(ActionId::ImportScripts)->setEnabled(ready);
    actions_->get(ActionId::TrySample)->setEnabled(ready);
    actions_->get(ActionId::TrySample)->setVisible(session_->hasSample());
    const QString project = QDir(fromUtf8(bridge_.snapshot()->project)).dirName();
    setWindowTitle(open ? tr("%1 — Manju Studio").arg(project) : tr("Manju Studio"));
}

void MainWindow::retranslate() {
    actions_->retranslate();
    for (const auto& [menu, title] : menus_) menu->setTitle(tr(title));
    markChoices();
}

void MainWindow::markChoices() {
    actions_->get(language() == messages::Language::Chinese ? ActionId::Chinese : ActionId::English)
        ->setChecked(true);
    const theme::Choice choice = theme::choice();
    actions_
        ->get(choice == theme::Choice::System  ? ActionId::ThemeSystem
              : choice == theme::Choice::Light ? ActionId::ThemeLight
                                               : ActionId::ThemeDark)
        ->setChecked(true);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    // Everything is let in: what cannot be used is answered with the reason.
    event->acceptProposedAction();
    storyboard_->setInviting(event->mimeData()->hasUrls());
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    storyboard_->setInviting(false);
}

void MainWindow::dropEvent(QDropEvent* event) {
    storyboard_->setInviting(false);
    event->setDropAction(Qt::CopyAction);
    event->accept();
    if (event->mimeData()->hasUrls()) {
        session_->importUrls(event->mimeData()->urls());
        return;
    }
    notices_->post({Notice::Kind::Warning,
                    u"drop"_s,
                    [] { return tr("Only files can be dropped here. Save the text as a file first."); },
                    {}});
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        followBridge();
    }
    if (event->type() == QEvent::ThemeChange) theme::follow();
    QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    SessionLayout(settings_).save(*this, *storyboard_);
    event->accept();
}

}  // namespace manju::ui
