// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

class QObject;

namespace manju::ui {

/// Carries calls from any thread to the user interface's thread. However many calls wait, at most one
/// Qt event is on its way for them. Held by shared_ptr on both sides, so that a late caller meets a closed
/// inbox and never a dead object.
class UiInbox : public std::enable_shared_from_this<UiInbox> {
public:
    using Call = std::function<void()>;

    /// `receiver` lives on the thread that the calls are made on. Thread: UI.
    static std::shared_ptr<UiInbox> create(QObject* receiver);

    /// Queues `call`; does nothing once the inbox is closed. Thread: any.
    void post(Call call);

    /// Drops what is queued; no call is made after this returns. Thread: UI.
    void close();

private:
    explicit UiInbox(QObject* receiver) : receiver_(receiver) {}
    void deliver();

    std::mutex mutex_;
    QObject* receiver_;
    bool underWay_ = false;
    std::vector<Call> calls_;
};

}  // namespace manju::ui
