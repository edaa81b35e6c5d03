// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>

#include "core/diffusion/noise.h"
#include "fixture.h"

namespace manju::diffusion {

inline at::Tensor stored(const Fixture& fixture, const std::string& name) {
    const auto values = fixture.values<float>(name);
    const auto& shape = fixture.entry(name).shape;
    return at::from_blob(const_cast<float*>(values.data()), shape, at::kFloat).clone();
}

/// The largest difference of two elements.
inline double difference(const at::Tensor& a, const at::Tensor& b) {
    EXPECT_EQ(a.sizes(), b.sizes());
    return (a - b).abs().max().item<double>();
}

/// Normally distributed values, the same in every run.
inline at::Tensor noise(std::uint64_t seed, std::vector<std::int64_t> shape) {
    return NoiseStream(NoiseMode::CpuFloat, seed, std::move(shape)).draw(0);
}

}  // namespace manju::diffusion
