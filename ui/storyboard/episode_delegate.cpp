// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/episode_delegate.h"

#include <QPainter>

#include "ui/common/format.h"
#include "ui/common/language.h"
#include "ui/common/state_look.h"
#include "ui/common/text_paint.h"
#include "ui/storyboard/episode_model.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;
using theme::Token;

constexpr int kPadX = 14;
constexpr int kPadY = 9;
constexpr int kBar = 4;
constexpr int kGap = 4;

void paintBackground(QPainter& painter, const QStyleOptionViewItem& option) {
    const bool selected = option.state & QStyle::State_Selected;
    if (selected)
        painter.fillRect(option.rect, theme::color(Token::Selected));
    else if (option.state & QStyle::State_MouseOver)
        painter.fillRect(option.rect, theme::color(Token::Hover));
    if (selected)
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                         theme::color(Token::Accent));
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                     theme::color(Token::Border));
    if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange)) {
        painter.setPen(QPen(theme::color(Token::Accent), 2));
        painter.drawRect(option.rect.adjusted(1, 1, -2, -2));
    }
}

/// What is said at the right of the state: how long still, or how far.
QString timeText(const EpisodeSnapshot& episode) {
    if (episode.requestedCancel) return {};
    if (episode.state == EpisodeState::Running)
        return episode.remaining.known ? format::remaining(episode.remaining)
                                       : format::percent(episode.fraction);
    if (episode.state == EpisodeState::Waiting && episode.queued && episode.remaining.known)
        return format::remaining(episode.remaining);
    if (episode.state == EpisodeState::Paused) return format::percent(episode.fraction);
    return {};
}

}  // namespace

QSize EpisodeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {letterWidth(option.fontMetrics) * 24,
            3 * option.fontMetrics.height() + kBar + 3 * kGap + 2 + 2 * kPadY};
}

void EpisodeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const auto episode =
        index.data(EpisodeModel::EpisodeRole).value<std::shared_ptr<const EpisodeSnapshot>>();
    if (!episode) return;
    painter->save();
    paintBackground(*painter, option);
    QFont strong = option.font;
    strong.setWeight(QFont::DemiBold);
    const int line = option.fontMetrics.height();
    QRect row(option.rect.left() + kPadX, option.rect.top() + kPadY, option.rect.width() - 2 * kPadX, line);

    painter->setFont(option.font);
    painter->setPen(theme::color(Token::Muted));
    const QString shots = u"%1/%2"_s.arg(finishedShots(*episode)).arg(episode->shots.size());
    painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, shots);
    painter->setFont(strong);
    painter->setPen(theme::color(Token::Text));
    const int titleWidth = row.width() - option.fontMetrics.horizontalAdvance(shots) - 12;
    painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(strong).elidedText(fromUtf8(episode->title), Qt::ElideRight, titleWidth));

    row.translate(0, line + kGap);
    painter->setFont(option.font);
    const StateLook look = lookOf(*episode);
    const QString time = timeText(*episode);
    const int timeWidth = option.fontMetrics.horizontalAdvance(time);
    paintState(*painter, row.adjusted(0, 0, -timeWidth - 8, 0), look);
    painter->setPen(theme::color(Token::Text));
    painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, time);

    row.translate(0, line + kGap);
    paintProgress(*painter, QRectF(row.left(), row.top(), row.width(), kBar), episode->fraction, look.tone);

    row.translate(0, kBar + kGap + 2);
    const bool failed = !episode->error.id.empty();
    painter->setPen(theme::color(failed ? Token::Fail : Token::Muted));
    painter->drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(detailOf(*episode), Qt::ElideRight, row.width()));
    painter->restore();
}

}  // namespace manju::ui
