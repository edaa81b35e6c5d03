// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/domain/snapshot.h"

class QLabel;
class QToolButton;

namespace manju::ui {

class EngineBridge;
class Actions;

/// What the bottom line says: how much runs and waits, the last fact, the workers, the disk, whether
/// everything is saved, and the language.
class StatusStrip : public QWidget {
    Q_OBJECT

public:
    StatusStrip(EngineBridge& bridge, const Actions& actions, QWidget* parent = nullptr);

    [[nodiscard]] QString savedText() const;
    [[nodiscard]] QString countsText() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* addLabel(bool muted);
    void refresh();

    EngineBridge& bridge_;
    MessageRef lastEvent_;
    std::int64_t lastEventMillis_ = 0;
    QLabel* counts_;
    QLabel* event_;
    QLabel* workers_;
    QLabel* disk_;
    QLabel* saved_;
    QToolButton* language_;
};

}  // namespace manju::ui
