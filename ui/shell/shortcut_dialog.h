// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QTableWidget;

namespace manju::ui {

class Actions;

/// Every action with its keys, searchable.
class ShortcutDialog : public QDialog {
    Q_OBJECT

public:
    explicit ShortcutDialog(const Actions& actions, QWidget* parent = nullptr);

private:
    void filter(const QString& text);

    QLineEdit* search_;
    QTableWidget* table_;
};

}  // namespace manju::ui
