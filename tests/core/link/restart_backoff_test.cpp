// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/restart_backoff.h"

#include <gtest/gtest.h>

namespace manju::link {
namespace {

TEST(RestartBackoff, DoublesUpToTenSecondsAndStartsAnewAfterASuccess) {
    RestartBackoff backoff;
    for (const int expected : {100, 200, 400, 800, 1600, 3200, 6400, 10'000, 10'000})
        EXPECT_EQ(backoff.nextDelay(), Millis(expected));
    backoff.reset();
    EXPECT_EQ(backoff.nextDelay(), Millis(100));
}

}  // namespace
}  // namespace manju::link
