// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_rail.h"

#include <QAction>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/common/theme.h"

namespace manju::ui {

PageRail::PageRail(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(6, 10, 7, 10);
    column_->setSpacing(6);
    column_->addStretch(1);
}

void PageRail::addPage(QAction* page) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(page);
    button->setProperty("flat", true);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize(QSize(24, 24));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto name = [button, page] { button->setAccessibleName(page->text()); };
    connect(page, &QAction::changed, button, name);
    name();
    column_->insertWidget(column_->count() - 1, button);
}

void PageRail::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme::color(theme::Token::Border));
}

}  // namespace manju::ui
