// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/storyboard_page.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/common/elided_label.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/text_paint.h"
#include "ui/storyboard/drop_panel.h"
#include "ui/storyboard/episode_list.h"
#include "ui/storyboard/shot_board.h"
#include "ui/storyboard/shot_inspector.h"

namespace manju::ui {

using namespace Qt::StringLiterals;

StoryboardPage::StoryboardPage(ProjectSession& session, Thumbnails& thumbnails, const Actions& actions,
                               QWidget* parent)
    : QWidget(parent),
      session_(session),
      actions_(actions),
      episodes_(new EpisodeList(this)),
      board_(new ShotBoard(&thumbnails, this)),
      inspector_(new ShotInspector(&thumbnails, this)),
      drop_(new DropPanel(actions, this)),
      pages_(new QStackedWidget(this)),
      splitter_(new QSplitter(Qt::Horizontal, this)),
      hint_(new ElidedLabel(Qt::ElideRight, this)) {
    splitter_->addWidget(episodes_);
    splitter_->addWidget(board_);
    splitter_->addWidget(inspector_);
    splitter_->setStretchFactor(1, 1);
    splitter_->setChildrenCollapsible(false);
    splitter_->setHandleWidth(1);
    const int letter = letterWidth(fontMetrics());
    episodes_->setMinimumWidth(30 * letter);
    inspector_->setMinimumWidth(32 * letter);
    board_->setMinimumWidth(44 * letter);
    splitter_->setSizes({38 * letter, 100 * letter, 42 * letter});

    auto* work = new QWidget(this);
    auto* column = new QVBoxLayout(work);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    auto* line = new QFrame(work);
    line->setProperty("role", u"line"_s);
    line->setFixedHeight(1);
    column->addWidget(line);
    column->addWidget(splitter_, 1);
    pages_->addWidget(drop_);
    pages_->addWidget(work);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(pages_);

    orderTabs();
    connectActions();
    connect(&session_.bridge(), &EngineBridge::snapshotChanged, this, &StoryboardPage::showSnapshot);
    connect(&session_.bridge(), &EngineBridge::stateChanged, this, &StoryboardPage::showSnapshot);
    connect(episodes_, &EpisodeList::selectionChanged, this, &StoryboardPage::showSelection);
    connect(board_, &ShotBoard::currentChanged, this, [this] { inspector_->show(board_->current()); });
    connect(&session_, &ProjectSession::imported, this, [this](const std::vector<EpisodeId>& ids) {
        awaited_ = ids;
        showSnapshot();
    });
    setCardSize(CardSize::Large);
    showSnapshot();
    retranslate();
}

QToolButton* StoryboardPage::addButton(QWidget* bar, ActionId id, bool withText) {
    auto* button = new QToolButton(bar);
    QAction* action = actions_[id];
    button->setDefaultAction(action);
    button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    const auto name = [button, action] { button->setAccessibleName(action->text()); };
    connect(action, &QAction::changed, button, name);
    name();
    bar->layout()->addWidget(button);
    bar_.push_back(button);
    return button;
}

QWidget* StoryboardPage::buildBar() {
    auto* bar = new QWidget(this);
    bar->setProperty("role", u"bar"_s);
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(6);
    QToolButton* produce = addButton(bar, ActionId::Produce, true);
    produce->setProperty("primary", true);
    // The button follows the action, but its icon stands on the accent colour.
    const auto lighten = [produce] { produce->setIcon(icon(u"produce"_s, theme::Token::OnAccent)); };
    connect(actions_[ActionId::Produce], &QAction::changed, produce, lighten);
    lighten();
    addButton(bar, ActionId::PauseOrResume, true);
    addButton(bar, ActionId::Cancel, true);
    addButton(bar, ActionId::Retry, true);
    row->addSpacing(10);
    addButton(bar, ActionId::OpenResult, true);
    addButton(bar, ActionId::OpenFolder, false);
    hint_->setProperty("role", u"muted"_s);
    row->addSpacing(6);
    row->addWidget(hint_, 1);
    for (int size = 0; size < 4; ++size) {
        auto* button = new QToolButton(bar);
        button->setProperty("flat", true);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this,
                [this, size] { setCardSize(static_cast<CardSize>(size)); });
        row->addWidget(button);
        sizes_.push_back(button);
        bar_.push_back(button);
    }
    row->addSpacing(6);
    addButton(bar, ActionId::ToggleTable, false)->setProperty("flat", true);
    addButton(bar, ActionId::ToggleInspector, false)->setProperty("flat", true);
    return bar;
}

