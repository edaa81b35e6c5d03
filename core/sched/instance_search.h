// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace manju::sched {

/// How many images a card draws at once, by trial (requirement S16): one more is kept where it raises
/// throughput by at least 3 %, one fewer where that loses less. Begins with one.
///
/// Throughput is the work of 16 runs by the time they took, while every instance had something to do. A trial
/// goes on until the means of such windows before and during it leave no doubt which side of 3 % the gain is
/// on, for 4 to 16 windows; a window that is far off, because the computer slept, does not count. A trial
/// that brought nothing is repeated after 16 windows, then 32, 64, 128, and at once when throughput changes
/// by more than 5 %: the card, its driver or the work is then another. Thread: one at a time.
class InstanceSearch {
public:
    struct Options {
        int most = 4;        ///< that the card's memory allows
        double gain = 0.03;  ///< that one more has to bring
    };
    /// What a restart needs to know; a trial begins anew.
    struct Memory {
        int instances = 1;
        std::vector<double> windows;           ///< throughputs with this number, oldest first
        std::size_t restUp = 0, restDown = 0;  ///< windows before the next trial
        std::size_t lastUp = 0, lastDown = 0;  ///< the rests before those
        friend bool operator==(const Memory&, const Memory&) = default;
    };
    InstanceSearch() : InstanceSearch(Options{}) {}
    explicit InstanceSearch(Options options) : options_(options) {}
    /// Impossible numbers are brought into range.
    InstanceSearch(Options options, Memory memory);

    /// To draw at once now.
    [[nodiscard]] int instances() const { return trial_ ? trial_->instances : memory_.instances; }
    [[nodiscard]] bool onTrial() const { return trial_.has_value(); }
    /// A run ended at `now`, after `work`: any measure that is equal for equal tasks, such as the time that
    /// they are expected to take alone. `allBusy`: no instance was without work since the last call. What
    /// cannot be (time that goes back, work that is no positive number) begins the window anew.
    void finished(std::int64_t now, double work, bool allBusy);
    /// An image ran out of memory: a trial of one more has failed, otherwise there will be one fewer.
    void ranOutOfMemory();
    /// Other tasks need other memory, e.g. hires ones.
    void setMost(int most);
    [[nodiscard]] Memory memory() const { return memory_; }

private:
    struct Trial {
        int instances = 0;
        std::vector<double> windows;
    };
    void restartWindow();
    void closeWindow(double throughput);
    void beginTrialIfDue();
    void judgeTrial();
    void endTrial(bool kept);
    void noticeChange();

    Options options_;
    Memory memory_;
    std::optional<Trial> trial_;
    std::size_t settling_ = 0;  ///< windows to pass over after a change
    std::optional<std::int64_t> begun_;
    std::int64_t last_ = 0;
    double work_ = 0;
    int runs_ = 0;
};

}  // namespace manju::sched
