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
    LearnedPredictor(Estimator& estimator, LoadCosts costs) : estimator_(estimator), costs_(costs) {}

    [[nodiscard]] Prediction of(const Task& task, const std::string& cardKind) const override;
    void learn(const Task& task, const std::string& cardKind, const Ended& ended,
               std::uint64_t grantedBytes) override;
    [[nodiscard]] std::int64_t loading(const Component& component, bool present) const override {
        return costs_.of(component, present);
    }

private:
    Estimator& estimator_;
    LoadCosts costs_;
};

}  // namespace manju::sched
