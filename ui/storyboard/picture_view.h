// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace manju::ui {

class Thumbnails;

/// One 9:16 picture as large as its width allows, or a calm empty frame. Thread: UI.
class PictureView : public QWidget {
    Q_OBJECT

public:
    explicit PictureView(Thumbnails* thumbnails, QWidget* parent = nullptr);

    /// An empty path shows the frame with `emptyText`.
    void show(const QString& path, const QString& emptyText);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Thumbnails* thumbnails_;
    QString path_;
    QString emptyText_;
};

}  // namespace manju::ui
