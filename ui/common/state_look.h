// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include "core/domain/snapshot.h"
#include "ui/common/theme.h"

class QPainter;

namespace manju::ui {

/// How a state is shown: a shape, a word and a colour, never a colour alone.
struct StateLook {
    QString icon;  ///< name for paintIcon()
    QString text;
    theme::Token tone = theme::Token::Muted;
};

StateLook lookOf(ShotState state);
/// From the state and what was asked of the episode: "Draft" before Produce, "Cancelling…" in between.
StateLook lookOf(const EpisodeSnapshot& episode);

/// Paints icon and word, left aligned and vertically centred in `box`; returns the width used.
int paintState(QPainter& painter, const QRect& box, const StateLook& look);

/// A thin bar, 0..1. Its meaning is always written beside it.
void paintProgress(QPainter& painter, const QRectF& box, double fraction, theme::Token tone);

}  // namespace manju::ui
