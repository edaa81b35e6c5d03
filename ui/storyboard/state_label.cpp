// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/state_label.h"

#include <QPainter>

#include "ui/common/text_paint.h"

namespace manju::ui {

void StateLabel::show(const StateLook& look, double fraction) {
    look_ = look;
    fraction_ = fraction;
    setAccessibleName(look.text);
    updateGeometry();
    update();
}

QSize StateLabel::sizeHint() const {
    return {letterWidth(fontMetrics()) * 20, fontMetrics().height() + (fraction_ >= 0 ? 12 : 2)};
}

void StateLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    const int line = fontMetrics().height();
    paintState(painter, QRect(0, 0, width(), line), look_);
    if (fraction_ >= 0) paintProgress(painter, QRectF(0, line + 6, width(), 4), fraction_, look_.tone);
}

}  // namespace manju::ui
