// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/common/state_look.h"

namespace manju::ui {

/// A state as shape and word, with an optional bar under it.
class StateLabel : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// A negative fraction shows no bar.
    void show(const StateLook& look, double fraction);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StateLook look_;
    double fraction_ = -1;
};

}  // namespace manju::ui
