// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace manju::ui {

class ShotModel;
class Thumbnails;

/// Sizes of the cards; the picture's width follows from the font.
enum class CardSize { Small, Medium, Large, ExtraLarge };

/// Paints a shot as a 9:16 card. Small cards show number and state shape only.
class ShotCardDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ShotCardDelegate(const ShotModel* model, Thumbnails* thumbnails, QObject* parent = nullptr);

    void setCardSize(CardSize size) { size_ = size; }
    [[nodiscard]] CardSize cardSize() const { return size_; }

    /// Sizes of a card with the gap around it: as many cards as fit at their usual width or more share `line`
    /// pixels. Kept for painting.
    QSize fitCells(const QFontMetrics& metrics, int line);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] int usualWidth(const QFontMetrics& metrics) const;

    const ShotModel* model_;
    Thumbnails* thumbnails_;
    CardSize size_ = CardSize::Large;
    QSize cell_;
};

}  // namespace manju::ui
