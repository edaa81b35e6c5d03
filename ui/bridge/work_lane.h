// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace manju::ui {

/// One thread that does jobs in the order they were given: opening and closing projects.
/// The destructor finishes what was given and joins.
class WorkLane {
public:
    using Job = std::function<void()>;

    WorkLane();
    WorkLane(const WorkLane&) = delete;
    WorkLane& operator=(const WorkLane&) = delete;
    ~WorkLane();

    /// Thread: any.
    void give(Job job);

private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool ending_ = false;
    std::thread thread_;
};

}  // namespace manju::ui
