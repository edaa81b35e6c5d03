// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sched/estimator.h"
#include "core/sched/predictor.h"

namespace manju::sched {

/// Expects what an estimator has learned; until it has, what tasks declare.
class LearnedPredictor final : public Predictor {
public:
    /// `estimator` must outlive it.
    LearnedPredictor(Estimator& estimator, LoadCosts costs) : Predictor(costs), estimator_(estimator) {}

    [[nodiscard]] Prediction of(const Task& task, const std::string& cardKind) const override;
    void learn(const Task& task, const std::string& cardKind, const Ended& ended,
               std::uint64_t grantedBytes) override;

private:
    Estimator& estimator_;
};

}  // namespace manju::sched
