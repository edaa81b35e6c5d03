// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/domain/snapshot.h"

class QLabel;
class QMenu;
class QToolButton;

namespace manju::ui {

class Actions;

/// The head of the window: which project is open, and what it is produced with. Each button says its
/// present setting and opens the choice.
class SetupBar : public QWidget {
    Q_OBJECT

public:
    explicit SetupBar(const Actions& actions, QWidget* parent = nullptr);

    void show(const EngineSnapshot& snapshot, bool open);

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addChoice(const QString& icon);
    void retranslate();

    QString project_;
    QString checkpoint_;
    QString cast_;
    QString preset_;
    QString out_;
    bool open_ = false;
    QLabel* name_;
    QLabel* path_;
    QToolButton* checkpointButton_;
    QToolButton* castButton_;
    QToolButton* presetButton_;
    QToolButton* outButton_;
};

}  // namespace manju::ui
