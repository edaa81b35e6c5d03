// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace manju::sched {

/// Ways to draw the same picture with less memory, each rung with those above it. What the task asks for
/// (size, steps, seed, sampler) is no part of them. Making a smaller picture and enlarging it is therefore no
/// rung.
enum class Rung : std::uint8_t {
    Full,
    TiledVae,     ///< changes tones slightly: only where the episode's settings allow it
    OneByOne,     ///< a batch's pictures one after the other
    TwoPasses,    ///< guidance as two passes instead of one of twice the size
    EncodersOff,  ///< text encoders leave the card; free if the texts are encoded already
    SlicedAttention,
    Offload,  ///< the UNet's blocks come from the computer's memory when they are used
};
inline constexpr std::size_t kRungs = 7;

/// A task as it asks to run.
struct Demand {
    std::uint64_t activationBytes = 0;  ///< on rung Full, with the factor for errors
    std::uint64_t encoderBytes = 0, unetBytes = 0;
    std::uint64_t otherBytes = 0;  ///< VAE, context, merges
    int batch = 1;
    bool mayTile = false;
    bool guided = true;     ///< guidance runs twice the batch
    bool attention = true;  ///< its attention can be sliced
    bool textsEncoded = false;
};

/// How it is to run.
struct RungPlan {
    Rung rung = Rung::Full;
    std::uint64_t activationBytes = 0, weightBytes = 0;
    double memoryFactor = 1;  ///< of the activations, against rung Full
    double timeFactor = 1;
    int batch = 1;
    bool tiledVae = false, twoPasses = false, encodersOff = false, slicedAttention = false, offload = false;
    bool exclusive = false;  ///< with nothing else on the card
    [[nodiscard]] std::uint64_t bytes() const { return activationBytes + weightBytes; }
    friend bool operator==(const RungPlan&, const RungPlan&) = default;
};

/// Chooses how much a task gives up to fit (requirements S12, spec 2.4), before it starts and after it ran
/// out of memory. Arithmetic alone. Thread: any.
class Ladder {
public:
    /// By how much a rung alone multiplies activations and time.
    struct Cost {
        double memory = 1;  ///< 0 < memory <= 1
        double time = 1;    ///< >= 1
    };
    /// To be replaced by measured figures; these are cautious ones. OneByOne's memory also depends on the
    /// batch.
    struct Options {
        std::array<Cost, kRungs> costs{
            {{1, 1}, {0.80, 1.05}, {1, 1.08}, {0.60, 1.10}, {1, 1.06}, {0.85, 1.15}, {1, 1.60}}};
        double fixedShare = 0.15;         ///< of a batch's activations that do not grow with it
        double unetShareOffloaded = 0.8;  ///< that leaves the card on rung Offload
    };
    Ladder() : Ladder(Options{}) {}
    explicit Ladder(Options options);

    /// The rungs that change something for this task, Full first: from each to the next memory does not grow
    /// and time does not fall.
    [[nodiscard]] std::vector<RungPlan> rungs(const Demand& demand) const;
    /// The one that costs least time of those that need at most `freeBytes`, from `first` on; nothing if none
    /// does.
    [[nodiscard]] std::optional<RungPlan> cheapest(const Demand& demand, std::uint64_t freeBytes,
                                                   Rung first = Rung::Full) const;
    /// What to do after a run by `last` ran out of memory, for the `times`th time of this task (1, 2, ...):
    /// one rung further, twice; then, or where there is none, alone on a card, a rung further if there is
    /// one; then nothing: the task has failed.
    [[nodiscard]] std::optional<RungPlan> afterOutOfMemory(const Demand& demand, const RungPlan& last,
                                                           int times) const;

private:
    Options options_;
};

}  // namespace manju::sched
