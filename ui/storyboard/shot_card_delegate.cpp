// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storyboard/shot_card_delegate.h"

#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/language.h"
#include "ui/common/state_look.h"
#include "ui/common/text_paint.h"
#include "ui/common/thumbnails.h"
#include "ui/storyboard/shot_model.h"

namespace manju::ui {
namespace {

using namespace Qt::StringLiterals;
using theme::Token;

constexpr int kGap = 6;     // around a card; two cards are 12 apart
constexpr int kInset = 8;   // of the text
constexpr int kRadius = 8;  // of the card's corners
constexpr int kPixelStep = 32;

int textLines(CardSize size) {
    return size == CardSize::Small ? 0 : size == CardSize::Medium ? 1 : 2;
}

QPainterPath topRounded(const QRectF& box) {
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRoundedRect(box, kRadius, kRadius);
    path.addRect(box.adjusted(0, box.height() / 2, 0, 0));
    return path.simplified();
}

void paintPicture(QPainter& painter, const QRect& box, const QPixmap& picture, const ShotSnapshot& shot) {
    painter.save();
    painter.setClipPath(topRounded(box));
    if (picture.isNull()) {
        painter.fillRect(box, theme::color(Token::Hover));
        const StateLook look = lookOf(shot.state);
        const double side = std::min(box.width() / 3.0, 44.0);
        const QPointF centre = QRectF(box).center();
        paintIcon(painter, QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side), look.icon,
                  theme::color(shot.state == ShotState::Failed ? Token::Fail : Token::Faint));
    } else {
        painter.drawPixmap(box, picture);
    }
    if (shot.state == ShotState::Generating)
        paintProgress(painter, QRectF(box.left() + 6, box.bottom() - 9, box.width() - 12, 5), shot.fraction,
                      Token::Busy);
    painter.restore();
}

/// Number at the top left, and a warning at the top right, readable over any picture.
void paintBadges(QPainter& painter, const QRect& box, const ShotSnapshot& shot, bool withState) {
    const QFontMetrics metrics = painter.fontMetrics();
    const QString number = QString::number(shot.number);
    const int height = metrics.height() + 2;
    const int width = std::max(height, metrics.horizontalAdvance(number) + 12);
    const auto plate = [&](const QRect& place) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme::color(Token::Raised));
        painter.drawRoundedRect(place, 5, 5);
    };
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect left(box.left() + 6, box.top() + 6, width, height);
    plate(left);
    painter.setPen(theme::color(Token::Text));
    painter.drawText(left, Qt::AlignCenter, number);
    const bool warn = !shot.error.id.empty();
    if (!withState && !warn) return;
    const StateLook look = lookOf(warn ? ShotState::Failed : shot.state);
    const QRect right(box.right() - 5 - height, box.top() + 6, height, height);
    plate(right);
    paintIcon(painter, QRectF(right).adjusted(4, 4, -4, -4), look.icon, theme::color(look.tone));
}

void paintWords(QPainter& painter, const QRect& box, const ShotSnapshot& shot, const QFont& font, int lines) {
    painter.setFont(font);
    const QFontMetrics metrics(font);
    StateLook look = lookOf(shot.state);
    look.text = doingText(shot);
    const QString seconds = format::seconds(shot.seconds);
    const int reserved = seconds.isEmpty() ? 0 : metrics.horizontalAdvance(seconds) + 6;
    const QRect first(box.left(), box.top(), box.width(), metrics.height());
    paintState(painter, first.adjusted(0, 0, -reserved, 0), look);
    painter.setPen(theme::color(Token::Muted));
    painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, seconds);
    painter.setPen(theme::color(Token::Text));
    paintWrapped(painter, box.adjusted(0, metrics.height() + 4, 0, 0), firstLineOf(shot), lines);
}

}  // namespace

ShotCardDelegate::ShotCardDelegate(const ShotModel* model, Thumbnails* thumbnails, QObject* parent)
    : QStyledItemDelegate(parent), model_(model), thumbnails_(thumbnails) {}

int ShotCardDelegate::usualWidth(const QFontMetrics& metrics) const {
    // 72, 108, 144 and 216 px at the usual font of 16 px line height.
    const double lines = size_ == CardSize::Small    ? 4.5
                         : size_ == CardSize::Medium ? 6.75
                         : size_ == CardSize::Large  ? 9
                                                     : 13.5;
    return static_cast<int>(lines * metrics.height());
}

QSize ShotCardDelegate::fitCells(const QFontMetrics& metrics, int line) {
    const int usual = usualWidth(metrics) + 2 * kGap;
    const int cards = std::max(1, line / usual);
    const int width = std::clamp(line / cards, usual, usual * 3 / 2) - 2 * kGap;
    const int lines = textLines(size_);
    const int words = lines == 0 ? 0 : 2 * kInset + metrics.height() + 4 + lines * metrics.lineSpacing();
    cell_ = QSize(width + 2 * kGap, width * 16 / 9 + words + 2 * kGap);
    return cell_;
}

QSize ShotCardDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return cell_;
}

void ShotCardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    const auto shot = model_->shot(index.row());
    if (!shot) return;
    painter->save();
    painter->setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const QRect card = option.rect.adjusted(kGap, kGap, -kGap, -kGap);
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme::color(selected ? Token::Selected : hovered ? Token::Hover : Token::Raised));
    painter->drawRoundedRect(card, kRadius, kRadius);

    const QRect picture(card.left(), card.top(), card.width(), card.width() * 16 / 9);
    // Rounded up, so that resizing the window decodes few pictures.
    const double pixels = picture.width() * painter->device()->devicePixelRatioF();
    const int wide = (static_cast<int>(std::ceil(pixels)) + kPixelStep - 1) / kPixelStep * kPixelStep;
    const QSize wanted(wide, wide * 16 / 9);
    paintPicture(*painter, picture, thumbnails_->find(fromUtf8(shot->image), wanted), *shot);
    painter->setFont(option.font);
    const int lines = textLines(size_);
    paintBadges(*painter, picture, *shot, lines == 0);
    if (lines > 0)
        paintWords(*painter,
                   QRect(card.left() + kInset, picture.bottom() + 1 + kInset, card.width() - 2 * kInset,
                         card.bottom() - picture.bottom() - kInset),
                   *shot, option.font, lines);

    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme::color(selected ? Token::Accent : Token::Border), selected ? 2 : 1));
    painter->drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter->restore();
}

}  // namespace manju::ui
