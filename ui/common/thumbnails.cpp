// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/thumbnails.h"

#include <QDateTime>
#include <QFileInfo>
#include <QImageReader>
#include <QMutex>
#include <QMutexLocker>
#include <deque>

namespace manju::ui {
namespace {

constexpr int kThreads = 2;
constexpr std::size_t kWaiting = 96;  // more than the largest screen shows at once

Thumbnails::Stamp stampOf(const QString& path) {
    const QFileInfo file(path);
    if (!file.exists()) return {};
    return {file.size(), file.lastModified().toMSecsSinceEpoch()};
}

/// Decoded no larger than needed, then cropped around the centre to fill `size`.
QImage decode(const QString& path, QSize size) {
    QImageReader reader(path);
    reader.setAutoTransform(true);
    const QSize full = reader.size();
    if (full.isValid()) reader.setScaledSize(full.scaled(size, Qt::KeepAspectRatioByExpanding));
    const QImage image = reader.read();
    if (image.isNull()) return {};
    const QSize cover = image.size().scaled(size, Qt::KeepAspectRatioByExpanding);
    const QImage scaled =
        image.size() == cover ? image : image.scaled(cover, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const QRect crop(QPoint((cover.width() - size.width()) / 2, (cover.height() - size.height()) / 2), size);
    return scaled.copy(crop).convertToFormat(QImage::Format_RGB32);
}

}  // namespace

/// Requests that no thread has taken yet. Thread: any.
struct Thumbnails::Queue {
    struct Request {
        Key key;
        Stamp known;
    };
    QMutex mutex;
    std::deque<Request> waiting;
};

Thumbnails::Thumbnails(qint64 limitBytes, QObject* parent)
    : QObject(parent), limit_(limitBytes), queue_(std::make_shared<Queue>()) {
    pool_.setMaxThreadCount(kThreads);
    pool_.setThreadPriority(QThread::LowPriority);
}

Thumbnails::~Thumbnails() {
    {
        const QMutexLocker lock(&queue_->mutex);
        queue_->waiting.clear();
    }
    pool_.waitForDone();  // two pictures at most; afterwards nobody posts to this object
}

QPixmap Thumbnails::find(const QString& path, QSize size) {
    if (path.isEmpty() || size.isEmpty()) return {};
    const Key key{path, size};
    const auto found = entries_.find(key);
    if (found == entries_.end()) {
        if (!failed_.contains(path)) request(key, {});
        return {};
    }
    uses_.splice(uses_.begin(), uses_, found->use);
    if (found->checked != generation_) {
        found->checked = generation_;
        request(key, found->stamp);
    }
    return found->pixmap;
}

void Thumbnails::recheck() {
    ++generation_;
    failed_.clear();
}

void Thumbnails::request(const Key& key, const Stamp& known) {
    if (asked_.contains(key)) return;
    asked_.insert(key);
    {
        const QMutexLocker lock(&queue_->mutex);
        queue_->waiting.push_back({key, known});
        if (queue_->waiting.size() > kWaiting) {
            asked_.remove(queue_->waiting.front().key);
            queue_->waiting.pop_front();
        }
    }
    pool_.start([this, queue = queue_] {
        Queue::Request next;
        {
            const QMutexLocker lock(&queue->mutex);
            if (queue->waiting.empty()) return;
            next = std::move(queue->waiting.back());
            queue->waiting.pop_back();
        }
        const Stamp stamp = stampOf(next.key.path);
        const bool unchanged = stamp == next.known && stamp.size >= 0;
        const QImage image = unchanged || stamp.size < 0 ? QImage() : decode(next.key.path, next.key.size);
        QMetaObject::invokeMethod(
            this, [this, key = next.key, image, stamp, unchanged] { accept(key, image, stamp, unchanged); },
            Qt::QueuedConnection);
    });
}

void Thumbnails::accept(const Key& key, const QImage& image, const Stamp& stamp, bool unchanged) {
    asked_.remove(key);
    if (unchanged) return;
    ++decodes_;
    remove(key);
    if (image.isNull()) {
        failed_.insert(key.path);
        Q_EMIT ready(key.path);
        return;
    }
    uses_.push_front(key);
    const Entry entry{QPixmap::fromImage(image), stamp, image.sizeInBytes(), generation_, uses_.begin()};
    bytes_ += entry.bytes;
    entries_.insert(key, entry);
    while (bytes_ > limit_ && uses_.size() > 1) {
        const Key oldest = uses_.back();
        remove(oldest);
    }
    Q_EMIT ready(key.path);
}

void Thumbnails::remove(const Key& key) {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return;
    bytes_ -= found->bytes;
    uses_.erase(found->use);
    entries_.erase(found);
}

}  // namespace manju::ui
