// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/episode_model.h"

#include "ui/common/format.h"
#include "ui/common/language.h"
#include "ui/common/state_look.h"

namespace manju::ui {
namespace {

/// Everything the list shows of an episode; its shots count only by how many are finished.
bool sameInList(const EpisodeSnapshot& a, const EpisodeSnapshot& b) {
    return a.title == b.title && a.script == b.script && a.state == b.state && a.queued == b.queued &&
           a.requestedCancel == b.requestedCancel && a.priority == b.priority && a.fraction == b.fraction &&
           a.remaining == b.remaining && a.waitingOn == b.waitingOn && a.error == b.error &&
           a.video == b.video && a.shots.size() == b.shots.size() && finishedShots(a) == finishedShots(b);
}

}  // namespace

int finishedShots(const EpisodeSnapshot& episode) {
    return static_cast<int>(
        std::count_if(episode.shots.begin(), episode.shots.end(), [](const ShotSnapshot& shot) {
            return shot.state == ShotState::Review || shot.state == ShotState::Approved;
        }));
}

QString detailOf(const EpisodeSnapshot& episode) {
    if (!episode.error.id.empty()) return messageText(episode.error);
    if (!episode.waitingOn.id.empty()) return messageText(episode.waitingOn);
    return fromUtf8(episode.script);
}

void EpisodeModel::show(const std::shared_ptr<const EngineSnapshot>& snapshot) {
    Rows<EpisodeSnapshot> next;
    next.reserve(snapshot->episodes.size());
    for (const EpisodeSnapshot& episode : snapshot->episodes) next.emplace_back(snapshot, &episode);

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
    const auto changed = changedRanges(rows_, next, sameInList);
    rows_ = std::move(next);
    for (const auto& [first, last] : changed) Q_EMIT dataChanged(index(first), index(last));
}

void EpisodeModel::retranslate() {
    if (!rows_.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int EpisodeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant EpisodeModel::data(const QModelIndex& index, int role) const {
    const auto row = index.isValid() ? episode(index.row()) : nullptr;
    if (!row) return {};
    switch (role) {
        case Qt::DisplayRole:
            return fromUtf8(row->title);
        case EpisodeRole:
            return QVariant::fromValue(row);
        case FilterRole:
            return QString(fromUtf8(row->title) + QLatin1Char('\n') + fromUtf8(row->script));
        case Qt::ToolTipRole:
            return QString(fromUtf8(row->title) + QLatin1Char('\n') + detailOf(*row));
        case Qt::AccessibleTextRole:
            return tr("%1, %2, %3 of %4 shots")
                .arg(fromUtf8(row->title), lookOf(*row).text)
                .arg(finishedShots(*row))
                .arg(row->shots.size());
        case Qt::AccessibleDescriptionRole:
            return detailOf(*row);
        default:
            return {};
    }
}

std::shared_ptr<const EpisodeSnapshot> EpisodeModel::episode(int row) const {
    if (row < 0 || row >= rowCount()) return nullptr;
    return rows_[static_cast<std::size_t>(row)];
}

int EpisodeModel::rowOf(EpisodeId id) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i]->id == id) return static_cast<int>(i);
    return -1;
}

}  // namespace manju::ui
