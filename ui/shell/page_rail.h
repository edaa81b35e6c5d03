// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QToolButton;
class QVBoxLayout;

namespace manju::ui {

/// The column of pages at the left edge: icon over text, one button a page that exists.
class PageRail : public QWidget {
    Q_OBJECT

public:
    explicit PageRail(QWidget* parent = nullptr);

    /// Adds a page's button at the end. The action is checkable and shows the page.
    void addPage(QAction* page);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* column_;
};

}  // namespace manju::ui
