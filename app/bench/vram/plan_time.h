// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace manju::bench {

struct PlanTime {
    double p50Us = 0, p99Us = 0;
};

/// How long the pool takes to decide where a request lies that needs chunks from elsewhere, and which chunks:
/// 2,000 of 16 MiB in one region, every block between two free places, requests of all sizes up to half the
/// card.
PlanTime measurePlans();

}  // namespace manju::bench
