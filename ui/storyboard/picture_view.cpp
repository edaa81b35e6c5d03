// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/picture_view.h"

#include <QPainter>
#include <QPainterPath>

#include "ui/common/theme.h"
#include "ui/common/thumbnails.h"

namespace manju::ui {
namespace {

constexpr int kMostHeight = 480;
constexpr int kStep = 48;  // sizes are rounded up, so that a drag of the splitter decodes few pictures

}  // namespace

PictureView::PictureView(Thumbnails* thumbnails, QWidget* parent) : QWidget(parent), thumbnails_(thumbnails) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(thumbnails, &Thumbnails::ready, this, [this](const QString& path) {
        if (path == path_) update();
    });
}

void PictureView::show(const QString& path, const QString& emptyText) {
    if (path == path_ && emptyText == emptyText_) return;
    path_ = path;
    emptyText_ = emptyText;
    update();
}

int PictureView::heightForWidth(int width) const {
    return std::min(width * 16 / 9, kMostHeight);
}

QSize PictureView::sizeHint() const {
    return {kMostHeight * 9 / 16, kMostHeight};
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const QSize size = QSize(9, 16).scaled(this->size(), Qt::KeepAspectRatio);
    const QRect box(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size);
    QPainterPath frame;
    frame.addRoundedRect(box, 8, 8);
    painter.setClipPath(frame);
    const int wide = ((qRound(box.width() * devicePixelRatioF()) + kStep - 1) / kStep) * kStep;
    const QPixmap picture = thumbnails_->find(path_, QSize(wide, wide * 16 / 9));
    if (picture.isNull()) {
        painter.fillPath(frame, theme::color(theme::Token::Hover));
        painter.setPen(theme::color(theme::Token::Muted));
        painter.drawText(box.adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
    } else {
        painter.drawPixmap(box, picture);
    }
    painter.setClipping(false);
    painter.setPen(theme::color(theme::Token::Border));
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

}  // namespace manju::ui
