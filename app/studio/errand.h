// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "app/studio/studio_options.h"
#include "core/base/error.h"
#include "core/domain/command.h"

namespace manju::ui {
class MainWindow;
}

namespace manju::studio {

/// What the arguments ask for, one thing after the other: settings, imports, Produce, picture. With a picture
/// the program ends by itself: 0 when it is written, 1 when something failed, 3 when an episode needs a
/// person. Thread: UI.
class Errand : public QObject {
    Q_OBJECT

public:
    Errand(ui::MainWindow& window, StudioOptions options, QObject* parent = nullptr);

    void start();

private:
    void next();
    void send(Command command);
    void fail(const Error& error);
    void watch();
    void grab();

    enum class Stage { Configure, Import, Produce, Watch };

    ui::MainWindow& window_;
    StudioOptions options_;
    Stage stage_ = Stage::Configure;
    QTimer poll_;
    int calmPolls_ = 0;
};

}  // namespace manju::studio
