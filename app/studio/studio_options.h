// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

class QCommandLineParser;

namespace manju::studio {

/// The arguments of manju-studio.
struct StudioOptions {
    enum class When { Imported, Done };

    QString project;     ///< absolute folder, or empty: the last one
    QString checkpoint;  ///< absolute path, "demo", or empty
    QString cast;
    QString preset;
    QStringList imports;  ///< absolute paths
    bool produce = false;
    QString language;    ///< "en", "zh", or empty
    QString theme;       ///< "light", "dark", "system", or empty
    QString screenshot;  ///< file to write, or empty
    When when = When::Imported;
    QSize size;  ///< of the window; invalid: as it was

    /// Work is to be done that must not start the last project by itself.
    [[nodiscard]] bool scripted() const { return !screenshot.isEmpty(); }
};

/// Prints help, version or what is wrong, and ends the program, if the arguments ask for that (exit 0 or 2).
StudioOptions readOptions(const QStringList& arguments);

}  // namespace manju::studio