void StoryboardPage::connectActions() {
    const auto on = [this](ActionId id, auto call) {
        connect(actions_[id], &QAction::triggered, this, call);
    };
    on(ActionId::Produce, [this] { session_.produce(targets(Wish::Produce)); });
    on(ActionId::ProduceAll, [this] { session_.produce({}); });
    on(ActionId::PauseOrResume, [this] {
        const auto running = targets(Wish::Pause);
        if (running.empty())
            session_.setPaused(targets(Wish::Resume), false);
        else
            session_.setPaused(running, true);
    });
    on(ActionId::Cancel, [this] { session_.cancel(targets(Wish::Cancel)); });
    on(ActionId::Retry, [this] { session_.retry(targets(Wish::Retry)); });
    on(ActionId::OpenResult, [this] { openResult(); });
    on(ActionId::OpenFolder, [this] { openFolder(); });
    on(ActionId::Find, [this] { episodes_->focusFilter(); });
    on(ActionId::SmallerCards, [this] { stepCardSize(-1); });
    on(ActionId::LargerCards, [this] { stepCardSize(1); });
    connect(actions_[ActionId::ToggleTable], &QAction::toggled, this, [this](bool table) {
        board_->setTable(table);
        for (QToolButton* button : sizes_) button->setEnabled(!table);
    });
    connect(actions_[ActionId::ToggleInspector], &QAction::toggled, inspector_, &QWidget::setVisible);
    actions_[ActionId::ToggleInspector]->setChecked(true);
    // Enter on an episode leads to its shots.
    connect(episodes_->view(), &QListView::activated, this, [this] { board_->grid()->setFocus(); });
}

void StoryboardPage::takeFocus() {
    if (pages_->currentWidget() == drop_)
        drop_->takeFocus();
    else
        episodes_->view()->setFocus(Qt::OtherFocusReason);
}

/// From the actions to the episodes, their shots and the details of one, as the eye goes.
void StoryboardPage::orderTabs() {
    std::vector<QWidget*> order(bar_.begin(), bar_.end());
    for (QWidget* widget :
         {static_cast<QWidget*>(episodes_->filter()), static_cast<QWidget*>(episodes_->view()),
          static_cast<QWidget*>(board_->grid()), static_cast<QWidget*>(board_->table())})
        order.push_back(widget);
    for (std::size_t i = 1; i < order.size(); ++i) setTabOrder(order[i - 1], order[i]);
}

void StoryboardPage::setInviting(bool inviting) {
    drop_->setInviting(inviting);
}

void StoryboardPage::showSnapshot() {
    const EngineBridge& bridge = session_.bridge();
    const auto snapshot = bridge.snapshot();
    drop_->setBusy(bridge.state() == EngineBridge::State::Opening);
    episodes_->show(snapshot);
    const bool empty = snapshot->episodes.empty();
    if (empty != (pages_->currentWidget() == drop_)) {
        pages_->setCurrentIndex(empty ? 0 : 1);
        takeFocus();
    }
    if (!awaited_.empty()) {
        const auto there =
            std::find_if(snapshot->episodes.begin(), snapshot->episodes.end(),
                         [this](const EpisodeSnapshot& e) { return e.id == awaited_.front(); });
        if (there != snapshot->episodes.end()) {
            episodes_->select(awaited_.front());
            awaited_.clear();
        }
    }
    showSelection();
}

void StoryboardPage::showSelection() {
    board_->show(episodes_->current());
    inspector_->show(board_->current());
    updateActions();
}

