// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <memory>

#include "core/domain/snapshot.h"
#include "ui/storyboard/row_plan.h"

namespace manju::ui {

/// The episodes of a project. Rows point into the snapshot they came from, which lives as long as they do.
class EpisodeModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { EpisodeRole = Qt::UserRole + 1, FilterRole };

    using QAbstractListModel::QAbstractListModel;

    /// Takes over the episodes of a snapshot; announces only what differs.
    void show(const std::shared_ptr<const EngineSnapshot>& snapshot);
    /// After a change of language.
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    /// nullptr outside the list.
    [[nodiscard]] std::shared_ptr<const EpisodeSnapshot> episode(int row) const;
    /// -1 if there is none.
    [[nodiscard]] int rowOf(EpisodeId id) const;

private:
    Rows<EpisodeSnapshot> rows_;
};

/// The line under an episode's title: what it waits for, what went wrong, or where it comes from.
QString detailOf(const EpisodeSnapshot& episode);
/// Shots whose work is finished.
int finishedShots(const EpisodeSnapshot& episode);

}  // namespace manju::ui

Q_DECLARE_METATYPE(std::shared_ptr<const manju::EpisodeSnapshot>)
