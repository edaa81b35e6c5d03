// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/actions.h"

#include <QCoreApplication>
#include <QKeySequence>

#include "ui/common/icons.h"

namespace manju::ui {
namespace {

using enum ActionId;
constexpr auto kStory = ActionScope::Storyboard;
constexpr auto kWindow = ActionScope::Window;

constexpr std::array kSpecs{
    ActionSpec{NewProject, "project.new", QT_TRANSLATE_NOOP("Action", "New project…"), nullptr, "Ctrl+N"},
    ActionSpec{OpenProject, "project.open", QT_TRANSLATE_NOOP("Action", "Open project…"), "folder", "Ctrl+O"},
    ActionSpec{ImportScripts, "script.import", QT_TRANSLATE_NOOP("Action", "Import scripts…"), "import",
               "Ctrl+I"},
    ActionSpec{TrySample, "script.sample", QT_TRANSLATE_NOOP("Action", "Try the sample story"), "script",
               nullptr},
    ActionSpec{UseDemoModel, "checkpoint.demo", QT_TRANSLATE_NOOP("Action", "Use the demo model"), "model",
               nullptr},
    ActionSpec{ChooseCheckpointFile, "checkpoint.file",
               QT_TRANSLATE_NOOP("Action", "Choose a checkpoint file…"), nullptr, nullptr},
    ActionSpec{ChooseCheckpointFolder, "checkpoint.folder",
               QT_TRANSLATE_NOOP("Action", "Choose a checkpoint folder…"), nullptr, nullptr},
    ActionSpec{ChooseCast, "cast.file", QT_TRANSLATE_NOOP("Action", "Choose a cast file…"), "cast", nullptr},
    ActionSpec{ChoosePreset, "preset.file", QT_TRANSLATE_NOOP("Action", "Choose a preset file…"), "preset",
               nullptr},
    ActionSpec{ChooseOutFolder, "project.out",
               QT_TRANSLATE_NOOP("Action", "Choose a folder for finished videos…"), "folder", nullptr},
    ActionSpec{Quit, "program.quit", QT_TRANSLATE_NOOP("Action", "Quit"), nullptr, "Ctrl+Q"},
    ActionSpec{Produce, "episode.produce", QT_TRANSLATE_NOOP("Action", "Produce"), "produce", "Ctrl+Return",
               kStory},
    ActionSpec{ProduceAll, "episode.produce-all", QT_TRANSLATE_NOOP("Action", "Produce all that is not done"),
               nullptr, "Ctrl+Shift+Return", kStory},
    ActionSpec{PauseOrResume, "episode.pause", QT_TRANSLATE_NOOP("Action", "Pause"), "pause", "Ctrl+P",
               kStory},
    ActionSpec{Cancel, "episode.cancel", QT_TRANSLATE_NOOP("Action", "Cancel"), "cancel", "Del", kStory},
    ActionSpec{Retry, "episode.retry", QT_TRANSLATE_NOOP("Action", "Retry"), "retry", "R", kStory},
    ActionSpec{OpenResult, "episode.open", QT_TRANSLATE_NOOP("Action", "Open result"), "film", "Ctrl+Shift+O",
               kStory},
    ActionSpec{OpenFolder, "episode.folder", QT_TRANSLATE_NOOP("Action", "Open folder"), "folder",
               "Ctrl+Shift+E", kStory},
    ActionSpec{Find, "view.find", QT_TRANSLATE_NOOP("Action", "Filter episodes"), "search", "Ctrl+F"},
    ActionSpec{ToggleTable, "view.table", QT_TRANSLATE_NOOP("Action", "Show as table"), "table", "T", kStory,
               true},
    ActionSpec{SmallerCards, "view.smaller", QT_TRANSLATE_NOOP("Action", "Smaller pictures"), nullptr,
               "Ctrl+-", kStory},
    ActionSpec{LargerCards, "view.larger", QT_TRANSLATE_NOOP("Action", "Larger pictures"), nullptr,
               "Ctrl++; Ctrl+=", kStory},
    ActionSpec{ToggleInspector, "view.inspector", QT_TRANSLATE_NOOP("Action", "Show details"), "inspector",
               "I", kStory, true},
    ActionSpec{ThemeSystem, "theme.system", QT_TRANSLATE_NOOP("Action", "Like the desktop"), nullptr, nullptr,
               kWindow, true},
    ActionSpec{ThemeLight, "theme.light", QT_TRANSLATE_NOOP("Action", "Light"), nullptr, nullptr, kWindow,
               true},
    ActionSpec{ThemeDark, "theme.dark", QT_TRANSLATE_NOOP("Action", "Dark"), nullptr, nullptr, kWindow, true},
    // The names of the languages are written in themselves.
    ActionSpec{English, "language.en", "English", nullptr, nullptr, kWindow, true},
    ActionSpec{Chinese, "language.zh", "中文", nullptr, nullptr, kWindow, true},
    ActionSpec{FullScreen, "view.full-screen", QT_TRANSLATE_NOOP("Action", "Full screen"), nullptr, "F11",
               kWindow, true},
    ActionSpec{StoryboardPage, "page.storyboard", QT_TRANSLATE_NOOP("Action", "Storyboard"), "storyboard",
               "Ctrl+1", kWindow, true},
    ActionSpec{Shortcuts, "help.shortcuts", QT_TRANSLATE_NOOP("Action", "Keyboard shortcuts"), nullptr,
               "?; F1"},
    ActionSpec{About, "help.about", QT_TRANSLATE_NOOP("Action", "About Manju Studio"), nullptr, nullptr},
};

QList<QKeySequence> keysOf(const ActionSpec& spec) {
    return spec.keys ? QKeySequence::listFromString(QString::fromLatin1(spec.keys)) : QList<QKeySequence>();
}

bool meet(const ActionSpec& a, const ActionSpec& b) {
    return a.scope == b.scope || a.scope == kWindow || b.scope == kWindow;
}

}  // namespace

std::span<const ActionSpec> actionSpecs() {
    return kSpecs;
}

QStringList shortcutConflicts(std::span<const ActionSpec> specs) {
    QStringList conflicts;
    for (std::size_t i = 0; i < specs.size(); ++i)
        for (std::size_t k = i + 1; k < specs.size(); ++k)
            for (const QKeySequence& keys : keysOf(specs[i]))
                if (meet(specs[i], specs[k]) && keysOf(specs[k]).contains(keys))
                    conflicts.append(QStringLiteral("%1 / %2: %3")
                                         .arg(QLatin1StringView(specs[i].name),
                                              QLatin1StringView(specs[k].name), keys.toString()));
    return conflicts;
}

Actions::Actions(QObject* parent) : QObject(parent) {
    for (const ActionSpec& spec : kSpecs) {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1StringView(spec.name));
        action->setShortcuts(keysOf(spec));
        action->setCheckable(spec.checkable);
        if (spec.icon) action->setIcon(icon(QLatin1StringView(spec.icon)));
        actions_.push_back(action);
    }
    retranslate();
}

QAction* Actions::get(ActionId id) const {
    return actions_.at(static_cast<std::size_t>(id));
}

void Actions::retranslate() {
    for (std::size_t i = 0; i < kSpecs.size(); ++i) {
        QAction* action = actions_[i];
        const QString text = QCoreApplication::translate("Action", kSpecs[i].text);
        action->setText(text);
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys));
    }
}

}  // namespace manju::ui
