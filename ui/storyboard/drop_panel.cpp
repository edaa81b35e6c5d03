// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/drop_panel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/common/actions.h"
#include "ui/common/icons.h"
#include "ui/common/script_drop.h"
#include "ui/common/theme.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kIcon = 56;

/// A button that does and follows an action.
QPushButton* buttonFor(QAction* action, QWidget* parent) {
    auto* button = new QPushButton(parent);
    button->setAutoDefault(true);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setVisible(action->isVisible());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    follow();
    return button;
}

}  // namespace

DropPanel::DropPanel(const Actions& actions, QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), text_(new QLabel(this)), buttons_(new QWidget(this)) {
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setWeight(QFont::DemiBold);
    title_->setFont(large);
    title_->setAlignment(Qt::AlignCenter);
    title_->setWordWrap(true);
    text_->setAlignment(Qt::AlignCenter);
    text_->setWordWrap(true);
    text_->setProperty("role", u"muted"_s);

    open_ = buttonFor(actions[ActionId::ImportScripts], buttons_);
    open_->setProperty("primary", true);
    sample_ = buttonFor(actions[ActionId::TrySample], buttons_);
    project_ = buttonFor(actions[ActionId::OpenProject], buttons_);
    auto* row = new QHBoxLayout(buttons_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addStretch(1);
    row->addWidget(open_);
    row->addWidget(sample_);
    row->addWidget(project_);
    row->addStretch(1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(48, 48, 48, 48);
    column->setSpacing(12);
    column->addStretch(2);
    column->addSpacing(kIcon + 12);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addSpacing(12);
    column->addWidget(buttons_);
    column->addStretch(3);
    retranslate();
}

void DropPanel::setBusy(bool busy) {
    busy_ = busy;
    buttons_->setVisible(!busy);
    retranslate();
}

void DropPanel::setInviting(bool inviting) {
    if (inviting == inviting_) return;
    inviting_ = inviting;
    update();
}

void DropPanel::takeFocus() {
    open_->setFocus(Qt::OtherFocusReason);
}

void DropPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(24.5, 24.5, -24.5, -24.5);
    const auto tone = inviting_ ? theme::Token::Accent : theme::Token::Outline;
    painter.setBrush(theme::color(inviting_ ? theme::Token::Selected : theme::Token::Surface));
    QPen dashes(theme::color(tone), inviting_ ? 2 : 1.5, Qt::CustomDashLine, Qt::RoundCap);
    dashes.setDashPattern({5, 5});
    painter.setPen(dashes);
    painter.drawRoundedRect(frame, 14, 14);
    const QRectF place((width() - kIcon) / 2.0, title_->geometry().top() - kIcon - 14, kIcon, kIcon);
    paintIcon(painter, place, busy_ ? u"storyboard"_s : u"script"_s, theme::color(theme::Token::Accent));
}

void DropPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void DropPanel::retranslate() {
    title_->setText(busy_ ? tr("Opening the project…") : tr("Drop a story script here"));
    text_->setText(
        busy_ ? QString()
              : tr("Text files (%1), as many as you like. Each becomes one or more episodes of shots; "
                   "nothing is produced until you press Produce.")
                    .arg(scriptPatterns()));
    open_->setText(tr("Open scripts…"));
    sample_->setText(tr("Try the sample story"));
    project_->setText(tr("Open a project…"));
}

}  // namespace manju::ui
