// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace manju::sched {

/// How many units of work a card may do at once (requirements S5, S16; an image takes 4, a voice 2): begins
/// with 4, grows by one after every 50 tasks without running out of memory, and is halved when one does.
/// Thread: one at a time.
class ConcurrencyRamp {
public:
    struct Options {
        int first = 4, most = 8;  ///< units; at least 1
        int calm = 50;            ///< tasks
    };
    /// What a restart needs to know.
    struct Memory {
        int units = 0;
        int calmTasks = 0;  ///< since the last change
        friend bool operator==(const Memory&, const Memory&) = default;
    };
    ConcurrencyRamp() : ConcurrencyRamp(Options{}) {}
    explicit ConcurrencyRamp(Options options) : options_(options), memory_{options.first, 0} {}
    /// Impossible numbers are brought into range.
    ConcurrencyRamp(Options options, const Memory& memory);

    [[nodiscard]] int units() const { return memory_.units; }
    /// A task ended, with or without its memory.
    void ended(bool outOfMemory);
    [[nodiscard]] Memory memory() const { return memory_; }

private:
    Options options_;
    Memory memory_;
};

}  // namespace manju::sched
