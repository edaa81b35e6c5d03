// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/errors.h"
#include "app/cli/project_document.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/os/file.h"
#include "core/base/os/install_paths.h"
#include "core/engine/engine.h"

namespace manju::cli {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t stopAsked = 0;
void onStopSignal(int) {
    stopAsked = 1;
}

bool isOver(EpisodeState state) {
    return state == EpisodeState::Done || state == EpisodeState::NeedsAttention ||
           state == EpisodeState::Cancelled;
}

/// Prints what has changed since the last snapshot: finished pictures and events. An episode's error comes
/// from each of its steps and attempts; the same sentence is printed once.
class ProgressLines {
public:
    explicit ProgressLines(messages::Language language) : language_(language) {}

    void show(const EngineSnapshot& snapshot) {
        for (const EpisodeSnapshot& episode : snapshot.episodes)
            for (const ShotSnapshot& shot : episode.shots)
                if (!shot.image.empty() && shown_.insert(shot.id).second && !first_)
                    line("cli.shot-done", {{"title", episode.title.empty() ? episode.script : episode.title},
                                           {"number", std::to_string(shot.number)},
                                           {"count", std::to_string(episode.shots.size())}});
        for (const EngineEvent& event : snapshot.events) {
            if (event.sequence > lastEvent_ && !first_) sentence(event.message);
            lastEvent_ = std::max(lastEvent_, event.sequence);
        }
        first_ = false;
    }

    /// Prints the sentence unless it was printed before.
    void sentence(const MessageRef& message) {
        const std::string code = message.id.starts_with("MJ-") ? " [" + message.id + "]" : "";
        const std::string text = messages::text(language_, message.id, message.args) + code;
        if (printed_.insert(text).second) std::fprintf(stderr, "%s\n", text.c_str());
    }

private:
    void line(const std::string& id, const MessageArgs& args) {
        std::fprintf(stderr, "%s\n", messages::text(language_, id, args).c_str());
    }

    messages::Language language_;
    std::set<ShotId> shown_;
    std::set<std::string> printed_;
    std::int64_t lastEvent_ = 0;
    bool first_ = true;
};

class Session {
public:
    static Result<std::unique_ptr<Session>> open(const std::string& project, bool resume) {
        EngineOptions options;
        std::error_code ignored;
        options.project = fs::absolute(project, ignored);
        options.workers = os::programFolder();
        options.resources = os::resourcesFolder();
        options.resume = resume;
        MANJU_CHECK(os::makeDirectories(options.project));
        MANJU_CHECK(log::open(options.project / "logs" / "manju.log", std::nullopt));
        MANJU_TRY(std::unique_ptr<Engine> engine, openEngine(options));
        auto session = std::make_unique<Session>();
        session->engine = std::move(engine);
        session->engine->subscribe([raw = session.get()] { raw->woken(); });
        return session;
    }

    ~Session() {
        if (engine) engine->subscribe({});
    }

    Result<CommandReply> ask(const Command& command) {
        std::promise<Result<CommandReply>> promise;
        auto future = promise.get_future();
        engine->submit(command, [&](const Result<CommandReply>& reply) { promise.set_value(reply); });
        return future.get();
    }

    /// Waits until these episodes are over, the engine has a problem, or a signal asks for the end.
    std::shared_ptr<const EngineSnapshot> wait(const std::set<EpisodeId>& episodes, ProgressLines& lines) {
        for (;;) {
            const auto snapshot = engine->snapshot();
            lines.show(*snapshot);
            const bool over = std::all_of(
                snapshot->episodes.begin(), snapshot->episodes.end(),
                [&](const auto& episode) { return !episodes.contains(episode.id) || isOver(episode.state); });
            if (over || !snapshot->problem.id.empty() || stopAsked) return snapshot;
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, Millis(200), [&] { return awake_; });
            awake_ = false;
        }
    }

