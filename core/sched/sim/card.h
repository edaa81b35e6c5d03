// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/sched/sim/farm.h"
#include "core/sched/sim/workload.h"

namespace manju::sched::sim {

/// What all cards load from.
struct Storage {
    LruBytes ram;
    const std::map<std::string, std::uint64_t>& loraBytes;
};

/// A run as a card has to do it.
struct CardRun {
    StepId step;
    TaskClass kind = TaskClass::Image;
    double encode = 0, sample = 0, decode = 0, host = 0;  ///< milliseconds alone on the card
    double stepTime = 0;                                  ///< it can be saved after each, of `sample`
    double failsAfter = -1;  ///< milliseconds of `sample` (of `host` if there is none); negative: never
    std::uint64_t peakBytes = 0;
};

/// What loading for a run came to.
struct Loading {
    std::int64_t time = 0;  ///< milliseconds, waiting for a load under way included
    int loraUses = 0, loraResident = 0, loraFromRam = 0;  ///< files: needed; on the card; in memory at least
    int components = 0, cold = 0;                         ///< loaded, of them from disk
    std::vector<std::string> loaded;                      ///< ids of components
    bool conflict = false;                                ///< a component is in use with another set of LoRAs
    bool evictsUsed = false;                              ///< what should leave is in use
    bool outOfMemory = false;                             ///< the components do not fit
};

/// One graphics card as it is, whatever a policy thinks of it: what runs on it shares its time, and its
/// memory is as large as it is. Time moves by advance() only; times are milliseconds.
///
/// A run loads what is missing, then goes through encoding, sampling and decoding on the card and a part on
/// the host's processor, for which it needs no components. Encoding takes 0.3 of its peak, sampling all,
/// decoding 0.8, loading and the host's part nothing. Running images share the card evenly.
class Card {
public:
    Card(const FarmParameters& farm, std::uint64_t totalBytes);

    /// What happened at the end of a part.
    enum class Event : std::uint8_t { EnteredHost, Done, Failed, OutOfMemory, Preempted };
    struct Happened {
        StepId step;
        Event event{};
        double sampled = 0;  ///< milliseconds of `sample` that are saved, for Preempted
        std::uint64_t peakBytes = 0;
    };

    /// Begins a run now. Without room for the components nothing is begun.
    Loading begin(const CardRun& run, const Task& task, const std::vector<std::string>& evict,
                  Storage& storage);
    /// To be saved at its next step's end. Ignored once sampling is over.
    void preempt(StepId step);
    /// Ends everything that runs, and nothing is resident any more. The steps.
    std::vector<StepId> crash();
    /// What other programs would like to have; they get what is free.
    void setOthers(std::uint64_t bytes);

    /// When the next part ends, from the time of the last advance().
    [[nodiscard]] std::optional<std::int64_t> next() const;
    /// Precondition: not beyond next().
    void advance(std::int64_t now);
    /// What has ended by now; asked for again and again until there is nothing.
    std::optional<Happened> take();

    [[nodiscard]] bool holds(const std::string& component) const { return residents_.contains(component); }
    [[nodiscard]] std::uint64_t residentBytes() const;
    [[nodiscard]] std::uint64_t usedBytes() const;  ///< components and what runs
    [[nodiscard]] std::uint64_t othersBytes() const { return others_; }
    [[nodiscard]] std::uint64_t totalBytes() const { return total_; }
    [[nodiscard]] std::size_t running() const { return runs_.size(); }
    /// The longest time that a sampling image's step takes now; 0: none samples.
    [[nodiscard]] double longestStep() const;

    /// Sums since the beginning, milliseconds: something ran; of that, all of it was loading; and the work
    /// done, as it takes alone.
    struct Sums {
        double held = 0, loadingOnly = 0, imageWork = 0, voiceWork = 0;
    };
    [[nodiscard]] const Sums& sums() const { return sums_; }

private:
    enum class Part : std::uint8_t { Load, Encode, Sample, Decode, Host };
    struct Run {
        CardRun run;
        std::vector<std::string> components;
        Part part = Part::Load;
        double left = 0;    ///< of the part
        double stopAt = 0;  ///< the part ends when so much is left
        bool preempting = false;
        [[nodiscard]] bool onCard() const {
            return part == Part::Encode || part == Part::Sample || part == Part::Decode;
        }
    };
    struct Resident {
        std::uint64_t bytes = 0;
        std::string loraSet;
        std::int64_t readyAt = 0;
        int users = 0;
    };

    void load(const Component& component, Storage& storage, Loading& loading);
    void loadLoras(const Component& component, Storage& storage, Loading& loading, double& seconds);
    [[nodiscard]] double rateOf(const Run& run) const;
    [[nodiscard]] static double memoryShare(Part part);
    [[nodiscard]] static std::uint64_t bytesOf(const Run& run);
    /// Into its next part; false: there is not the memory for it.
    bool enter(Run& run, Part part);
    [[nodiscard]] std::optional<Part> nextPart(const Run& run) const;
    void leaveComponents(Run& run);
    void erase(std::size_t index);

    const FarmParameters& farm_;
    std::uint64_t total_, others_ = 0, wanted_ = 0;
    std::int64_t now_ = 0;
    std::vector<Run> runs_;
    std::map<std::string, Resident> residents_;
    LruBytes loras_;
    Sums sums_;
};

}  // namespace manju::sched::sim
