// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace manju::sched {

/// The three classes of work (requirement S5).
enum class TaskClass : std::uint8_t {
    Image,  ///< A: much memory of a card, seconds
    Voice,  ///< B: voice models and inference; some memory of a card, minutes
    Cpu,    ///< C: subtitles and composing; no card
};

/// What tasks have in common that need equal memory, and equal time on equal cards.
struct Shape {
    TaskClass kind = TaskClass::Image;
    std::string model;  ///< identity of the checkpoint or voice model; empty: none
    int width = 0, height = 0;
    int batch = 1;
    int steps = 0;
    int loras = 0;

    [[nodiscard]] std::int64_t pixels() const { return std::int64_t{width} * height * batch; }
    friend auto operator<=>(const Shape&, const Shape&) = default;
};

}  // namespace manju::sched
