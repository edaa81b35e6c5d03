// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/shot_board.h"

#include <QEvent>
#include <QHeaderView>
#include <QListView>
#include <QStackedWidget>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/common/text_paint.h"
#include "ui/common/thumbnails.h"
#include "ui/storyboard/shot_model.h"

namespace manju::ui {

ShotBoard::ShotBoard(Thumbnails* thumbnails, QWidget* parent)
    : QWidget(parent),
      model_(new ShotModel(this)),
      cards_(new ShotCardDelegate(model_, thumbnails, this)),
      grid_(new QListView(this)),
      table_(new QTableView(this)),
      pages_(new QStackedWidget(this)) {
    buildGrid();
    buildTable();
    pages_->addWidget(grid_);
    pages_->addWidget(table_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(pages_);
    connect(grid_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                // The grid selects one cell, the table shows whole rows.
                grid_->selectionModel()->select(
                    now, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
                Q_EMIT currentChanged();
            });
    connect(model_, &QAbstractItemModel::dataChanged, this, &ShotBoard::currentChanged);
    connect(thumbnails, &Thumbnails::ready, grid_, [this] { grid_->viewport()->update(); });
    retranslate();
    fitGrid();
    fitTable();
}

void ShotBoard::buildGrid() {
    grid_->setModel(model_);
    grid_->setModelColumn(ShotModel::Number);
    grid_->setItemDelegate(cards_);
    grid_->setViewMode(QListView::IconMode);
    grid_->setMovement(QListView::Static);
    grid_->setResizeMode(QListView::Adjust);
    grid_->setUniformItemSizes(true);
    grid_->setSelectionMode(QAbstractItemView::SingleSelection);
    grid_->setMouseTracking(true);
    grid_->setDragEnabled(false);
    grid_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    grid_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    grid_->setContentsMargins(0, 0, 0, 0);
}

void ShotBoard::buildTable() {
    table_->setModel(model_);
    table_->setSelectionModel(grid_->selectionModel());
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionResizeMode(ShotModel::Line, QHeaderView::Stretch);
    table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void ShotBoard::show(const std::shared_ptr<const EpisodeSnapshot>& episode) {
    const EpisodeId id = episode ? episode->id : EpisodeId();
    model_->show(episode);
    const bool another = id != episode_;
    episode_ = id;
    if (another && model_->rowCount() > 0)
        grid_->selectionModel()->setCurrentIndex(
            model_->index(0, ShotModel::Number),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (another) Q_EMIT currentChanged();
}

void ShotBoard::setTable(bool table) {
    const bool focus = pages_->currentWidget()->hasFocus();
    pages_->setCurrentWidget(table ? static_cast<QWidget*>(table_) : grid_);
    if (focus) pages_->currentWidget()->setFocus();
    const QModelIndex current = grid_->currentIndex();
    if (!current.isValid()) return;
    if (table)
        table_->scrollTo(current);
    else
        grid_->scrollTo(current.siblingAtColumn(ShotModel::Number));
}

bool ShotBoard::isTable() const {
    return pages_->currentWidget() == table_;
}

void ShotBoard::setCardSize(CardSize size) {
    cards_->setCardSize(size);
    fitGrid();
    grid_->doItemsLayout();
    if (const QModelIndex current = grid_->currentIndex(); current.isValid())
        grid_->scrollTo(current.siblingAtColumn(ShotModel::Number));
}

CardSize ShotBoard::cardSize() const {
    return cards_->cardSize();
}

std::shared_ptr<const ShotSnapshot> ShotBoard::current() const {
    const QModelIndex index = grid_->currentIndex();
    return index.isValid() ? model_->shot(index.row()) : nullptr;
}

void ShotBoard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        model_->retranslate();
    }
    if (event->type() == QEvent::FontChange) {
        fitGrid();
        fitTable();
    }
    QWidget::changeEvent(event);
}

void ShotBoard::retranslate() {
    grid_->setAccessibleName(tr("Shots as pictures"));
    table_->setAccessibleName(tr("Shots as table"));
}

void ShotBoard::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitGrid();
}

void ShotBoard::fitGrid() {
    // The room of the scroll bar is always kept free, so that its coming does not change the cards.
    const int line = width() - grid_->style()->pixelMetric(QStyle::PM_ScrollBarExtent) - 2;
    grid_->setGridSize(cards_->fitCells(QFontMetrics(grid_->font()), line));
}

void ShotBoard::fitTable() {
    const QFontMetrics metrics(table_->font());
    const int letter = letterWidth(metrics);
    table_->verticalHeader()->setDefaultSectionSize(metrics.height() + 14);
    table_->horizontalHeader()->setMinimumSectionSize(6 * letter);
    table_->setColumnWidth(ShotModel::Number, 7 * letter);
    table_->setColumnWidth(ShotModel::State, 19 * letter);
    table_->setColumnWidth(ShotModel::Characters, 16 * letter);
    table_->setColumnWidth(ShotModel::Seconds, 10 * letter);
    table_->setColumnWidth(ShotModel::Problem, 24 * letter);
}

}  // namespace manju::ui
