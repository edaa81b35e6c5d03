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

/// What loading is expected to take, in milliseconds.
struct LoadCosts {
    std::int64_t load = 600;   ///< a component, from the computer's memory
    std::int64_t merge = 300;  ///< a set of LoRAs
};

/// Expectations, and what loading costs. Thread: the scheduler's.
class Predictor {
public:
    explicit Predictor(LoadCosts costs) : costs_(costs) {}
    virtual ~Predictor() = default;
    /// On a card of this kind; without one, empty.
    [[nodiscard]] virtual Prediction of(const Task& task, const std::string& cardKind) const = 0;
    /// `grantedBytes`: what it was granted beside components.
    virtual void learn(const Task& task, const std::string& cardKind, const Ended& ended,
                       std::uint64_t grantedBytes) = 0;
    /// Until a component with its LoRAs can be used on the card: it is there with another set (`present`) or
    /// comes from elsewhere.
    [[nodiscard]] std::int64_t loading(const Component& component, bool present) const {
        return (present ? 0 : costs_.load) + (component.loras.empty() ? 0 : costs_.merge);
    }

private:
    LoadCosts costs_;
};

/// Believes what tasks declare, with a factor on memory for errors.
class DeclaredPredictor final : public Predictor {
public:
    DeclaredPredictor() : DeclaredPredictor(1.2, LoadCosts{}) {}
    DeclaredPredictor(double memoryFactor, LoadCosts costs) : Predictor(costs), memoryFactor_(memoryFactor) {}

    [[nodiscard]] Prediction of(const Task& task, const std::string&) const override {
        const auto beside = static_cast<double>(task.needs.cardBytes - task.exactBytes);
        return {static_cast<std::int64_t>(static_cast<double>(task.time) * task.left),
                task.exactBytes + static_cast<std::uint64_t>(memoryFactor_ * beside)};
    }
    void learn(const Task&, const std::string&, const Ended&, std::uint64_t) override {}

private:
    double memoryFactor_;
};

}  // namespace manju::sched
