// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/group_norm.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty_like.h>

#include <algorithm>
#include <cmath>
#include <vector>

// The loops run over neighbouring channels and vectorise as they stand; this gives them the processor's
// width.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define MANJU_WIDE __attribute__((target_clones("avx2,fma", "default"), optimize("O3")))
#else
#define MANJU_WIDE
#endif

namespace manju::diffusion {
namespace {

constexpr std::int64_t kRowsPerTask = 256;

struct Rows {
    const float* begin;
    std::int64_t count;
    std::int64_t channels;
};

/// Per channel: (value - mean) * scale + shift.
struct Factors {
    const float* mean;
    const float* scale;
    const float* shift;
};

/// Adds each channel's distances from `pivot` and their squares over the rows to single-precision sums. Few
/// rows at a time, and distances from a value of the channel: so nothing is lost when the mean is far from 0.
MANJU_WIDE void addUp(Rows rows, const float* pivot, float* sums, float* squares) {
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const float* row = rows.begin + r * rows.channels;
        for (std::int64_t c = 0; c < rows.channels; ++c) {
            const float distance = row[c] - pivot[c];
            sums[c] += distance;
            squares[c] += distance * distance;
        }
    }
}

MANJU_WIDE void apply(Rows rows, Factors factors, float* out) {
    for (std::int64_t r = 0; r < rows.count; ++r) {
        const float* row = rows.begin + r * rows.channels;
        float* target = out + r * rows.channels;
        for (std::int64_t c = 0; c < rows.channels; ++c)
            target[c] = (row[c] - factors.mean[c]) * factors.scale[c] + factors.shift[c];
    }
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
Moments moments(const std::vector<double>& sums, const std::vector<double>& squares, std::int64_t pixels,
                const Norm& norm) {
    const std::size_t width = sums.size() / static_cast<std::size_t>(norm.groups);
    const double count = static_cast<double>(width) * static_cast<double>(pixels);
    Moments result{std::vector<float>(sums.size()), std::vector<float>(sums.size())};
    for (std::size_t first = 0; first < sums.size(); first += width) {
        double sum = 0;
        double square = 0;
        for (std::size_t c = first; c < first + width; ++c) sum += sums[c], square += squares[c];
        const double mean = sum / count;
        const double rate = 1 / std::sqrt(std::max(0.0, square / count - mean * mean) + norm.epsilon);
        for (std::size_t c = first; c < first + width; ++c) {
            result.mean[c] = static_cast<float>(mean);
            result.scale[c] = static_cast<float>(norm.weight[c] * rate);
        }
    }
    return result;
}

void normalise(Rows image, const Norm& norm, float* out) {
    const auto channels = static_cast<std::size_t>(image.channels);
    const auto tasks = static_cast<std::size_t>((image.count + kRowsPerTask - 1) / kRowsPerTask);
    std::vector<float> partial(2 * channels * tasks, 0.0F);
    const auto part = [&](std::int64_t task) {
        const std::int64_t first = task * kRowsPerTask;
        return Rows{image.begin + first * image.channels, std::min(kRowsPerTask, image.count - first),
                    image.channels};
    };
    at::parallel_for(0, static_cast<std::int64_t>(tasks), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t task = begin; task < end; ++task) {
            float* sums = partial.data() + 2 * channels * static_cast<std::size_t>(task);
            addUp(part(task), image.begin, sums, sums + channels);
        }
    });
    std::vector<double> sums(channels, 0.0);
    std::vector<double> squares(channels, 0.0);
    for (std::size_t task = 0; task < tasks; ++task) {
        for (std::size_t c = 0; c < channels; ++c) {
            sums[c] += static_cast<double>(partial[2 * channels * task + c]);
            squares[c] += static_cast<double>(partial[2 * channels * task + channels + c]);
        }
    }
    // From distances back to values: sum(p + d) and sum((p + d)^2).
    const auto pixels = static_cast<double>(image.count);
    for (std::size_t c = 0; c < channels; ++c) {
        const auto pivot = static_cast<double>(image.begin[c]);
        squares[c] += pivot * (2 * sums[c] + pixels * pivot);
        sums[c] += pixels * pivot;
    }
    const Moments found = moments(sums, squares, image.count, norm);
    const Factors factors{found.mean.data(), found.scale.data(), norm.bias};
    at::parallel_for(0, static_cast<std::int64_t>(tasks), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t task = begin; task < end; ++task)
            apply(part(task), factors, out + task * kRowsPerTask * image.channels);
    });
}

}  // namespace

at::Tensor groupNorm(const at::Tensor& x, std::int64_t groups, const at::Tensor& weight,
                     const at::Tensor& bias, double epsilon) {
    const at::Tensor image = x.contiguous(at::MemoryFormat::ChannelsLast);
    at::Tensor out = at::empty_like(image, image.options(), at::MemoryFormat::ChannelsLast);
    const std::int64_t channels = image.size(1);
    const std::int64_t pixels = image.size(2) * image.size(3);
    const at::Tensor scale = weight.contiguous();
    const at::Tensor shift = bias.contiguous();
    const Norm norm{groups, scale.data_ptr<float>(), shift.data_ptr<float>(), epsilon};
    for (std::int64_t n = 0; n < image.size(0); ++n) {
        const std::int64_t offset = n * pixels * channels;
        normalise({image.data_ptr<float>() + offset, pixels, channels}, norm, out.data_ptr<float>() + offset);
    }
    return out;
}

}  // namespace manju::diffusion
