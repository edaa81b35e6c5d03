// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/link/worker_link.h"

namespace manju::link::test {

/// Keeps what a link reports. Thread: any.
class EventLog {
public:
    WorkerSink sink() {
        return [state = state_](WorkerEvent event) {
            const std::scoped_lock lock(state->mutex);
            state->events.push_back(std::move(event));
            state->changed.notify_all();
        };
    }

    [[nodiscard]] std::vector<WorkerEvent> all() const {
        const std::scoped_lock lock(state_->mutex);
        return state_->events;
    }

    /// The next event of type T that no call has returned yet; throws after 30 s, which fails the test.
    template <class T>
    T await() {
        std::unique_lock lock(state_->mutex);
        std::optional<T> found;
        const bool came = state_->changed.wait_for(lock, std::chrono::seconds(30), [&] {
            while (seen_ < state_->events.size() && !found)
                if (const T* event = std::get_if<T>(&state_->events[seen_++])) found = *event;
            return found.has_value();
        });
        if (!came) throw std::runtime_error("the awaited event did not come");
        return *std::move(found);
    }

    template <class T>
    [[nodiscard]] int count() const {
        int number = 0;
        for (const WorkerEvent& event : all()) number += std::holds_alternative<T>(event) ? 1 : 0;
        return number;
    }

private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::vector<WorkerEvent> events;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
    std::size_t seen_ = 0;
};

/// A job for the TestExecutor.
StepJob testJob(int step, Json spec);

/// Options for the test worker's process with times that suit tests.
WorkerOptions testOptions();

/// Numbers of the open descriptors of a process ("self" or its id).
std::vector<int> openDescriptors(const std::string& process);
/// "R", "S", "T", "Z" ...; empty: there is no such process.
std::string processState(std::int64_t pid);

}  // namespace manju::link::test
