// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/project_session.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include "ui/common/language.h"
#include "ui/common/script_drop.h"

namespace manju::ui {

using namespace Qt::StringLiterals;

ProjectSession::ProjectSession(EngineBridge& bridge, Places places, QObject* parent)
    : QObject(parent), bridge_(bridge), places_(std::move(places)) {
    connect(&bridge_, &EngineBridge::opened, this, &ProjectSession::runPending);
    connect(&bridge_, &EngineBridge::openFailed, this, [this](const Error& error) {
        pendingScripts_.clear();
        pendingSample_ = false;
        tellFailure(u"open"_s, error);
    });
    connect(&bridge_, &EngineBridge::snapshotChanged, this, &ProjectSession::followProblem);
}

bool ProjectSession::hasSample() const {
    return !samplePath(u"demo-%1.txt"_s).isEmpty();
}

QString ProjectSession::samplePath(const QString& pattern) const {
    if (places_.samples.isEmpty()) return {};
    const QString word = language() == messages::Language::Chinese ? u"zh"_s : u"en"_s;
    const QString path =
        QDir(places_.samples).filePath(pattern.contains(u"%1"_s) ? pattern.arg(word) : pattern);
    return QFileInfo::exists(path) ? path : QString();
}

void ProjectSession::openProject(const QString& folder) {
    Q_EMIT withdrawn(u"open"_s);
    bridge_.open(std::filesystem::path(folder.toStdString()));
}

QString ProjectSession::projectFolderFor(const QString& script) const {
    return QDir(places_.projects).filePath(QFileInfo(script).completeBaseName());
}

void ProjectSession::importScripts(const QStringList& files) {
    if (files.isEmpty()) return;
    if (bridge_.state() == EngineBridge::State::Open) {
        sendImport(files);
        return;
    }
    pendingScripts_ += files;
    if (bridge_.state() == EngineBridge::State::Opening) return;
    openProject(projectFolderFor(files.front()));
}

void ProjectSession::importUrls(const QList<QUrl>& urls) {
    const DropVerdict verdict = judgeDrop(urls);
    if (!verdict.refusals.isEmpty())
        Q_EMIT notice(
            {Notice::Kind::Warning, u"drop"_s, [urls] { return judgeDrop(urls).refusals.join(u'\n'); }, {}});
    else
        Q_EMIT withdrawn(u"drop"_s);
    importScripts(verdict.scripts);
}

void ProjectSession::trySample() {
    const QString script = samplePath(u"demo-%1.txt"_s);
    if (script.isEmpty()) return;
    pendingSample_ = true;
    if (bridge_.state() == EngineBridge::State::Open) {
        pendingScripts_ += script;
        runPending();
        return;
    }
    importScripts({script});
}

void ProjectSession::runPending() {
    if (std::exchange(pendingSample_, false)) configureSample();
    if (const QStringList files = std::exchange(pendingScripts_, {}); !files.isEmpty()) sendImport(files);
}

void ProjectSession::configureSample() {
    const auto snapshot = bridge_.snapshot();
    Configure settings;
    if (snapshot->checkpoint.empty()) settings.checkpoint = "demo";
    if (snapshot->castFile.empty()) settings.castFile = samplePath(u"cast-%1.json"_s).toStdString();
    if (snapshot->presetFile.empty()) settings.presetFile = samplePath(u"preset.json"_s).toStdString();
    if (settings != Configure{}) configure(settings);
}

void ProjectSession::configure(const Configure& settings) {
    send(settings, u"configure"_s);
}

void ProjectSession::produce(const std::vector<EpisodeId>& episodes) {
    send(Produce{.episodes = episodes, .priority = Priority::Medium, .urgent = false, .deadline = {}},
         u"produce"_s);
}

void ProjectSession::setPaused(const std::vector<EpisodeId>& episodes, bool paused) {
    send(PauseEpisodes{episodes, paused}, u"pause"_s);
}

void ProjectSession::cancel(const std::vector<EpisodeId>& episodes) {
    send(CancelEpisodes{episodes}, u"cancel"_s);
}

void ProjectSession::retry(const std::vector<EpisodeId>& episodes) {
    send(RetryEpisodes{episodes}, u"retry"_s);
}

void ProjectSession::send(Command command, const QString& key) {
    if (bridge_.state() != EngineBridge::State::Open) return;
    bridge_.submit(std::move(command), this, [this, key](const Result<CommandReply>& result) {
        if (result.ok())
            Q_EMIT withdrawn(key);
        else
            tellFailure(key, result.error());
        Q_EMIT commandEnded(result.ok());
    });
}

void ProjectSession::sendImport(const QStringList& files) {
    ImportScripts import;
    for (const QString& file : files) import.files.push_back(file.toStdString());
    bridge_.submit(std::move(import), this, [this](const Result<CommandReply>& result) {
        if (!result.ok()) {
            tellFailure(u"import"_s, result.error());
            return;
        }
        tellImported(result.value());
        Q_EMIT imported(result.value().episodes);
    });
}

void ProjectSession::tellImported(const CommandReply& reply) {
    const int all = static_cast<int>(reply.episodes.size());
    const int there = reply.alreadyThere;
    Q_EMIT notice({Notice::Kind::Info,
                   u"import"_s,
                   [all, there] {
                       if (there >= all)
                           return tr("%n episode(s) had been imported before; shown again.", nullptr, all);
                       const QString fresh = tr("%n episode(s) imported as draft.", nullptr, all - there);
                       if (there == 0) return fresh;
                       return tr("%1 %2", "two sentences")
                           .arg(fresh, tr("%n more had been imported before.", nullptr, there));
                   },
                   {}});
}

void ProjectSession::tellFailure(const QString& key, const Error& error) {
    Q_EMIT notice({Notice::Kind::Failure, key, [error] { return errorText(error); },
                   QString::fromStdString(error.id())});
}

void ProjectSession::followProblem() {
    const MessageRef& now = bridge_.snapshot()->problem;
    if (now == problem_) return;
    problem_ = now;
    if (now.id.empty())
        Q_EMIT withdrawn(u"problem"_s);
    else
        Q_EMIT notice({Notice::Kind::Warning, u"problem"_s, [now] { return messageText(now); },
                       now.id.starts_with("MJ-") ? QString::fromStdString(now.id) : QString(), false});
}

}  // namespace manju::ui
