// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/group_norm.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty_like.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// The loops run over neighbouring values and vectorise as they stand; this gives them the processor's
// width.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define MANJU_WIDE __attribute__((target_clones("avx2,fma", "default"), optimize("O3")))
#else
#define MANJU_WIDE
#endif

namespace manju::diffusion {
namespace {

constexpr std::int64_t kRowsPerTask = 256;
constexpr std::int64_t kLanes = 16;
constexpr std::int64_t kPlanesPerTask = 4;

/// One picture, dense: pixel by pixel (channels-last) or plane by plane.
struct Image {
    const float* begin;
    std::int64_t pixels;
    std::int64_t channels;
};

/// Per channel: (value - mean) * scale + shift.
struct Factors {
    const float* mean;
    const float* scale;
    const float* shift;
};

/// Adds each channel's distances from `pivot` and their squares over the pixels to single-precision sums. Few
/// at a time, and distances from a value of the channel: so nothing is lost when the mean is far from 0.
MANJU_WIDE void addUpRows(Image rows, const float* pivot, float* sums, float* squares) {
    for (std::int64_t r = 0; r < rows.pixels; ++r) {
        const float* row = rows.begin + r * rows.channels;
        for (std::int64_t c = 0; c < rows.channels; ++c) {
            const float distance = row[c] - pivot[c];
            sums[c] += distance;
            squares[c] += distance * distance;
        }
    }
}

/// The same for a piece of one plane, in kLanes sums side by side; `count` is a multiple of kLanes.
MANJU_WIDE void addUpPlane(const float* plane, std::int64_t count, float pivot, float* sums, float* squares) {
    for (std::int64_t p = 0; p < count; p += kLanes) {
        for (std::int64_t lane = 0; lane < kLanes; ++lane) {
            const float distance = plane[p + lane] - pivot;
            sums[lane] += distance;
            squares[lane] += distance * distance;
        }
    }
}

MANJU_WIDE void applyToRows(Image rows, Factors factors, float* out) {
    for (std::int64_t r = 0; r < rows.pixels; ++r) {
        const float* row = rows.begin + r * rows.channels;
        float* target = out + r * rows.channels;
        for (std::int64_t c = 0; c < rows.channels; ++c)
            target[c] = (row[c] - factors.mean[c]) * factors.scale[c] + factors.shift[c];
    }
}

MANJU_WIDE void applyToPlane(const float* plane, std::int64_t count, Factors factor, float* out) {
    const float mean = *factor.mean;
    const float scale = *factor.scale;
    const float shift = *factor.shift;
    for (std::int64_t p = 0; p < count; ++p) out[p] = (plane[p] - mean) * scale + shift;
}

/// Per channel, over all pixels: sums of the values and of their squares.
struct Sums {
    explicit Sums(std::int64_t channels) : values(static_cast<std::size_t>(channels), 0.0), squares(values) {}
    std::vector<double> values;
    std::vector<double> squares;
};

/// From distances back to values: sum(p + d) and sum((p + d)^2).
void addPivot(Sums& sums, std::size_t channel, double pivot, std::int64_t pixels) {
    const auto count = static_cast<double>(pixels);
    sums.squares[channel] += pivot * (2 * sums.values[channel] + count * pivot);
    sums.values[channel] += count * pivot;
}

struct Moments {
    std::vector<float> mean;
    std::vector<float> scale;
};

struct Norm {
    std::int64_t groups;
    const float* weight;
    const float* bias;
    double epsilon;
};

/// The mean and the scale of every channel from the channels' sums over all pixels.
Moments moments(const Sums& sums, std::int64_t pixels, const Norm& norm) {
    const std::size_t channels = sums.values.size();
    const std::size_t width = channels / static_cast<std::size_t>(norm.groups);
    const double count = static_cast<double>(width) * static_cast<double>(pixels);
    Moments result{std::vector<float>(channels), std::vector<float>(channels)};
    for (std::size_t first = 0; first < channels; first += width) {
        double sum = 0;
        double square = 0;
        for (std::size_t c = first; c < first + width; ++c) sum += sums.values[c], square += sums.squares[c];
        const double mean = sum / count;
        const double rate = 1 / std::sqrt(std::max(0.0, square / count - mean * mean) + norm.epsilon);
        for (std::size_t c = first; c < first + width; ++c) {
            result.mean[c] = static_cast<float>(mean);
            result.scale[c] = static_cast<float>(norm.weight[c] * rate);
        }
    }
    return result;
}

void normaliseRows(Image image, const Norm& norm, float* out) {
    const auto channels = static_cast<std::size_t>(image.channels);
    const auto tasks = static_cast<std::size_t>((image.pixels + kRowsPerTask - 1) / kRowsPerTask);
    std::vector<float> partial(2 * channels * tasks, 0.0F);
    const auto part = [&](std::int64_t task) {
        const std::int64_t first = task * kRowsPerTask;
        return Image{image.begin + first * image.channels, std::min(kRowsPerTask, image.pixels - first),
                     image.channels};
    };
    at::parallel_for(0, static_cast<std::int64_t>(tasks), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t task = begin; task < end; ++task) {
            float* sums = partial.data() + 2 * channels * static_cast<std::size_t>(task);
            addUpRows(part(task), image.begin, sums, sums + channels);
        }
    });
    Sums sums(image.channels);
    for (std::size_t task = 0; task < tasks; ++task) {
        for (std::size_t c = 0; c < channels; ++c) {
            sums.values[c] += static_cast<double>(partial[2 * channels * task + c]);
            sums.squares[c] += static_cast<double>(partial[2 * channels * task + channels + c]);
        }
    }
    for (std::size_t c = 0; c < channels; ++c)
        addPivot(sums, c, static_cast<double>(image.begin[c]), image.pixels);
    const Moments found = moments(sums, image.pixels, norm);
    const Factors factors{found.mean.data(), found.scale.data(), norm.bias};
    at::parallel_for(0, static_cast<std::int64_t>(tasks), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t task = begin; task < end; ++task)
            applyToRows(part(task), factors, out + task * kRowsPerTask * image.channels);
    });
}

