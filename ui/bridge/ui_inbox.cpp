// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/ui_inbox.h"

#include <QMetaObject>
#include <QObject>
#include <utility>

namespace manju::ui {

std::shared_ptr<UiInbox> UiInbox::create(QObject* receiver) {
    return std::shared_ptr<UiInbox>(new UiInbox(receiver));
}

void UiInbox::post(Call call) {
    const std::lock_guard lock(mutex_);
    if (!receiver_) return;
    calls_.push_back(std::move(call));
    if (underWay_) return;
    underWay_ = true;
    // The lock is held: close() cannot let the receiver die before the event is queued.
    QMetaObject::invokeMethod(
        receiver_, [self = shared_from_this()] { self->deliver(); }, Qt::QueuedConnection);
}

void UiInbox::deliver() {
    std::vector<Call> calls;
    {
        const std::lock_guard lock(mutex_);
        underWay_ = false;
        calls.swap(calls_);
    }
    for (const Call& call : calls) {
        {
            // A call may have closed the inbox.
            const std::lock_guard lock(mutex_);
            if (!receiver_) return;
        }
        call();
    }
}

void UiInbox::close() {
    std::vector<Call> dropped;
    const std::lock_guard lock(mutex_);
    receiver_ = nullptr;
    dropped.swap(calls_);
}

}  // namespace manju::ui
