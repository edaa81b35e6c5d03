// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <vector>

namespace manju::sched::sim {

/// The machine that a simulation has: its cards, their speed, and what loading costs (spec, section 3.2). The
/// defaults are four cards of 24 GB. Gb: 2^30 bytes.
struct FarmParameters {
    std::vector<double> cardGb{24, 24, 24, 24};
    /// What a card does in a second with so many images at once, beginning with one; more: as the last. Two
    /// overlap their stages (8.5 s an image become 6.2); three are in each other's way (requirement S16).
    std::vector<double> efficiency{1, 1.065, 0.92, 0.8};
    double voiceShare = 0.1;  ///< of a card that each voice takes from images
    double batchGain = 0.05;  ///< of the time of images in one run
    /// On a rung of the ladder of lower demands: real activations and time are so many times those of rung 0.
    std::vector<double> rungPeak{1, 0.8, 0.6}, rungTime{1, 1.05, 1.4};

    bool ramTier = true;    ///< weights and LoRA files stay in the computer's memory
    bool loraCache = true;  ///< LoRA files stay on cards
    double ramGb = 48, loraCacheGb = 2.4;
    double coldSeconds = 40, ramSeconds = 0.6, weightsGb = 7;  ///< loading so much weights; less takes less
    double loraColdSeconds = 3.3, loraRamSeconds = 0.1;        ///< of a file
    double mergeSeconds = 0.1;                                 ///< of a LoRA

    double othersMostGb = 3;                             ///< other programs take from 0 to this of each card
    double othersStepGb = 0.5, othersEverySeconds = 60;  ///< means of their changes; 0 s: they take nothing
    double crashHours = 8, restartSeconds = 10;          ///< of each card's worker; 0 h: never
    double hostRamGb = 64;
    int cpuThreads = 16, encoderSlots = 2;
};

/// Names with sizes of which the least recently used leave first when room is needed.
class LruBytes {
public:
    explicit LruBytes(std::uint64_t capacity) : capacity_(capacity) {}
    /// Whether it is there; it is then the most recently used.
    bool touch(const std::string& name);
    /// Something larger than the capacity is not kept.
    void add(const std::string& name, std::uint64_t bytes);
    /// Lets go until no more than this is held.
    void shrinkTo(std::uint64_t bytes);
    void clear();
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    struct Item {
        std::string name;
        std::uint64_t bytes;
    };
    std::uint64_t capacity_, bytes_ = 0;
    std::list<Item> items_;  ///< the most recently used first
    std::unordered_map<std::string, std::list<Item>::iterator> places_;
};

}  // namespace manju::sched::sim
