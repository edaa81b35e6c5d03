// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_bridge.h"

#include <utility>

#include "ui/bridge/ui_inbox.h"

namespace manju::ui {

EngineBridge::EngineBridge(Opener opener, EngineOptions options, QObject* parent)
    : QObject(parent),
      opener_(std::move(opener)),
      options_(std::move(options)),
      snapshot_(std::make_shared<const EngineSnapshot>()),
      inbox_(UiInbox::create(this)),
      lane_(std::make_unique<WorkLane>()) {
    pause_.setSingleShot(true);
    connect(&pause_, &QTimer::timeout, this, &EngineBridge::announce);
}

EngineBridge::~EngineBridge() {
    // Intake first, then the engine on its lane, then the lane; only then may this object go.
    inbox_->close();
    release();
    lane_.reset();
}

void EngineBridge::open(const std::filesystem::path& project) {
    release();
    setState(State::Opening);
    EngineOptions options = options_;
    options.project = project;
    const std::int64_t opening = ++opening_;
    lane_->give([this, opener = opener_, options = std::move(options), inbox = inbox_, opening] {
        const auto result = std::make_shared<Result<std::unique_ptr<Engine>>>(opener(options));
        inbox->post([this, opening, result] { finishOpening(opening, std::move(*result)); });
    });
}

void EngineBridge::finishOpening(std::int64_t opening, Result<std::unique_ptr<Engine>> result) {
    if (opening != opening_) {
        // A newer open() came in between: this engine is put down where that takes its time.
        if (result.ok()) lane_->give([engine = std::shared_ptr<Engine>(std::move(result).value())] {});
        return;
    }
    if (result.ok()) {
        take(std::move(result).value());
        return;
    }
    setState(State::Closed);
    Q_EMIT openFailed(result.error());
}

void EngineBridge::release() {
    pause_.stop();
    const bool waiting = !replies_.empty();
    replies_.clear();
    snapshot_ = std::make_shared<const EngineSnapshot>();
    if (engine_) lane_->give([engine = std::exchange(engine_, nullptr)] { engine->subscribe({}); });
    if (waiting) Q_EMIT unansweredChanged();
}

void EngineBridge::take(std::shared_ptr<Engine> engine) {
    engine_ = std::move(engine);
    engine_->subscribe([this, inbox = std::weak_ptr(inbox_)] {
        if (const auto open = inbox.lock()) open->post([this] { wake(); });
    });
    snapshot_ = engine_->snapshot();
    lastEvent_ = snapshot_->events.empty() ? 0 : snapshot_->events.back().sequence;
    sinceAnnounced_.start();
    setState(State::Open);
    Q_EMIT opened();
    Q_EMIT snapshotChanged();
}

void EngineBridge::wake() {
    if (!engine_ || pause_.isActive()) return;
    const qint64 wait = kIntervalMillis - sinceAnnounced_.elapsed();
    pause_.start(wait > 0 ? static_cast<int>(wait) : 0);
}

void EngineBridge::announce() {
    if (!engine_) return;
    auto newest = engine_->snapshot();
    if (newest == snapshot_) return;
    snapshot_ = std::move(newest);
    sinceAnnounced_.start();
    const auto shown = snapshot_;  // a slot may open another project
    Q_EMIT snapshotChanged();
    for (const EngineEvent& event : shown->events) {
        if (event.sequence <= lastEvent_) continue;
        lastEvent_ = event.sequence;
        Q_EMIT eventHappened(event);
    }
}

void EngineBridge::submit(Command command, QObject* context, Reply reply) {
    Q_ASSERT(engine_);
    const std::int64_t ticket = nextTicket_++;
    replies_.emplace(ticket, Pending{context, std::move(reply)});
    engine_->submit(std::move(command), [this, inbox = inbox_, ticket](const Result<CommandReply>& result) {
        inbox->post([this, ticket, result] { answer(ticket, result); });
    });
    Q_EMIT unansweredChanged();
}

void EngineBridge::answer(std::int64_t ticket, const Result<CommandReply>& result) {
    const auto found = replies_.find(ticket);
    if (found == replies_.end()) return;
    const Pending pending = std::move(found->second);
    replies_.erase(found);
    Q_EMIT unansweredChanged();
    if (pending.context && pending.reply) pending.reply(result);
}

void EngineBridge::setState(State state) {
    if (state == state_) return;
    state_ = state;
    Q_EMIT stateChanged();
}

}  // namespace manju::ui
