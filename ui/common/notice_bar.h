// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>
#include <functional>

class QVBoxLayout;

namespace manju::ui {

/// One thing to tell, until it is closed or replaced.
struct Notice {
    enum class Kind { Info, Warning, Failure };

    Kind kind = Kind::Info;
    QString key;                    ///< a later notice with the same key takes this one's place
    std::function<QString()> text;  ///< asked again after a change of language
    QString code;                   ///< "MJ-…", or empty
    bool closable = true;
};

/// Notices at the top of the window: newest first, at most three. Information goes by itself after a while;
/// warnings and failures stay until they are closed or withdrawn. Thread: UI.
class NoticeBar : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    void post(const Notice& notice);
    void withdraw(const QString& key);
    /// Texts of what is shown, newest first.
    [[nodiscard]] QStringList texts() const;

    static constexpr int kMost = 3;
    static constexpr int kInfoMillis = 8000;

private:
    class Line;
    void drop(Line* line);

    QVBoxLayout* lines_;
    QList<Line*> shown_;  ///< newest first
};

}  // namespace manju::ui
