// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest/QTest>
#include <memory>

#include "tests/support/scripted_engine.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/shell/main_window.h"

namespace manju::testing {

/// An opener that gives scripted engines.
inline ui::EngineBridge::Opener scripted(const std::shared_ptr<EngineScript>& script) {
    return [script](const EngineOptions&) -> Result<std::unique_ptr<Engine>> {
        return Result<std::unique_ptr<Engine>>(std::make_unique<ScriptedEngine>(script));
    };
}

/// A window on a scripted engine, with settings and projects in a folder of its own.
struct WindowFixture {
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    ui::EngineBridge bridge{scripted(script), EngineOptions{}};
    ui::MainWindow window{bridge,
                          {.projects = folder.filePath(QStringLiteral("projects")),
                           .samples = QStringLiteral(MANJU_SOURCE_DIR "/resources/demo")},
                          settings};

    /// Opens a project that shows `snapshot` and waits until the window does.
    void open(EngineSnapshot snapshot) {
        script->publish(std::move(snapshot));
        window.session().openProject(folder.filePath(QStringLiteral("project")));
        QTRY_VERIFY(bridge.state() == ui::EngineBridge::State::Open);
    }
    /// Publishes and waits until the window shows it.
    void publish(EngineSnapshot snapshot) {
        const auto before = bridge.snapshot();
        script->publish(std::move(snapshot));
        QTRY_VERIFY(bridge.snapshot() != before);
    }
};

}  // namespace manju::testing
