// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/state_look.h"

#include <QCoreApplication>
#include <QPainter>

#include "ui/common/icons.h"

namespace manju::ui {

using namespace Qt::StringLiterals;
using theme::Token;

StateLook lookOf(ShotState state) {
    switch (state) {
        case ShotState::Draft:
            return {u"state-draft"_s, QCoreApplication::translate("State", "Draft"), Token::Muted};
        case ShotState::Queued:
            return {u"state-queued"_s, QCoreApplication::translate("State", "Queued"), Token::Muted};
        case ShotState::Generating:
            return {u"state-generating"_s, QCoreApplication::translate("State", "Generating"), Token::Busy};
        case ShotState::Review:
            return {u"state-review"_s, QCoreApplication::translate("State", "Review"), Token::Review};
        case ShotState::Approved:
            return {u"state-approved"_s, QCoreApplication::translate("State", "Approved"), Token::Ok};
        case ShotState::Rejected:
            return {u"state-rejected"_s, QCoreApplication::translate("State", "Rejected"), Token::Fail};
        case ShotState::Failed:
            return {u"state-failed"_s, QCoreApplication::translate("State", "Failed"), Token::Fail};
        case ShotState::Stale:
            return {u"state-stale"_s, QCoreApplication::translate("State", "Changed since"), Token::Warn};
    }
    return {};
}

StateLook lookOf(const EpisodeSnapshot& episode) {
    const bool ending = episode.state == EpisodeState::Waiting || episode.state == EpisodeState::Running ||
                        episode.state == EpisodeState::Paused;
    if (episode.requestedCancel && ending)
        return {u"state-cancelled"_s, QCoreApplication::translate("State", "Cancelling…"), Token::Warn};
    switch (episode.state) {
        case EpisodeState::Waiting:
            if (!episode.queued)
                return {u"state-draft"_s, QCoreApplication::translate("State", "Draft"), Token::Muted};
            return {u"state-queued"_s, QCoreApplication::translate("State", "Waiting"), Token::Muted};
        case EpisodeState::Running:
            return {u"state-generating"_s, QCoreApplication::translate("State", "Running"), Token::Busy};
        case EpisodeState::Paused:
            return {u"state-paused"_s, QCoreApplication::translate("State", "Paused"), Token::Warn};
        case EpisodeState::NeedsAttention:
            return {u"state-failed"_s, QCoreApplication::translate("State", "Needs you"), Token::Fail};
        case EpisodeState::Done:
            return {u"state-approved"_s, QCoreApplication::translate("State", "Done"), Token::Ok};
        case EpisodeState::Cancelled:
            return {u"state-cancelled"_s, QCoreApplication::translate("State", "Cancelled"), Token::Muted};
    }
    return {};
}

int paintState(QPainter& painter, const QRect& box, const StateLook& look) {
    const QFontMetrics metrics = painter.fontMetrics();
    const int side = metrics.ascent() + 1;
    const QColor tone = theme::color(look.tone);
    paintIcon(painter, QRectF(box.left(), box.center().y() - side / 2.0 + 0.5, side, side), look.icon, tone);
    const int gap = side / 3;
    const QRect words = box.adjusted(side + gap, 0, 0, 0);
    const QString text = metrics.elidedText(look.text, Qt::ElideRight, words.width());
    painter.setPen(tone);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text);
    return side + gap + metrics.horizontalAdvance(text);
}

void paintProgress(QPainter& painter, const QRectF& box, double fraction, theme::Token tone) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double radius = box.height() / 2;
    painter.setBrush(theme::color(Token::Border));
    painter.drawRoundedRect(box, radius, radius);
    const double width = box.width() * std::clamp(fraction, 0.0, 1.0);
    if (width >= 1) {
        painter.setBrush(theme::color(tone));
        painter.drawRoundedRect(QRectF(box.topLeft(), QSizeF(std::max(width, box.height()), box.height())),
                                radius, radius);
    }
    painter.restore();
}

}  // namespace manju::ui
