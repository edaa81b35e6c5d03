// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <memory>
#include <unordered_map>

#include "core/engine/engine.h"
#include "ui/bridge/work_lane.h"

namespace manju::ui {

class UiInbox;

/// The only door between the windows and the engine: immutable snapshots in, commands out.
/// Nothing here waits for the engine: projects are opened and closed on a lane of their own, and replies
/// arrive as calls on the UI thread. Thread: UI.
class EngineBridge : public QObject {
    Q_OBJECT

public:
    using Opener = std::function<Result<std::unique_ptr<Engine>>(EngineOptions)>;
    using Reply = std::function<void(const Result<CommandReply>&)>;
    enum class State { Closed, Opening, Open };

    /// `opener` makes the engine, off the UI thread; `options` gives everything but the project folder.
    EngineBridge(Opener opener, EngineOptions options, QObject* parent = nullptr);
    /// Stops the engine and waits for it (its own limit is 2 s). Destroy the windows first.
    ~EngineBridge() override;

    /// Closes the present project and opens another one. Ends in opened() or openFailed().
    void open(const std::filesystem::path& project);

    [[nodiscard]] State state() const { return state_; }
    /// The newest snapshot that was announced, never null; empty while no project is open.
    [[nodiscard]] std::shared_ptr<const EngineSnapshot> snapshot() const { return snapshot_; }
    /// Commands that have not been answered: what they change may not be on disk yet.
    [[nodiscard]] int unanswered() const { return static_cast<int>(replies_.size()); }

    /// Sends a command. `reply` is called on the UI thread, unless `context` is gone by then or another
    /// project was opened. Precondition: state() == Open.
    void submit(Command command, QObject* context, Reply reply);

    /// The shortest time between two announced snapshots.
    static constexpr int kIntervalMillis = 100;

Q_SIGNALS:
    void stateChanged();
    /// snapshot() has changed. At most one in kIntervalMillis.
    void snapshotChanged();
    void unansweredChanged();
    /// A new fact, in the order of the sequence numbers; what had happened before the project was opened
    /// is not announced.
    void eventHappened(const manju::EngineEvent& event);
    void opened();
    void openFailed(const manju::Error& error);

private:
    struct Pending {
        QPointer<QObject> context;
        Reply reply;
    };

    void finishOpening(std::int64_t opening, Result<std::unique_ptr<Engine>> result);
    void release();
    void take(std::shared_ptr<Engine> engine);
    void wake();
    void announce();
    void answer(std::int64_t ticket, const Result<CommandReply>& result);
    void setState(State state);

    Opener opener_;
    EngineOptions options_;
    State state_ = State::Closed;
    std::shared_ptr<const EngineSnapshot> snapshot_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<UiInbox> inbox_;
    std::int64_t opening_ = 0;  ///< counts calls of open(), so that only the newest one has an effect
    std::int64_t lastEvent_ = 0;
    std::int64_t nextTicket_ = 1;
    std::unordered_map<std::int64_t, Pending> replies_;
    QTimer pause_;
    QElapsedTimer sinceAnnounced_;
    std::unique_ptr<WorkLane> lane_;
};

}  // namespace manju::ui
