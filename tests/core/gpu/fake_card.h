// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/cuda/open_card.h"

namespace manju::gpu {

/// The first card of the fake driver.
struct FakeCard : OpenCard {
    Status open() { return OpenCard::open(MANJU_FAKECUDA); }
};

}  // namespace manju::gpu
