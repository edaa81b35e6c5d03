// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRect>

class QMainWindow;
class QSettings;

namespace manju::ui {

class StoryboardPage;

/// Window geometry and page layout, kept between runs.
class SessionLayout {
public:
    explicit SessionLayout(QSettings& settings) : settings_(settings) {}

    void save(const QMainWindow& window, const StoryboardPage& page);
    /// Without a stored layout, or with one from screens that are gone, the window is placed on the first
    /// screen.
    void restore(QMainWindow& window, StoryboardPage& page);

    /// `wanted`, moved and shrunk so that all of it lies on one of `screens`. Precondition: at least one
    /// screen.
    static QRect onScreen(const QRect& wanted, const QList<QRect>& screens);

private:
    QSettings& settings_;
};

}  // namespace manju::ui
