// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/sched/task.h"

namespace manju::sched::sim {

/// What a studio has to make, as numbers (spec, section 3.2). A file holds them under the same names, and
/// what it leaves out is as here. Gb: 2^30 bytes; shares are from 0 to 1.
struct WorkloadParameters {
    int episodes = 100;
    double batchEveryMinutes = 25;  ///< mean; 0: all are submitted at once
    double batchExtra = 5;          ///< mean of what a batch has beside its first episode
    int shotsLeast = 15, shotsMost = 45;

    int styles = 6;  ///< checkpoints, the first the most frequent
    double styleZipf = 1, checkpointGb = 7;
    int lorasPerStyle = 60, lorasLeast = 1, lorasMost = 3;  ///< characters of an episode
    double loraZipf = 1, loraMedianMb = 150, loraSigma = 0.6, loraLeastMb = 50, loraMostMb = 500;
    double partialCast = 0;  ///< of the shots: they show one character of the episode's instead of all

    double encodeSeconds = 0.3, sampleSeconds = 5.5, decodeSeconds = 0.8, hostSeconds = 1.9;  ///< of an image
    double timeSpread = 0.1;  ///< sampling takes this share more or less, evenly
    int steps = 28;
    int sizes = 5;  ///< of pictures, an episode has one; their peaks lie evenly between the next two
    double peakLeastGb = 8, peakMostGb = 16;  ///< of an image in all, the checkpoint included
    double contextGb = 0.5;                   ///< of each task on a card; exactly known
    double peakSigma = 0.06;                  ///< of the logarithm of predicted / real activations
    double outliers = 0.05, outlierTimes = 4.5, outlierPeakGb = 17;  ///< 4K
    double oversizeGb = 12;  ///< what needs more in all counts as oversize

    int voicesLeast = 1, voicesMost = 2;  ///< of an episode
    double voiceLeastSeconds = 60, voiceMostSeconds = 300, voiceStepSeconds = 2;
    double voicePeakLeastGb = 4, voicePeakMostGb = 6, voiceModelGb = 3;
    double composeLeastSeconds = 60, composeMostSeconds = 120;
    double composeCardGb = 1.5;  ///< if a policy lets it use a card
    int composeThreads = 4;

    double urgent = 0.05, low = 0.2;       ///< of the episodes; the others are of medium priority
    double urgentMinutes = 20;             ///< from submission to the deadline
    double failures = 0.04;                ///< of attempts
    double failTwice = 0.4, poison = 0.1;  ///< of failing tasks' attempts: the next fails too; all fail
};
MANJU_JSON_TYPE(WorkloadParameters)

/// `source` names the file in errors. Refuses names that there are not, and numbers that make no sense.
Result<WorkloadParameters> readWorkloadParameters(std::string_view text, const std::string& source);

/// A task beside the truth about it.
struct SimTask {
    static constexpr int kPoison = 1000;
    Task task;  ///< as a policy gets it: declared time and memory
    /// What it takes alone, milliseconds: of the card for an image (`sample` alone for a voice), and of the
    /// host's processor afterwards (composing: all).
    double encode = 0, sample = 0, decode = 0, host = 0;
    double step = 0;              ///< it can be saved after each, milliseconds of `sample`
    std::uint64_t peakBytes = 0;  ///< beside components; as Needs::cardBytes
    int failures = 0;             ///< so many of its attempts fail, the first ones
    double failsAt = 0;           ///< at which share of `sample`, or of `host` for composing
};

struct SimEpisode {
    Episode episode;
    std::vector<SimTask> tasks;  ///< images, then voices
    SimTask composing;           ///< needs all the others
};

struct Workload {
    std::vector<SimEpisode> episodes;  ///< by submission
    std::map<std::string, std::uint64_t> loraBytes;
};

/// Equal arguments give equal episodes. Ids: episodes from 1; a step is 1000 times its episode, plus the
/// position for images, 500 and the number for voices, and 999 for composing.
Workload generate(const WorkloadParameters& parameters, std::uint64_t seed);

}  // namespace manju::sched::sim
