// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session_layout.h"

#include <QGuiApplication>
#include <QMainWindow>
#include <QScreen>
#include <QSettings>
#include <QSplitter>

#include "ui/storyboard/shot_board.h"
#include "ui/storyboard/storyboard_page.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kVersion = 1;  // raised when the layout's parts change: an old one is then ignored
constexpr QSize kFirstSize(1360, 860);

qint64 areaOf(const QRect& box) {
    return box.isValid() ? qint64(box.width()) * box.height() : 0;
}

}  // namespace

QRect SessionLayout::onScreen(const QRect& wanted, const QList<QRect>& screens) {
    QRect screen = screens.front();
    for (const QRect& candidate : screens)
        if (areaOf(candidate & wanted) > areaOf(screen & wanted)) screen = candidate;
    QRect box(wanted.topLeft(), wanted.size().boundedTo(screen.size()));
    if (areaOf(screen & wanted) == 0) box.moveCenter(screen.center());
    if (box.right() > screen.right()) box.moveRight(screen.right());
    if (box.bottom() > screen.bottom()) box.moveBottom(screen.bottom());
    if (box.left() < screen.left()) box.moveLeft(screen.left());
    if (box.top() < screen.top()) box.moveTop(screen.top());
    return box;
}

void SessionLayout::save(const QMainWindow& window, const StoryboardPage& page) {
    settings_.beginGroup(u"layout"_s);
    settings_.setValue(u"version"_s, kVersion);
    settings_.setValue(u"geometry"_s, window.isMaximized() ? window.normalGeometry() : window.geometry());
    settings_.setValue(u"maximized"_s, window.isMaximized());
    settings_.setValue(u"splitter"_s, page.splitter()->saveState());
    settings_.setValue(u"cards"_s, static_cast<int>(page.board()->cardSize()));
    settings_.setValue(u"table"_s, page.board()->isTable());
    settings_.endGroup();
}

void SessionLayout::restore(QMainWindow& window, StoryboardPage& page) {
    QList<QRect> screens;
    for (const QScreen* screen : QGuiApplication::screens()) screens.append(screen->availableGeometry());
    settings_.beginGroup(u"layout"_s);
    const bool known = settings_.value(u"version"_s).toInt() == kVersion;
    const QRect stored = known ? settings_.value(u"geometry"_s).toRect() : QRect();
    const bool maximized = known && settings_.value(u"maximized"_s).toBool();
    const QByteArray splitter = known ? settings_.value(u"splitter"_s).toByteArray() : QByteArray();
    const int cards = known ? settings_.value(u"cards"_s, 2).toInt() : 2;
    settings_.endGroup();

    QRect wanted = stored.isValid() ? stored : QRect(QPoint(), kFirstSize);
    if (!stored.isValid() && !screens.isEmpty()) wanted.moveCenter(screens.front().center());
    window.setGeometry(screens.isEmpty() ? wanted : onScreen(wanted, screens));
    if (maximized) window.setWindowState(window.windowState() | Qt::WindowMaximized);
    if (!splitter.isEmpty()) page.splitter()->restoreState(splitter);
    page.setCardSize(static_cast<CardSize>(std::clamp(cards, 0, 3)));
}

}  // namespace manju::ui
