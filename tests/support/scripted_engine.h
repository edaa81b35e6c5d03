// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/engine/engine.h"

namespace manju::testing {

/// The other end of a ScriptedEngine: what a test sees and decides. Outlives the engine. Thread: any.
class EngineScript {
public:
    using Answer = std::function<Result<CommandReply>(const Command&)>;

    /// How commands are answered, at once and on the caller's thread. Default: an empty success.
    void answerWith(Answer answer) {
        const std::lock_guard lock(mutex_);
        answer_ = std::move(answer);
    }

    /// From now on replies are kept until releaseReplies().
    void holdReplies() {
        const std::lock_guard lock(mutex_);
        holding_ = true;
    }
    void releaseReplies() {
        std::vector<std::function<void()>> held;
        {
            const std::lock_guard lock(mutex_);
            holding_ = false;
            held.swap(held_);
        }
        for (const auto& reply : held) reply();
    }

    /// Makes `snapshot` the newest one and wakes the subscriber, on the caller's thread.
    void publish(EngineSnapshot snapshot) {
        const std::lock_guard lock(mutex_);
        snapshot.sequence = snapshot_->sequence + 1;
        snapshot_ = std::make_shared<const EngineSnapshot>(std::move(snapshot));
        if (wake_) wake_();
    }

    [[nodiscard]] std::vector<Command> commands() const {
        const std::lock_guard lock(mutex_);
        return commands_;
    }
    [[nodiscard]] int openEngines() const {
        const std::lock_guard lock(mutex_);
        return engines_;
    }

private:
    friend class ScriptedEngine;

    mutable std::mutex mutex_;
    std::shared_ptr<const EngineSnapshot> snapshot_ = std::make_shared<const EngineSnapshot>();
    Engine::Wake wake_;
    Answer answer_ = [](const Command&) { return Result<CommandReply>(CommandReply{}); };
    std::vector<Command> commands_;
    std::vector<std::function<void()>> held_;
    bool holding_ = false;
    int engines_ = 0;
};

/// An engine that does what its script says: no files, no processes, no threads of its own.
class ScriptedEngine : public Engine {
public:
    explicit ScriptedEngine(std::shared_ptr<EngineScript> script) : script_(std::move(script)) {
        const std::lock_guard lock(script_->mutex_);
        ++script_->engines_;
    }
    ~ScriptedEngine() override {
        const std::lock_guard lock(script_->mutex_);
        script_->wake_ = {};
        --script_->engines_;
    }

    void submit(Command command, Reply reply) override {
        EngineScript::Answer answer;
        {
            const std::lock_guard lock(script_->mutex_);
            script_->commands_.push_back(command);
            answer = script_->answer_;
        }
        const auto result = answer(command);
        {
            const std::lock_guard lock(script_->mutex_);
            if (script_->holding_) {
                script_->held_.push_back([reply = std::move(reply), result] { reply(result); });
                return;
            }
        }
        reply(result);
    }

    [[nodiscard]] std::shared_ptr<const EngineSnapshot> snapshot() const override {
        const std::lock_guard lock(script_->mutex_);
        return script_->snapshot_;
    }

    void subscribe(Wake wake) override {
        const std::lock_guard lock(script_->mutex_);
        script_->wake_ = std::move(wake);
    }

private:
    std::shared_ptr<EngineScript> script_;
};

}  // namespace manju::testing
