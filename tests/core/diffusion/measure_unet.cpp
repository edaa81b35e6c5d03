// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later

// manju-measure-unet CHECKPOINT WIDTH HEIGHT [THREADS]: the time of the UNet alone, for comparison with other
// programs. One line per run on a pair of latents (a picture and its negative), the first is warm-up:
// "whole" counts what depends on the prompt only, as programs do that compute it in every step; "step" is a
// step as the product takes it. Run by hand, not by CTest; tests/reference/unet_speed.py compares.
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "core/diffusion/unet.h"
#include "core/messages/messages.h"
#include "core/tensor/guard.h"
#include "core/tensor/threads.h"

namespace {

using Clock = std::chrono::steady_clock;
using namespace manju;

constexpr int kRuns = 4;
constexpr std::int64_t kLatentPixel = 8;
constexpr std::int64_t kTokens = 77;
constexpr std::int64_t kPair = 2;
constexpr std::int64_t kSizeNumbers = 6;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Status measure(const weights::Checkpoint& checkpoint, std::int64_t width, std::int64_t height) {
    const weights::SdxlShape::Unet& shape = checkpoint.shape().unet;
    auto began = Clock::now();
    diffusion::ParameterReader reader(checkpoint, weights::Component::Unet);
    const diffusion::Unet unet(reader, shape, megabytes(256).count);
    MANJU_CHECK(reader.status());
    std::cout << "{\"load\": " << secondsSince(began) << "}\n";
    const at::Tensor latent =
        at::randn({kPair, shape.inChannels, height / kLatentPixel, width / kLatentPixel});
    const at::Tensor context = at::randn({kPair, kTokens, shape.contextWidth});
    const at::Tensor pooled = at::randn({kPair, shape.addInputWidth - kSizeNumbers * shape.addTimeWidth});
    const auto w = static_cast<float>(width);
    const auto h = static_cast<float>(height);
    const at::Tensor times = at::tensor({h, w, 0.F, 0.F, h, w}).expand({kPair, kSizeNumbers}).contiguous();
    for (int run = 0; run < kRuns; ++run) {
        began = Clock::now();
        const auto conditioning = unet.prepare(context, pooled, times);
        const auto prepared = Clock::now();
        const at::Tensor out = unet(latent, 500, conditioning);
        std::cout << "{\"whole\": " << secondsSince(began) << ", \"step\": " << secondsSince(prepared)
                  << ", \"first\": " << out.flatten()[0].item<float>() << "}" << std::endl;
    }
    return Done{};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 && argc != 5) {
        std::cerr << "usage: manju-measure-unet CHECKPOINT WIDTH HEIGHT [THREADS]\n";
        return 2;
    }
    tensor::setThreads(argc == 5 ? std::atoi(argv[4]) : 0);
    const auto checkpoint = weights::Checkpoint::open(argv[1]);
    const Status measured = checkpoint.ok() ? tensor::guarded([&]() -> Status {
        return measure(*checkpoint, std::atoi(argv[2]), std::atoi(argv[3]));
    })
                                            : Status(checkpoint.error());
    if (measured.ok()) return 0;
    std::cerr << messages::text(messages::Language::English, measured.error()) << '\n';
    return 1;
}
