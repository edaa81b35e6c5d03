// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/text_paint.h"

#include <QPainter>
#include <QTextLayout>

namespace manju::ui {

int paintWrapped(QPainter& painter, const QRect& box, const QString& text, int lines) {
    const QFontMetrics metrics = painter.fontMetrics();
    QTextLayout layout(text, painter.font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    int top = box.top();
    for (int number = 1; number <= lines; ++number) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(box.width());
        const int start = line.textStart();
        const bool rest = start + line.textLength() < text.size();
        const QString shown = number == lines && rest
                                  ? metrics.elidedText(text.mid(start), Qt::ElideRight, box.width())
                                  : text.mid(start, line.textLength()).trimmed();
        painter.drawText(QRect(box.left(), top, box.width(), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, shown);
        top += metrics.lineSpacing();
    }
    layout.endLayout();
    return top - box.top();
}

}  // namespace manju::ui
