// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/sched/sim/errors.h"
#include "core/sched/sim/workload.h"

namespace manju::sched::sim {

MANJU_JSON_FIELDS_OR_DEFAULT(WorkloadParameters, episodes, batchEveryMinutes, batchExtra, shotsLeast,
                             shotsMost, styles, styleZipf, checkpointGb, lorasPerStyle, lorasLeast, lorasMost,
                             loraZipf, loraMedianMb, loraSigma, loraLeastMb, loraMostMb, partialCast,
                             encodeSeconds, sampleSeconds, decodeSeconds, hostSeconds, timeSpread, steps,
                             sizes, peakLeastGb, peakMostGb, contextGb, peakSigma, outliers, outlierTimes,
                             outlierPeakGb, oversizeGb, voicesLeast, voicesMost, voiceLeastSeconds,
                             voiceMostSeconds, voiceStepSeconds, voicePeakLeastGb, voicePeakMostGb,
                             voiceModelGb, composeLeastSeconds, composeMostSeconds, composeCardGb,
                             composeThreads, urgent, low, urgentMinutes, failures, failTwice, poison)

namespace {

struct Range {
    const char* name;
    double least, most;
};
/// All others: from 0 to 1,000,000.
constexpr Range kRanges[] = {
    {"episodes", 1, 100'000},
    {"shotsLeast", 1, 499},
    {"shotsMost", 1, 499},
    {"styles", 1, 1000},
    {"lorasPerStyle", 1, 1000},
    {"partialCast", 0, 1},
    {"sampleSeconds", 0.001, 1e6},
    {"timeSpread", 0, 0.99},
    {"steps", 1, 10'000},
    {"sizes", 1, 5},
    {"peakSigma", 0, 2},
    {"outliers", 0, 1},
    {"outlierTimes", 1, 1000},
    {"voicesLeast", 0, 400},
    {"voicesMost", 0, 400},
    {"voiceLeastSeconds", 0.1, 1e6},
    {"voiceStepSeconds", 0.01, 1e6},
    {"urgent", 0, 1},
    {"low", 0, 1},
    {"failures", 0, 1},
    {"failTwice", 0, 1},
    {"poison", 0, 1},
};
/// Of each pair the first is at most the second.
constexpr const char* kPairs[][2] = {
    {"shotsLeast", "shotsMost"},
    {"lorasLeast", "lorasMost"},
    {"loraLeastMb", "loraMostMb"},
    {"peakLeastGb", "peakMostGb"},
    {"checkpointGb", "peakLeastGb"},
    {"checkpointGb", "outlierPeakGb"},
    {"voicesLeast", "voicesMost"},
    {"voiceLeastSeconds", "voiceMostSeconds"},
    {"voicePeakLeastGb", "voicePeakMostGb"},
    {"voiceModelGb", "voicePeakLeastGb"},
    {"composeLeastSeconds", "composeMostSeconds"},
};

Error impossible(const std::string& source, const std::string& name, const Json& value,
                 const std::string& range) {
    return Error(kNumberImpossible,
                 {{"file", source}, {"name", name}, {"value", value.dump()}, {"range", range}});
}

}  // namespace

Result<WorkloadParameters> readWorkloadParameters(std::string_view text, const std::string& source) {
    MANJU_TRY(const Json json, parseJson(text, source));
    MANJU_TRY(const auto parameters, fromJson<WorkloadParameters>(json, source));
    const Json all = parameters;
    for (const auto& [name, value] : json.items())
        if (!all.contains(name)) return Error(kNameUnknown, {{"file", source}, {"name", name}});
    for (const auto& [name, value] : all.items()) {
        Range range{"", 0, 1e6};
        for (const Range& each : kRanges)
            if (name == each.name) range = each;
        const double number = value.get<double>();
        if (!(number >= range.least && number <= range.most))
            return impossible(source, name, value,
                              Json(range.least).dump() + " … " + Json(range.most).dump());
    }
    if (parameters.urgent + parameters.low > 1)
        return impossible(source, "low", all["low"], "0 … 1 - " + all["urgent"].dump() + " (urgent)");
    for (const auto& [low, high] : kPairs)
        if (all[low].get<double>() > all[high].get<double>())
            return impossible(source, high, all[high], ">= " + all[low].dump() + " (" + low + ")");
    return parameters;
}

}  // namespace manju::sched::sim
