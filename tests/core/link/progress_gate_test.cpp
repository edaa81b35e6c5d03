// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/progress_gate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace manju::link {
namespace {

StepProgress at(double fraction) {
    return {StepId(1), fraction, "stage", 0, 0};
}

TEST(ProgressGate, FirstPassesNextWaitsNewestWins) {
    ProgressGate gate;
    EXPECT_FALSE(gate.dueAt());
    EXPECT_EQ(gate.offer(at(0.1), 1000)->fraction, 0.1);
    EXPECT_FALSE(gate.offer(at(0.2), 1001));
    EXPECT_FALSE(gate.offer(at(0.3), 1099));
    EXPECT_EQ(gate.dueAt(), 1100);
    EXPECT_FALSE(gate.due(1099));
    EXPECT_EQ(gate.due(1100)->fraction, 0.3);
    EXPECT_FALSE(gate.due(1200));
    EXPECT_EQ(gate.offer(at(0.4), 1200)->fraction, 0.4);
}

TEST(ProgressGate, TheLastOneIsNotLost) {
    ProgressGate gate;
    gate.offer(at(0.1), 0);
    gate.offer(at(1), 1);
    EXPECT_EQ(gate.flush()->fraction, 1);
    EXPECT_FALSE(gate.flush());
}

TEST(ProgressGate, FractionsStayInRangeAndNeverFall) {
    ProgressGate gate;
    EXPECT_EQ(gate.offer(at(-3), 0)->fraction, 0);
    EXPECT_EQ(gate.offer(at(0.5), 1000)->fraction, 0.5);
    EXPECT_EQ(gate.offer(at(0.2), 2000)->fraction, 0.5);
    EXPECT_EQ(gate.offer(at(std::nan("")), 3000)->fraction, 0.5);
    EXPECT_EQ(gate.offer(at(7), 4000)->fraction, 1);
}

TEST(ProgressGate, AtMostTenASecond) {
    ProgressGate gate;
    int sent = 0;
    for (std::int64_t now = 0; now < 10'000; ++now)
        sent += gate.offer(at(static_cast<double>(now) / 10'000), now) ? 1 : 0;
    EXPECT_EQ(sent, 100);
}

}  // namespace
}  // namespace manju::link
