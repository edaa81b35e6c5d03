// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace manju::ui {

/// What was dropped or chosen: the scripts, and for each other thing one sentence that says why it is not
/// one and what can be done with it.
struct DropVerdict {
    QStringList scripts;  ///< absolute paths
    QStringList refusals;
};

/// Judges by kind of place and by file name only; whether a script can be read is for the engine to say.
DropVerdict judgeDrop(const QList<QUrl>& urls);

/// Patterns of script files for a file dialog: "*.txt *.md".
QString scriptPatterns();

}  // namespace manju::ui
