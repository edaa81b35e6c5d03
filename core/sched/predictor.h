// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/sched/task.h"

namespace manju::sched {

/// What a task is expected to take.
struct Prediction {
    std::int64_t time = 0;        ///< alone on the card, everything loaded
    std::uint64_t cardBytes = 0;  ///< beside components, the factor for errors included
};

/// Expectations, and what loading costs. Thread: the scheduler's.
class Predictor {
public:
    virtual ~Predictor() = default;
    /// On a card of this kind; without one, empty.
    [[nodiscard]] virtual Prediction of(const Task& task, const std::string& cardKind) const = 0;
    virtual void learn(const Task& task, const std::string& cardKind, const Ended& ended) = 0;
    /// Until a component with its LoRAs can be used on the card: it is there with another set (`present`) or
    /// comes from elsewhere.
    [[nodiscard]] virtual std::int64_t loading(const Component& component, bool present) const = 0;
};

/// Believes what tasks declare, with a factor on memory for errors.
class DeclaredPredictor final : public Predictor {
public:
    struct Costs {
        double memoryFactor = 1.2;
        std::int64_t load = 600;    ///< a component, from the computer's memory
        std::int64_t merge = 300;  ///< a set of LoRAs
    };
    DeclaredPredictor() : DeclaredPredictor(Costs{}) {}
    explicit DeclaredPredictor(Costs costs) : costs_(costs) {}

    [[nodiscard]] Prediction of(const Task& task, const std::string&) const override {
        return {task.time,
                static_cast<std::uint64_t>(costs_.memoryFactor * static_cast<double>(task.needs.cardBytes))};
    }
    void learn(const Task&, const std::string&, const Ended&) override {}
    [[nodiscard]] std::int64_t loading(const Component& component, bool present) const override {
        return (present ? 0 : costs_.load) + (component.loras.empty() ? 0 : costs_.merge);
    }

private:
    Costs costs_;
};

}  // namespace manju::sched
