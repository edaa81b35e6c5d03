// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/episode_list.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include "ui/common/icons.h"
#include "ui/storyboard/episode_delegate.h"
#include "ui/storyboard/episode_model.h"

namespace manju::ui {

using namespace Qt::StringLiterals;

EpisodeList::EpisodeList(QWidget* parent)
    : QWidget(parent),
      model_(new EpisodeModel(this)),
      filtered_(new QSortFilterProxyModel(this)),
      filter_(new QLineEdit(this)),
      count_(new QLabel(this)),
      view_(new QListView(this)) {
    setProperty("role", u"side"_s);
    setAttribute(Qt::WA_StyledBackground);
    filtered_->setSourceModel(model_);
    filtered_->setFilterRole(EpisodeModel::FilterRole);
    filtered_->setFilterCaseSensitivity(Qt::CaseInsensitive);

    filter_->setClearButtonEnabled(true);
    filter_->addAction(icon(u"search"_s, theme::Token::Muted), QLineEdit::LeadingPosition);
    connect(filter_, &QLineEdit::textChanged, filtered_, &QSortFilterProxyModel::setFilterFixedString);

    view_->setModel(filtered_);
    view_->setItemDelegate(new EpisodeDelegate(view_));
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setUniformItemSizes(true);
    view_->setMouseTracking(true);
    view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &EpisodeList::selectionChanged);
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &EpisodeList::selectionChanged);

    count_->setProperty("role", u"muted"_s);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(14, 12, 14, 10);
    head->setSpacing(8);
    head->addWidget(count_);
    head->addWidget(filter_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(view_, 1);
    retranslate();
}

void EpisodeList::show(const std::shared_ptr<const EngineSnapshot>& snapshot) {
    const auto before = current();
    model_->show(snapshot);
    retranslate();
    if (filtered_->rowCount() == 0) return;
    if (!view_->currentIndex().isValid()) {
        const int kept = before ? model_->rowOf(before->id) : -1;
        const auto target = model_->episode(std::max(kept, 0));
        select(target->id);
    }
}

std::shared_ptr<const EpisodeSnapshot> EpisodeList::current() const {
    const QModelIndex index = filtered_->mapToSource(view_->currentIndex());
    return index.isValid() ? model_->episode(index.row()) : nullptr;
}

std::vector<std::shared_ptr<const EpisodeSnapshot>> EpisodeList::selected() const {
    std::vector<int> rows;
    for (const QModelIndex& index : view_->selectionModel()->selectedIndexes())
        rows.push_back(filtered_->mapToSource(index).row());
    std::sort(rows.begin(), rows.end());
    std::vector<std::shared_ptr<const EpisodeSnapshot>> episodes;
    for (const int row : rows) episodes.push_back(model_->episode(row));
    return episodes;
}

void EpisodeList::select(EpisodeId id) {
    const int row = model_->rowOf(id);
    if (row < 0) return;
    if (!filtered_->mapFromSource(model_->index(row)).isValid()) filter_->clear();
    const QModelIndex index = filtered_->mapFromSource(model_->index(row));
    view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    view_->scrollTo(index);
}

void EpisodeList::focusFilter() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

void EpisodeList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        model_->retranslate();
    }
    QWidget::changeEvent(event);
}

void EpisodeList::retranslate() {
    count_->setText(tr("%n episode(s)", nullptr, model_->rowCount()));
    filter_->setPlaceholderText(tr("Filter by title or file"));
    filter_->setAccessibleName(tr("Filter episodes"));
    view_->setAccessibleName(tr("Episodes"));
}

}  // namespace manju::ui