/// The sums of one channel, whose plane is `plane`.
void addUpChannel(const float* plane, std::int64_t pixels, std::size_t channel, Sums& sums) {
    constexpr std::int64_t kPiece = kRowsPerTask * kLanes;
    const float pivot = plane[0];
    const std::int64_t even = pixels / kLanes * kLanes;
    for (std::int64_t first = 0; first < even; first += kPiece) {
        std::array<float, kLanes> values{};
        std::array<float, kLanes> squares{};
        addUpPlane(plane + first, std::min(kPiece, even - first), pivot, values.data(), squares.data());
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            sums.values[channel] += static_cast<double>(values[lane]);
            sums.squares[channel] += static_cast<double>(squares[lane]);
        }
    }
    for (std::int64_t p = even; p < pixels; ++p) {
        const auto distance = static_cast<double>(plane[p] - pivot);
        sums.values[channel] += distance;
        sums.squares[channel] += distance * distance;
    }
    addPivot(sums, channel, static_cast<double>(pivot), pixels);
}

void normalisePlanes(Image image, const Norm& norm, float* out) {
    Sums sums(image.channels);
    const auto eachPlane = [&](const auto& visit) {
        at::parallel_for(0, image.channels, kPlanesPerTask, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t c = begin; c < end; ++c) visit(c, c * image.pixels);
        });
    };
    eachPlane([&](std::int64_t c, std::int64_t offset) {
        addUpChannel(image.begin + offset, image.pixels, static_cast<std::size_t>(c), sums);
    });
    const Moments found = moments(sums, image.pixels, norm);
    eachPlane([&](std::int64_t c, std::int64_t offset) {
        const Factors factor{found.mean.data() + c, found.scale.data() + c, norm.bias + c};
        applyToPlane(image.begin + offset, image.pixels, factor, out + offset);
    });
}

}  // namespace

at::Tensor groupNorm(const at::Tensor& x, std::int64_t groups, const at::Tensor& weight,
                     const at::Tensor& bias, double epsilon) {
    const bool planes = x.is_contiguous();
    const auto layout = planes ? at::MemoryFormat::Contiguous : at::MemoryFormat::ChannelsLast;
    const at::Tensor image = x.contiguous(layout);
    at::Tensor out = at::empty_like(image, image.options(), layout);
    const std::int64_t channels = image.size(1);
    const std::int64_t pixels = image.size(2) * image.size(3);
    const at::Tensor scale = weight.contiguous();
    const at::Tensor shift = bias.contiguous();
    const Norm norm{groups, scale.data_ptr<float>(), shift.data_ptr<float>(), epsilon};
    for (std::int64_t n = 0; n < image.size(0); ++n) {
        const std::int64_t offset = n * pixels * channels;
        const Image one{image.data_ptr<float>() + offset, pixels, channels};
        (planes ? normalisePlanes : normaliseRows)(one, norm, out.data_ptr<float>() + offset);
    }
    return out;
}

}  // namespace manju::diffusion
