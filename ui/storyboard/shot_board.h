// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/domain/snapshot.h"
#include "ui/storyboard/shot_card_delegate.h"

class QListView;
class QStackedWidget;
class QTableView;

namespace manju::ui {

/// The shots of one episode as a grid of cards or as a table; both share one selection.
class ShotBoard : public QWidget {
    Q_OBJECT

public:
    explicit ShotBoard(Thumbnails* thumbnails, QWidget* parent = nullptr);

    void show(const std::shared_ptr<const EpisodeSnapshot>& episode);
    void setTable(bool table);
    [[nodiscard]] bool isTable() const;
    void setCardSize(CardSize size);
    [[nodiscard]] CardSize cardSize() const;

    /// The shot with the focus; null if there is none.
    [[nodiscard]] std::shared_ptr<const ShotSnapshot> current() const;

    [[nodiscard]] const ShotModel* model() const { return model_; }
    [[nodiscard]] QListView* grid() const { return grid_; }
    [[nodiscard]] QTableView* table() const { return table_; }

Q_SIGNALS:
    void currentChanged();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildGrid();
    void buildTable();
    void retranslate();
    void fitGrid();
    void fitTable();

    ShotModel* model_;
    ShotCardDelegate* cards_;
    QListView* grid_;
    QTableView* table_;
    QStackedWidget* pages_;
    EpisodeId episode_;
};

}  // namespace manju::ui