std::vector<EpisodeId> StoryboardPage::targets(Wish wish) const {
    // With a problem nothing new starts: what is queued may be asked for again.
    const MessageRef problem = session_.bridge().snapshot()->problem;
    const bool stopped = !problem.id.empty();
    const bool held = problem.id == "engine.held";
    std::vector<EpisodeId> ids;
    for (const auto& episode : episodes_->selected()) {
        const EpisodeState state = episode->state;
        const bool waiting = state == EpisodeState::Waiting && episode->queued;
        const bool active = state == EpisodeState::Running || waiting;
        const bool ending = episode->requestedCancel;
        bool fits = false;
        switch (wish) {
            case Wish::Produce:
                fits = (state == EpisodeState::Waiting && !episode->queued) ||
                       state == EpisodeState::Cancelled || (stopped && active && !ending);
                break;
            case Wish::Pause:
                fits = active && !ending && !held;
                break;
            case Wish::Resume:
                fits = (state == EpisodeState::Paused || (held && active)) && !ending;
                break;
            case Wish::Cancel:
                fits = (active || state == EpisodeState::Paused) && !ending;
                break;
            case Wish::Retry:
                fits = state == EpisodeState::NeedsAttention ||
                       (state == EpisodeState::Cancelled && episode->queued);
                break;
        }
        if (fits) ids.push_back(episode->id);
    }
    return ids;
}

void StoryboardPage::updateActions() {
    const auto snapshot = session_.bridge().snapshot();
    const auto current = episodes_->current();
    const bool modelMissing = snapshot->checkpoint.empty();
    const auto enable = [this](ActionId id, bool on) { actions_[id]->setEnabled(on); };
    const bool draft = !targets(Wish::Produce).empty();
    enable(ActionId::Produce, draft && !modelMissing);
    enable(ActionId::ProduceAll, !snapshot->episodes.empty() && !modelMissing);
    const bool canPause = !targets(Wish::Pause).empty();
    const bool canResume = !canPause && !targets(Wish::Resume).empty();
    enable(ActionId::PauseOrResume, canPause || canResume);
    actions_[ActionId::PauseOrResume]->setText(canResume ? tr("Resume") : tr("Pause"));
    actions_[ActionId::PauseOrResume]->setIcon(icon(canResume ? u"resume"_s : u"pause"_s));
    enable(ActionId::Cancel, !targets(Wish::Cancel).empty());
    enable(ActionId::Retry, !targets(Wish::Retry).empty());
    enable(ActionId::OpenResult, current && !current->video.empty());
    enable(ActionId::OpenFolder, session_.bridge().state() == EngineBridge::State::Open);
    hint_->setText(modelMissing && draft ? tr("Choose a checkpoint first, at the top right") : QString());
}

void StoryboardPage::openResult() {
    if (const auto episode = episodes_->current(); episode && !episode->video.empty())
        QDesktopServices::openUrl(QUrl::fromLocalFile(fromUtf8(episode->video)));
}

void StoryboardPage::openFolder() {
    const auto episode = episodes_->current();
    const QString folder = episode && !episode->video.empty()
                               ? QFileInfo(fromUtf8(episode->video)).path()
                               : fromUtf8(session_.bridge().snapshot()->project);
    QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
}

void StoryboardPage::setCardSize(CardSize size) {
    board_->setCardSize(size);
    sizes_[static_cast<std::size_t>(size)]->setChecked(true);
    actions_[ActionId::SmallerCards]->setEnabled(size != CardSize::Small);
    actions_[ActionId::LargerCards]->setEnabled(size != CardSize::ExtraLarge);
    Q_EMIT cardSizeChanged();
}

void StoryboardPage::stepCardSize(int by) {
    setCardSize(static_cast<CardSize>(std::clamp(static_cast<int>(board_->cardSize()) + by, 0, 3)));
}

void StoryboardPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        updateActions();
    }
    QWidget::changeEvent(event);
}

void StoryboardPage::retranslate() {
    const std::array<std::pair<QString, QString>, 4> texts{
        {{tr("S", "size of the cards"), tr("Small pictures")},
         {tr("M", "size of the cards"), tr("Medium pictures")},
         {tr("L", "size of the cards"), tr("Large pictures")},
         {tr("XL", "size of the cards"), tr("Very large pictures")}}};
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
        sizes_[i]->setText(texts[i].first);
        sizes_[i]->setToolTip(texts[i].second);
        sizes_[i]->setAccessibleName(texts[i].second);
    }
}

}  // namespace manju::ui
