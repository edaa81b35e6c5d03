// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_strip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "core/base/errors.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/common/actions.h"
#include "ui/common/elided_label.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"

namespace manju::ui {

namespace {

using namespace Qt::StringLiterals;

/// "Image 1: busy (voice)".
QString workerText(const WorkerSnapshot& worker) {
    const QString number = fromUtf8(worker.name).section(u' ', -1);
    const QString name = worker.name.starts_with("image") ? StatusStrip::tr("Image %1").arg(number)
                                                          : StatusStrip::tr("Media %1").arg(number);
    const QString state = worker.state == "busy"         ? StatusStrip::tr("busy")
                          : worker.state == "idle"       ? StatusStrip::tr("idle")
                          : worker.state == "restarting" ? StatusStrip::tr("restarting")
                                                         : StatusStrip::tr("starting");
    if (worker.step.empty()) return StatusStrip::tr("%1: %2", "worker: state").arg(name, state);
    return StatusStrip::tr("%1: %2 (%3)", "worker: state (step)")
        .arg(name, state, messageText({worker.step, {}}));
}

}  // namespace

StatusStrip::StatusStrip(EngineBridge& bridge, const Actions& actions, QWidget* parent)
    : QWidget(parent), bridge_(bridge) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 3, 8, 3);
    row->setSpacing(18);
    counts_ = addLabel(false);
    event_ = new ElidedLabel(Qt::ElideRight, this);
    event_->setProperty("role", u"muted"_s);
    row->addWidget(event_, 1);
    workers_ = addLabel(true);
    disk_ = addLabel(true);
    saved_ = addLabel(true);
    language_ = new QToolButton(this);
    language_->setProperty("flat", true);
    language_->setIcon(icon(u"language"_s));
    language_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    language_->setPopupMode(QToolButton::InstantPopup);
    language_->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(language_);
    menu->addAction(actions[ActionId::English]);
    menu->addAction(actions[ActionId::Chinese]);
    language_->setMenu(menu);
    row->addWidget(language_);

    connect(&bridge_, &EngineBridge::snapshotChanged, this, &StatusStrip::refresh);
    connect(&bridge_, &EngineBridge::stateChanged, this, [this] {
        lastEvent_ = {};
        refresh();
    });
    connect(&bridge_, &EngineBridge::unansweredChanged, this, &StatusStrip::refresh);
    connect(&bridge_, &EngineBridge::eventHappened, this, [this](const EngineEvent& event) {
        lastEvent_ = event.message;
        lastEventMillis_ = event.wallMillis;
        refresh();
    });
    refresh();
}

QLabel* StatusStrip::addLabel(bool muted) {
    auto* label = new QLabel(this);
    if (muted) label->setProperty("role", u"muted"_s);
    layout()->addWidget(label);
    return label;
}

QString StatusStrip::countsText() const {
    int running = 0;
    int waiting = 0;
    int attention = 0;
    for (const EpisodeSnapshot& episode : bridge_.snapshot()->episodes) {
        running += episode.state == EpisodeState::Running;
        waiting += episode.state == EpisodeState::Waiting && episode.queued;
        attention += episode.state == EpisodeState::NeedsAttention;
    }
    QStringList parts{tr("%n running", nullptr, running), tr("%n waiting", nullptr, waiting)};
    if (attention > 0) parts.append(tr("%n need(s) you", nullptr, attention));
    return parts.join(u" · "_s);
}

QString StatusStrip::savedText() const {
    if (bridge_.state() == EngineBridge::State::Opening) return tr("Opening…");
    if (bridge_.state() == EngineBridge::State::Closed) return {};
    const auto snapshot = bridge_.snapshot();
    if (snapshot->problem.id == kDiskFull.id) return tr("NOT SAVED: the disk is full");
    if (bridge_.unanswered() > 0) return tr("Saving…");
    if (snapshot->savedWallMillis == 0) return tr("Nothing to save yet");
    return tr("Saved %1 · rev %2").arg(format::clockTime(snapshot->savedWallMillis)).arg(snapshot->revision);
}

void StatusStrip::refresh() {
    const auto snapshot = bridge_.snapshot();
    const bool open = bridge_.state() == EngineBridge::State::Open;
    counts_->setText(open ? countsText() : QString());
    event_->setText(lastEvent_.id.empty()
                        ? QString()
                        : u"%1  %2"_s.arg(format::clockTime(lastEventMillis_), messageText(lastEvent_)));
    event_->setToolTip(event_->text());
    int busy = 0;
    QStringList lines;
    for (const WorkerSnapshot& worker : snapshot->workers) {
        busy += worker.state == "busy";
        lines.append(workerText(worker));
    }
    workers_->setText(lines.isEmpty() ? QString() : tr("%1 of %2 workers busy").arg(busy).arg(lines.size()));
    workers_->setToolTip(lines.join(u'\n'));
    disk_->setText(open && snapshot->diskFreeBytes > 0
                       ? tr("%1 free").arg(format::bytes(snapshot->diskFreeBytes))
                       : QString());
    saved_->setText(savedText());
    language_->setText(language() == messages::Language::Chinese ? u"中文"_s : u"English"_s);
    language_->setAccessibleName(tr("Language"));
    language_->setToolTip(tr("Language"));
    for (QLabel* label : {counts_, event_, workers_, disk_, saved_})
        label->setVisible(!label->text().isEmpty() || label == event_);
}

void StatusStrip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QWidget::changeEvent(event);
}

void StatusStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), theme::color(theme::Token::Border));
}

}  // namespace manju::ui
