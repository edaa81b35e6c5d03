// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPixmap>
#include <QSet>
#include <QSize>
#include <QThreadPool>
#include <list>
#include <memory>

namespace manju::ui {

/// Small versions of picture files. Files are read and decoded in a pool of its own; what is kept is bounded
/// by bytes, the least recently shown goes first. The newest request is decoded first, and requests that
/// have scrolled far away are dropped. An entry is for one path, file size, modification time and target
/// size. Thread: UI.
class Thumbnails : public QObject {
    Q_OBJECT

public:
    static constexpr qint64 kLimitBytes = 128'000'000;

    explicit Thumbnails(qint64 limitBytes = kLimitBytes, QObject* parent = nullptr);
    ~Thumbnails() override;

    /// The picture cropped to fill `size` device pixels, or a null pixmap, in which case ready() follows
    /// unless the file cannot be read (see failed()) or the request was dropped for newer ones.
    QPixmap find(const QString& path, QSize size);

    /// True if the last attempt to read `path` failed.
    [[nodiscard]] bool failed(const QString& path) const { return failed_.contains(path); }

    /// From now on, each entry is compared with its file once more when it is next asked for.
    void recheck();

    [[nodiscard]] qint64 bytesKept() const { return bytes_; }
    /// Requests that have not been answered.
    [[nodiscard]] int waiting() const { return static_cast<int>(asked_.size()); }
    [[nodiscard]] int decodes() const { return decodes_; }

    struct Stamp {
        qint64 size = -1;
        qint64 modifiedMillis = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

Q_SIGNALS:
    void ready(const QString& path);

private:
    struct Key {
        QString path;
        QSize size;
        friend bool operator==(const Key&, const Key&) = default;
        friend size_t qHash(const Key& key, size_t seed) {
            return qHashMulti(seed, key.path, key.size.width(), key.size.height());
        }
    };
    struct Entry {
        QPixmap pixmap;
        Stamp stamp;
        qint64 bytes = 0;
        int checked = 0;
        std::list<Key>::iterator use;
    };
    struct Queue;

    void request(const Key& key, const Stamp& known);
    void accept(const Key& key, const QImage& image, const Stamp& stamp, bool unchanged);
    void remove(const Key& key);

    qint64 limit_;
    qint64 bytes_ = 0;
    int decodes_ = 0;
    int generation_ = 1;
    QHash<Key, Entry> entries_;
    std::list<Key> uses_;  ///< most recent first
    QSet<Key> asked_;
    QSet<QString> failed_;
    std::shared_ptr<Queue> queue_;
    QThreadPool pool_;
};

}  // namespace manju::ui
