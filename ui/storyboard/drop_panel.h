// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace manju::ui {

class Actions;

/// What is seen while there is no episode: where to drop, and the two buttons that do the same.
class DropPanel : public QWidget {
    Q_OBJECT

public:
    explicit DropPanel(const Actions& actions, QWidget* parent = nullptr);

    /// While a project is opened the buttons give way to one line.
    void setBusy(bool busy);
    /// Something that can be dropped is over the window.
    void setInviting(bool inviting);
    void takeFocus();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    bool busy_ = false;
    bool inviting_ = false;
    QLabel* title_;
    QLabel* text_;
    QPushButton* open_;
    QPushButton* sample_;
    QPushButton* project_;
    QWidget* buttons_;
};

}  // namespace manju::ui
