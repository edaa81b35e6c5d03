// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/sched/block_ledger.h"
#include "core/sched/policy.h"

namespace manju::sched {

/// What a task could do on a card now.
struct Fit {
    enum class Obstacle : std::uint8_t {
        None,
        Memory,     ///< enough will be free when others end
        Component,  ///< one that it needs runs with another set of LoRAs
        Never,      ///< not even on the empty card
        Unusable,   ///< the card is
    };
    Obstacle obstacle = Obstacle::None;
    std::vector<std::string> evict;    ///< idle components that have to leave first
    std::uint64_t neededBytes = 0;     ///< what it takes beside what is there already
    std::uint64_t availableBytes = 0;  ///< what it may take, evictions included
    [[nodiscard]] bool now() const { return obstacle == Obstacle::None; }
};

/// The books of one card: which components it holds, with which LoRAs merged, who runs with them, and what is
/// granted beside them. Components leave only when another task needs their place, those last used longest
/// ago first, and those of the last `coolDown` only when nothing else does it (requirement V2).
class CardBook {
public:
    struct Options {
        std::uint64_t blockBytes = BlockLedger::kBlockBytes;
        double cushionShare = 0.05;       ///< of the card, kept from all tasks ...
        std::uint64_t cushionBlocks = 2;  ///< ... and never less (requirement S3)
        std::int64_t coolDown = 120'000;
    };
    /// One that the card holds.
    struct Resident {
        std::uint64_t bytes = 0;
        std::string loraSet;
        int users = 0;              ///< running tasks
        std::int64_t lastUsed = 0;  ///< end of the last of them
        std::int64_t setSince = 0;  ///< when it began to run with this set
    };

    CardBook() : CardBook(Options{}) {}
    explicit CardBook(Options options) : options_(options), ledger_(options.blockBytes) {}

    void setState(const CardState& state) { state_ = state; }
    [[nodiscard]] const CardState& state() const { return state_; }
    void setReserve(std::uint64_t blocks) { ledger_.setReserve(blocks); }

    /// Whether a task fits that takes `bytes` beside its components, once the grants in `ended` are back.
    [[nodiscard]] Fit fit(const Task& task, std::uint64_t bytes, std::int64_t now,
                          std::span<const GrantId> ended = {}) const;

    /// Precondition: the fit is now(). What it evicts is gone, what the task needs is there.
    GrantId start(const Task& task, std::uint64_t bytes, const Fit& fit, std::int64_t now);
    void shrink(GrantId grant, std::uint64_t bytes) { ledger_.shrink(grant, bytes); }
    void end(GrantId grant, std::int64_t now);
    /// The worker is gone: nothing is resident, nothing granted.
    void clear();

    [[nodiscard]] const std::map<std::string, Resident>& residents() const { return residents_; }
    [[nodiscard]] const BlockLedger& ledger() const { return ledger_; }
    /// What tasks and components may have together.
    [[nodiscard]] std::uint64_t capacityBytes() const;
    [[nodiscard]] std::uint64_t residentBytes() const;

private:
    Options options_;
    CardState state_;
    BlockLedger ledger_;
    std::map<std::string, Resident> residents_;
    std::map<GrantId, std::vector<std::string>> users_;  ///< components by grant
};

}  // namespace manju::sched
