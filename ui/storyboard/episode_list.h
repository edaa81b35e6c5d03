// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/domain/snapshot.h"

class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace manju::ui {

class EpisodeModel;

/// The outline at the left: filter field and episodes. Selection is by id and survives new snapshots.
class EpisodeList : public QWidget {
    Q_OBJECT

public:
    explicit EpisodeList(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const EngineSnapshot>& snapshot);

    /// The episode with the focus; null if there is none.
    [[nodiscard]] std::shared_ptr<const EpisodeSnapshot> current() const;
    /// All selected episodes, in the order of the list.
    [[nodiscard]] std::vector<std::shared_ptr<const EpisodeSnapshot>> selected() const;
    void select(EpisodeId id);
    void focusFilter();

    [[nodiscard]] QLineEdit* filter() const { return filter_; }
    [[nodiscard]] QListView* view() const { return view_; }

Q_SIGNALS:
    void selectionChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    EpisodeModel* model_;
    QSortFilterProxyModel* filtered_;
    QLineEdit* filter_;
    QLabel* count_;
    QListView* view_;
};

}  // namespace manju::ui
