// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace manju::sched {

/// How many blocks a card keeps free for oversize tasks (spec V6), from the share and the size of those of
/// the last hour:
///
///   target = max(ceil(gain * share * total), share > shareOn ? ceil(p95 of the oversize sizes) : 0),
///   within [least, most]
///
/// The share says how often, the 95th percentile how large. The reserve rises to the target at once and
/// falls by one block at a time; changes are at least five minutes apart. Thread: one at a time.
class ReserveController {
public:
    struct Options {
        std::uint64_t totalBlocks = 0;
        double firstShare = 0.10;  ///< of the card, before anything is known
        double mostShare = 0.20;   ///< of the card
        std::uint64_t leastBlocks = 0;
        double gain = 1.0;
        double shareOn = 0.01;  ///< of the requests
        double shareUsual = 0.25;  ///< where more of them are oversize, that is no exception: nothing is kept
    };
    /// Requests of one minute.
    struct Minute {
        std::int64_t minute = -1;  ///< since the epoch; -1: none
        std::uint32_t requests = 0;
        std::vector<std::uint32_t> oversizeBlocks;  ///< each oversize request's size
        friend bool operator==(const Minute&, const Minute&) = default;
    };
    /// What a restart needs to know.
    struct Memory {
        std::vector<Minute> minutes;
        std::uint64_t blocks = 0;
        std::int64_t lastChange = -1;  ///< in minutes since the epoch
        friend bool operator==(const Memory&, const Memory&) = default;
    };

    explicit ReserveController(Options options);
    ReserveController(Options options, const Memory& memory);

    /// A task asked for admission. A minute before the last one counts as the last one, but for one of
    /// more than a day before: the clock was wrong then, and all begins anew.
    void note(std::int64_t minute, bool oversize, std::uint64_t blocks);
    /// Blocks to keep, to be asked for at each admission and once a minute.
    std::uint64_t blocks(std::int64_t minute);
    [[nodiscard]] std::uint64_t target() const;
    [[nodiscard]] std::uint64_t most() const;
    [[nodiscard]] Memory memory() const;

private:
    static constexpr std::size_t kMinutes = 60;
    static constexpr std::int64_t kApart = 5;           // minutes between changes
    static constexpr std::uint32_t kEnough = 20;        // requests, to believe their share
    static constexpr std::int64_t kSetRight = 24 * 60;  // a step back beyond it corrects a wrong clock
    void goTo(std::int64_t minute);

    Options options_;
    std::array<Minute, kMinutes> minutes_;
    std::int64_t now_ = -1;
    std::uint64_t blocks_ = 0;
    std::int64_t lastChange_ = -1;
};

}  // namespace manju::sched
