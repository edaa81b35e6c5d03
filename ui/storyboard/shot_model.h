// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/domain/snapshot.h"
#include "ui/storyboard/row_plan.h"

namespace manju::ui {

/// The shots of one episode; the grid shows its first column, the table all of them.
class ShotModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, State, Line, Characters, Seconds, Problem, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows the shots of `episode` (null: none); announces only what differs. Another episode than before
    /// replaces all rows.
    void show(const std::shared_ptr<const EpisodeSnapshot>& episode);
    /// After a change of language.
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// nullptr outside the list.
    [[nodiscard]] std::shared_ptr<const ShotSnapshot> shot(int row) const;

private:
    [[nodiscard]] QVariant display(const ShotSnapshot& shot, int column) const;

    EpisodeId episode_;
    Rows<ShotSnapshot> rows_;
};

/// "Lin Wan: Where are you going?" or the narration, in one line; empty if the shot has no lines.
QString firstLineOf(const ShotSnapshot& shot);
/// What a shot is doing: its stage while it is made, else its state's word.
QString doingText(const ShotSnapshot& shot);

}  // namespace manju::ui
