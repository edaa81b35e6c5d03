// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/domain/snapshot.h"

class QLabel;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace manju::ui {

class PictureView;
class StateLabel;
class Thumbnails;

/// The right side: everything about the shot with the focus.
class ShotInspector : public QWidget {
    Q_OBJECT

public:
    explicit ShotInspector(Thumbnails* thumbnails, QWidget* parent = nullptr);

    /// Null: nothing is selected.
    void show(const std::shared_ptr<const ShotSnapshot>& shot);

protected:
    void changeEvent(QEvent* event) override;

private:
    QLabel* addSection(QVBoxLayout* column);
    QLabel* addValue(QVBoxLayout* column);
    void fill();
    void fillLines();
    void fillError();

    std::shared_ptr<const ShotSnapshot> shot_;
    QLabel* nothing_;
    QScrollArea* scroll_;
    PictureView* picture_;
    QLabel* title_;
    StateLabel* state_;
    QLabel* linesTitle_;
    QLabel* lines_;
    QLabel* charactersTitle_;
    QLabel* characters_;
    QLabel* speechTitle_;
    QLabel* speech_;
    QWidget* problem_;
    QLabel* problemTitle_;
    QLabel* problemText_;
    QLabel* problemCode_;
    QToolButton* copyProblem_;
};

}  // namespace manju::ui
