// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "core/domain/command.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/common/notice_bar.h"

namespace manju::ui {

/// What a person does with a project, as commands to the engine and notices about how they ended.
/// Thread: UI.
class ProjectSession : public QObject {
    Q_OBJECT

public:
    struct Places {
        QString projects;  ///< folder in which a project is made when a script comes and none is open
        QString samples;   ///< folder of the sample story: demo-en.txt, demo-zh.txt, their casts, preset.json
    };

    ProjectSession(EngineBridge& bridge, Places places, QObject* parent = nullptr);

    [[nodiscard]] EngineBridge& bridge() const { return bridge_; }
    [[nodiscard]] const Places& places() const { return places_; }
    [[nodiscard]] bool hasSample() const;

    void openProject(const QString& folder);
    /// The folder of the project that is made for a script while none is open.
    [[nodiscard]] QString projectFolderFor(const QString& script) const;
    /// Stores the scripts as draft episodes. Without a project one is made, named like the first script.
    void importScripts(const QStringList& files);
    /// Judges what was dropped or pasted, imports the scripts of it and says why the rest is refused.
    void importUrls(const QList<QUrl>& urls);
    /// Imports the sample story in the present language, and chooses demo model, cast and preset where
    /// nothing is chosen.
    void trySample();
    void configure(const Configure& settings);
    /// An empty list: every episode that is not done.
    void produce(const std::vector<EpisodeId>& episodes);
    void setPaused(const std::vector<EpisodeId>& episodes, bool paused);
    void cancel(const std::vector<EpisodeId>& episodes);
    void retry(const std::vector<EpisodeId>& episodes);

Q_SIGNALS:
    void notice(const manju::ui::Notice& notice);
    void withdrawn(const QString& key);
    /// Scripts were stored; the episodes are in a snapshot now or soon.
    void imported(const std::vector<manju::EpisodeId>& episodes);
    /// A command other than an import has ended.
    void commandEnded(bool ok);

private:
    [[nodiscard]] QString samplePath(const QString& pattern) const;
    void configureSample();
    void send(Command command, const QString& key);
    void sendImport(const QStringList& files);
    void runPending();
    void tellImported(const CommandReply& reply);
    void tellFailure(const QString& key, const Error& error);
    void followProblem();

    EngineBridge& bridge_;
    Places places_;
    QStringList pendingScripts_;
    bool pendingSample_ = false;
    MessageRef problem_;
};

}  // namespace manju::ui
