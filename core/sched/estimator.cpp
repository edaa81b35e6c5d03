// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sched/estimator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/sched/quantile.h"

namespace manju::sched {
namespace {

constexpr std::size_t kEnough = 3;                              // values, to be believed
constexpr std::int64_t kLongest = std::int64_t{24} * 3600'000;  // milliseconds
constexpr std::uint64_t kLargest = std::uint64_t{1} << 50;
constexpr double kImplausible = 4;      // a ratio of a peak to the expected one
constexpr double kBeyondGrant = 1.05;   // the peak of a run that ran out of memory, by its grant
constexpr double kDerivedSpread = 1.3;  // at least, of a 90th percentile by the median
constexpr double kDeclaredSpread = 2;

std::uint64_t bytesOf(double value) {
    if (!(value > 0)) return 0;
    return static_cast<std::uint64_t>(std::ceil(std::min(value, static_cast<double>(kLargest))));
}

std::int64_t millisOf(double value) {
    if (!(value > 0)) return 0;
    return std::max<std::int64_t>(1, std::llround(std::min(value, static_cast<double>(kLongest))));
}

bool isFactor(double value) {
    return std::isfinite(value) && value > 0;
}

/// As Shape::pixels(), for any numbers.
double pixelsOf(const Shape& shape) {
    const auto factor = [](int value) { return static_cast<double>(std::max(value, 0)); };
    return factor(shape.width) * factor(shape.height) * factor(shape.batch);
}

double workOf(const Shape& shape) {
    return pixelsOf(shape) * std::max(shape.steps, 0);
}

template <class T>
void keep(std::vector<T>& values, T value) {
    if (values.size() == Estimator::kValues) values.erase(values.begin());
    values.push_back(value);
}

}  // namespace

std::uint64_t Estimate::activationGrant() const {
    return bytesOf(static_cast<double>(activationBytes) * factor);
}

Estimate Estimator::estimate(const Shape& shape, const std::string& cardKind,
                             const Declaration& declared) const {
    Estimate result;
    result.timeP50 = std::clamp<std::int64_t>(declared.time, 0, kLongest);
    result.timeP90 = millisOf(static_cast<double>(result.timeP50) * kDeclaredSpread);
    result.activationBytes = std::min(declared.activationBytes, kLargest);
    result.factor = kFirstFactor;

    const auto family = families_.find(Family{shape.kind, shape.model, cardKind});
    if (family == families_.end()) return result;
    const Relatives& relatives = family->second;
    const auto found = relatives.records.find(shape);
    const Record* record = found == relatives.records.end() ? nullptr : &found->second;

    if (record && record->times.size() >= kEnough) {
        result.timeP50 = median(record->times);
        result.timeP90 = quantile(record->times, 0.9);
        result.timeValues = static_cast<int>(record->times.size());
        result.timeGrounds = Grounds::Measured;
    } else if (const Fits& fits = fitsOf(relatives); fits.time) {
        result.timeP50 = millisOf(fits.time->at(workOf(shape)));
        result.timeP90 = millisOf(static_cast<double>(result.timeP50) * fits.spread);
        result.timeGrounds = Grounds::Derived;
    }
    if (record && record->peaks.size() >= kEnough) {
        result.activationBytes = median(record->peaks);
        result.factor = factorOf(*record, result.activationBytes);
        result.memoryGrounds = Grounds::Measured;
    } else if (const auto& fit = fitsOf(relatives).memory) {
        // From one size alone nobody knows what a smaller one saves.
        const double pixels = fit->oneX ? std::max(pixelsOf(shape), fit->onlyX) : pixelsOf(shape);
        result.activationBytes = bytesOf(fit->at(pixels));
        if (record && !record->peaks.empty())
            result.activationBytes =
                std::max(result.activationBytes, *std::ranges::max_element(record->peaks));
        result.memoryGrounds = Grounds::Derived;
    }
    return result;
}

void Estimator::note(const Shape& shape, const std::string& cardKind, const Measurement& run) {
    if (!isFactor(run.timeFactor) || !isFactor(run.memoryFactor)) {
        ++ignored_;
        return;
    }
    Relatives& relatives = families_[Family{shape.kind, shape.model, cardKind}];
    const auto [at, isNew] = relatives.records.try_emplace(shape);
    at->second.used = ++uses_;
    noteTime(at->second, run);
    notePeak(at->second, run);
    relatives.fits.reset();
    if (isNew && ++shapes_ > kShapes) forgetOldest();
}

void Estimator::noteTime(Record& record, const Measurement& run) {
    if (run.outOfMemory) return;
    if (run.time <= 0 || run.time > kLongest) {
        ++ignored_;
        return;
    }
    keep(record.times, millisOf(static_cast<double>(run.time) / run.timeFactor));
}

void Estimator::notePeak(Record& record, const Measurement& run) {
    std::uint64_t measured = run.peakBytes;
    if (run.outOfMemory)
        measured = std::max(measured, bytesOf(static_cast<double>(run.grantedBytes) * kBeyondGrant));
    if (measured == 0) return;
    const double peak = static_cast<double>(measured) / run.memoryFactor;
    if (peak > static_cast<double>(kLargest)) {
        ++ignored_;
        return;
    }
    if (record.peaks.size() >= kEnough) {
        const double ratio = peak / static_cast<double>(median(record.peaks));
        // Should it be true after all, the median will follow.
        if (ratio > kImplausible && !run.outOfMemory) {
            ++ignored_;
        } else {
            record.ratios.add(ratio);
            ++record.ratioRuns;
        }
    }
    ++record.runsSince;
    if (run.outOfMemory) {
        const bool held = record.leastGrant > 0 && record.runsSince <= kRunsForFactor;
        record.leastGrant = std::max(bytesOf(peak), held ? record.leastGrant : 0);
        record.runsSince = 0;
    }
    keep(record.peaks, std::max<std::uint64_t>(1, bytesOf(peak)));
}

double Estimator::factorOf(const Record& record, std::uint64_t expected) {
    double factor = kFirstFactor;
    if (record.ratioRuns >= kRunsForFactor)
        factor = std::max(kLeastFactor, record.ratios.quantile(0.999));
    else if (record.ratioRuns > 0)
        factor = std::max(kFirstFactor, record.ratios.quantile(1));
    if (record.leastGrant > 0 && record.runsSince < kRunsForFactor)
        factor = std::max(factor, static_cast<double>(record.leastGrant) / static_cast<double>(expected));
    return std::clamp(factor, kLeastFactor, kMostFactor);
}

const Estimator::Fits& Estimator::fitsOf(const Relatives& relatives) {
    if (relatives.fits) return *relatives.fits;
    std::vector<FitPoint> memory, time;
    std::vector<double> spreads;
    for (const auto& [shape, record] : relatives.records) {
        if (!record.peaks.empty())
            memory.push_back({pixelsOf(shape), static_cast<double>(median(record.peaks))});
        if (record.times.empty()) continue;
        const auto middle = static_cast<double>(median(record.times));
        time.push_back({workOf(shape), middle});
        spreads.push_back(static_cast<double>(quantile(record.times, 0.9)) / middle);
    }
    Fits& fits = relatives.fits.emplace();
    fits = {affineFit(std::move(memory)), affineFit(std::move(time)), kDerivedSpread};
    if (!spreads.empty()) fits.spread = std::max(kDerivedSpread, median(std::move(spreads)));
    return fits;
}

void Estimator::forgetOldest() {
    auto oldestFamily = families_.end();
    std::map<Shape, Record>::iterator oldest;
    for (auto family = families_.begin(); family != families_.end(); ++family)
        for (auto at = family->second.records.begin(); at != family->second.records.end(); ++at)
            if (oldestFamily == families_.end() || at->second.used < oldest->second.used) {
                oldestFamily = family;
                oldest = at;
            }
    oldestFamily->second.records.erase(oldest);
    oldestFamily->second.fits.reset();
    if (oldestFamily->second.records.empty()) families_.erase(oldestFamily);
    --shapes_;
}

}  // namespace manju::sched
