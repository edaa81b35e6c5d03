// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/shot_model.h"

#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/state_look.h"

namespace manju::ui {

QString firstLineOf(const ShotSnapshot& shot) {
    if (shot.lines.empty()) return {};
    const ShotLine& line = shot.lines.front();
    const QString text = fromUtf8(line.text).simplified();
    return line.speaker.empty() ? text
                                : ShotModel::tr("%1: %2", "speaker: text").arg(fromUtf8(line.speaker), text);
}

QString doingText(const ShotSnapshot& shot) {
    if (shot.state != ShotState::Generating || shot.stage.id.empty()) return lookOf(shot.state).text;
    const QString stage = messageText(shot.stage);
    const auto index = shot.stage.args.find("index");
    const auto count = shot.stage.args.find("count");
    if (index == shot.stage.args.end() || count == shot.stage.args.end()) return stage;
    return ShotModel::tr("%1 %2/%3", "stage, step of steps")
        .arg(stage, fromUtf8(index->second), fromUtf8(count->second));
}

void ShotModel::show(const std::shared_ptr<const EpisodeSnapshot>& episode) {
    const EpisodeId id = episode ? episode->id : EpisodeId();
    Rows<ShotSnapshot> next;
    if (episode) {
        next.reserve(episode->shots.size());
        for (const ShotSnapshot& shot : episode->shots) next.emplace_back(episode, &shot);
    }
    if (id != episode_) {
        beginResetModel();
        episode_ = id;
        rows_ = std::move(next);
        endResetModel();
        return;
    }
    const RowPlan plan = planRows(rows_, next);
    const auto at = [&](int row) { return rows_.begin() + row; };
    if (plan.removed > 0) {
        beginRemoveRows({}, plan.first, plan.first + plan.removed - 1);
        rows_.erase(at(plan.first), at(plan.first + plan.removed));
        endRemoveRows();
    }
    if (plan.inserted > 0) {
        beginInsertRows({}, plan.first, plan.first + plan.inserted - 1);
        rows_.insert(at(plan.first), next.begin() + plan.first, next.begin() + plan.first + plan.inserted);
        endInsertRows();
    }
    const auto changed = changedRanges(rows_, next, std::equal_to<ShotSnapshot>());
    rows_ = std::move(next);
    for (const auto& [first, last] : changed)
        Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

void ShotModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ShotModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ShotModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant ShotModel::display(const ShotSnapshot& shot, int column) const {
    switch (column) {
        case Number:
            return shot.number;
        case State:
            return doingText(shot);
        case Line:
            return firstLineOf(shot);
        case Characters:
            return format::list(shot.characters);
        case Seconds:
            return format::seconds(shot.seconds);
        case Problem:
            return messageText(shot.error);
        default:
            return {};
    }
}

QVariant ShotModel::data(const QModelIndex& index, int role) const {
    const auto row = index.isValid() ? shot(index.row()) : nullptr;
    if (!row) return {};
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return display(*row, column);
        case Qt::DecorationRole:
            if (column != State) return {};
            return icon(lookOf(row->state).icon, lookOf(row->state).tone);
        case Qt::ForegroundRole:
            if (column == State) return theme::color(lookOf(row->state).tone);
            if (column == Problem) return theme::color(theme::Token::Fail);
            return {};
        case Qt::TextAlignmentRole:
            return static_cast<int>(Qt::AlignVCenter | (column == Number ? Qt::AlignRight : Qt::AlignLeft));
        case Qt::ToolTipRole:
            return column == Problem || !row->error.id.empty() ? messageText(row->error) : firstLineOf(*row);
        case Qt::AccessibleTextRole:
            if (column != Number) return display(*row, column);
            return tr("Shot %1, %2. %3").arg(row->number).arg(doingText(*row), firstLineOf(*row));
        case Qt::AccessibleDescriptionRole:
            return messageText(row->error);
        default:
            return {};
    }
}

QVariant ShotModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (section == Number ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Number:
            return tr("#");
        case State:
            return tr("State");
        case Line:
            return tr("First line");
        case Characters:
            return tr("Characters");
        case Seconds:
            return tr("Speech");
        case Problem:
            return tr("Problem");
        default:
            return {};
    }
}

std::shared_ptr<const ShotSnapshot> ShotModel::shot(int row) const {
    if (row < 0 || row >= rowCount()) return nullptr;
    return rows_[static_cast<std::size_t>(row)];
}

}  // namespace manju::ui