    std::unique_ptr<Engine> engine;

private:
    void woken() {
        const std::lock_guard lock(mutex_);
        awake_ = true;
        changed_.notify_one();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool awake_ = false;
};

/// The exit code that the worst of the episodes asks for.
int outcomeOf(const EngineSnapshot& snapshot, const std::set<EpisodeId>& episodes) {
    int code = 0;
    for (const EpisodeSnapshot& episode : snapshot.episodes) {
        if (!episodes.contains(episode.id) || episode.state == EpisodeState::Done) continue;
        int own = 1;
        if (episode.state == EpisodeState::NeedsAttention)
            own = episode.errorKind == ErrorKind::Environment ? 4 : 3;
        code = std::max(code, own);
    }
    return code;
}

int report(const Voice& voice, Session& session, const std::set<EpisodeId>& episodes) {
    std::signal(SIGINT, onStopSignal);
    std::signal(SIGTERM, onStopSignal);
    ProgressLines lines(voice.language);
    auto snapshot = session.wait(episodes, lines);
    const bool stopped = stopAsked != 0;
    if (stopped) session.engine.reset();  // stores what is under way as interrupted
    if (!snapshot->problem.id.empty()) lines.sentence(snapshot->problem);
    if (stopped) std::fprintf(stderr, "%s\n", messages::text(voice.language, "cli.stopped").c_str());
    if (voice.json)
        print(projectDocument(*snapshot, {}, voice.language));
    else
        std::fputs(projectText(*snapshot, voice.language).c_str(), stdout);
    if (!snapshot->problem.id.empty()) return 4;
    return stopped ? 1 : outcomeOf(*snapshot, episodes);
}

std::string absolute(const std::string& path) {
    if (path.empty()) return path;
    std::error_code ignored;
    return fs::absolute(path, ignored).lexically_normal().string();
}

}  // namespace

int runProduce(const Voice& voice, const ProduceOptions& options) {
    auto session = Session::open(options.project, false);
    if (!session.ok()) return fail(voice, session.error());

    Configure configure;
    configure.checkpoint = options.checkpoint == "demo" ? options.checkpoint : absolute(options.checkpoint);
    configure.castFile = absolute(options.cast);
    configure.presetFile = absolute(options.preset);
    configure.outFolder = absolute(options.out);
    if (const auto configured = (*session)->ask(configure); !configured.ok())
        return fail(voice, configured.error());
    ImportScripts import;
    for (const std::string& script : options.scripts) import.files.push_back(absolute(script));
    const auto imported = (*session)->ask(import);
    if (!imported.ok()) return fail(voice, imported.error());
    const auto queued = (*session)->ask(Produce{imported->episodes, parsePriority(options.priority).value(),
                                                options.urgent, options.deadline});
    if (!queued.ok()) return fail(voice, queued.error());
    return report(voice, **session, {queued->episodes.begin(), queued->episodes.end()});
}

int runResume(const Voice& voice, const std::string& project) {
    if (const auto known = readProject(project); !known.ok()) return fail(voice, known.error());
    auto session = Session::open(project, true);
    if (!session.ok()) return fail(voice, session.error());
    std::set<EpisodeId> queued;
    for (const EpisodeSnapshot& episode : (*session)->engine->snapshot()->episodes)
        if (episode.queued && episode.state != EpisodeState::Cancelled) queued.insert(episode.id);
    return report(voice, **session, queued);
}

int runStatus(const Voice& voice, const std::string& project) {
    const auto snapshot = readProject(project);
    if (!snapshot.ok()) return fail(voice, snapshot.error());
    const auto attempts = readAttempts(project);
    if (!attempts.ok()) return fail(voice, attempts.error());
    if (voice.json)
        print(projectDocument(*snapshot, *attempts, voice.language));
    else
        std::fputs(projectText(*snapshot, voice.language).c_str(), stdout);
    return 0;
}

}  // namespace manju::cli
