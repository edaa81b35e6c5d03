// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/sched/affine_fit.h"
#include "core/sched/ratio_histogram.h"
#include "core/sched/shape.h"

namespace manju::sched {

/// What an estimate rests on, best last.
enum class Grounds : std::uint8_t {
    Declared,  ///< the caller's own guess
    Derived,   ///< other shapes of the same model on the same kind of card
    Measured,  ///< at least three runs of this shape
};

/// A caller's guess for a task. 0: it has none.
struct Declaration {
    std::int64_t time = 0;              ///< milliseconds
    std::uint64_t activationBytes = 0;  ///< peak
};

/// What a task is expected to take on a card of a kind. Activations are what it takes beside weights, context
/// and merges, which are known exactly and get no factor.
struct Estimate {
    std::int64_t timeP50 = 0, timeP90 = 0;  ///< milliseconds
    std::uint64_t activationBytes = 0;      ///< the expected peak
    double factor = 1;                      ///< for what the peak may be above that; 1.05..2
    int timeValues = 0;                     ///< measured ones of this shape that the time rests on
    Grounds timeGrounds = Grounds::Declared;
    Grounds memoryGrounds = Grounds::Declared;

    /// The peak times the factor, rounded up: what is to be granted.
    [[nodiscard]] std::uint64_t activationGrant() const;
    friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// One run of a task that came to its end or ran out of memory.
struct Measurement {
    std::int64_t time = 0;           ///< milliseconds; 0 or less, or over a day: the clock was set, ignored
    std::uint64_t peakBytes = 0;     ///< of its activations; 0: not measured
    std::uint64_t grantedBytes = 0;  ///< for its activations
    bool outOfMemory = false;        ///< its peak was above what was granted, its time says nothing
    double timeFactor = 1;           ///< of the ladder's rung that it ran on; values are kept without them
    double memoryFactor = 1;
};

/// Learns what tasks take, by shape and kind of card.
///
/// Of each shape it keeps the last 64 times and peaks: enough for a median and a 90th percentile, and few
/// enough to follow a new driver within a day. Ratios of real to predicted peaks go into a RatioHistogram,
/// since their 99.9th percentile needs thousands. At most 512 shapes are kept; the one not met for longest
/// goes first.
///
/// The factor on activations is 1.2, or the largest ratio seen if that is more, for the first 200 runs of a
/// shape and then the 99.9th percentile of the ratios, at least 1.05. Running out of memory counts as a peak
/// 5 % above the grant; for the next 200 runs less than that is never granted. Never more than 2: an error so
/// large is not one of prediction.
///
/// A shape with fewer than three runs is estimated from the other shapes of the same model, class and kind of
/// card: memory as an affine function of pixels, time of pixels times steps. Thread: one at a time.
class Estimator {
public:
    static constexpr std::size_t kValues = 64;
    static constexpr std::size_t kShapes = 512;
    static constexpr std::uint64_t kRunsForFactor = 200;
    static constexpr double kFirstFactor = 1.2, kLeastFactor = 1.05, kMostFactor = RatioHistogram::kMost;

    [[nodiscard]] Estimate estimate(const Shape& shape, const std::string& cardKind,
                                    const Declaration& declared = {}) const;
    void note(const Shape& shape, const std::string& cardKind, const Measurement& run);

    /// Values that were not believed, ever.
    [[nodiscard]] std::uint64_t ignored() const { return ignored_; }
    [[nodiscard]] std::size_t shapes() const { return shapes_; }

    /// Everything, with a version.
    [[nodiscard]] Json toJson() const;
    /// An error (MJ-FILE-06, naming `source`) if the version is another or something is missing. Impossible
    /// values are left out.
    static Result<Estimator> restored(const Json& json, const std::string& source);

private:
    struct Family {
        TaskClass kind = TaskClass::Image;
        std::string model, card;
        friend auto operator<=>(const Family&, const Family&) = default;
    };
    struct Record {
        std::vector<std::int64_t> times;   ///< the last ones, oldest first
        std::vector<std::uint64_t> peaks;  ///< the same
        RatioHistogram ratios;
        std::uint64_t ratioRuns = 0;   ///< that went into it, ever
        std::uint64_t leastGrant = 0;  ///< since it ran out of memory; 0: it has not
        std::uint64_t runsSince = 0;   ///< since then
        std::uint64_t used = 0;        ///< when it was last met, in notes of all shapes
    };
    struct Fits {
        std::optional<AffineFit> memory, time;
        double spread = 1;  ///< 90th percentile by median of times
    };
    struct Relatives {
        std::map<Shape, Record> records;
        mutable std::optional<Fits> fits;  ///< made when asked for
    };

    static const Fits& fitsOf(const Relatives& relatives);
    static double factorOf(const Record& record, std::uint64_t expected);
    static Json jsonOf(const Family& family, const Shape& shape, const Record& record);
    static Record recordFrom(const Json& json);
    void noteTime(Record& record, const Measurement& run);
    void notePeak(Record& record, const Measurement& run);
    void forgetOldest();

    std::map<Family, Relatives> families_;
    std::size_t shapes_ = 0;
    std::uint64_t uses_ = 0;
    std::uint64_t ignored_ = 0;
};

}  // namespace manju::sched
