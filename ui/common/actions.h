// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <array>
#include <span>
#include <vector>

namespace manju::ui {

/// Everything a person can ask for. Menus, buttons and the list of shortcuts are made from one table.
enum class ActionId {
    NewProject,
    OpenProject,
    ImportScripts,
    TrySample,
    UseDemoModel,
    ChooseCheckpointFile,
    ChooseCheckpointFolder,
    ChooseCast,
    ChoosePreset,
    ChooseOutFolder,
    Quit,
    Produce,
    ProduceAll,
    PauseOrResume,
    Cancel,
    Retry,
    OpenResult,
    OpenFolder,
    Find,
    ToggleTable,
    SmallerCards,
    LargerCards,
    ToggleInspector,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    English,
    Chinese,
    FullScreen,
    StoryboardPage,
    Shortcuts,
    About,
};

/// Where a shortcut is active. Two actions may share keys only in different pages.
enum class ActionScope { Window, Storyboard };

struct ActionSpec {
    ActionId id;
    const char* name;  ///< stable, "episode.produce"
    const char* text;  ///< English, translated in the context "Action"
    const char* icon;  ///< or nullptr
    const char* keys;  ///< portable text, or nullptr; several separated by "; "
    ActionScope scope = ActionScope::Window;
    bool checkable = false;
};

/// The table.
std::span<const ActionSpec> actionSpecs();

/// Pairs of names whose keys collide, "a / b: Ctrl+O". Empty for a sound table.
QStringList shortcutConflicts(std::span<const ActionSpec> specs);

/// The actions of one window. Thread: UI.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QObject* parent = nullptr);

    [[nodiscard]] QAction* get(ActionId id) const;
    [[nodiscard]] QAction* operator[](ActionId id) const { return get(id); }
    /// Sets all texts again, after a change of language.
    void retranslate();

private:
    std::vector<QAction*> actions_;  ///< by ActionId
};

}  // namespace manju::ui
