// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lora/rotation.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/eye.h>
#include <ATen/ops/linalg_inv.h>
#include <ATen/ops/matmul.h>

namespace manju::lora {
namespace {

/// Keeps the quotient finite for blocks of zeros, as the trainers have it.
constexpr double kNormEpsilon = 1e-8;

/// strength * R + (1 - strength) * I.
at::Tensor towardsIdentity(const at::Tensor& rotations, double strength) {
    if (strength == 1) return rotations;
    return rotations * strength + at::eye(rotations.size(-1), rotations.options()) * (1 - strength);
}

}  // namespace

at::Tensor cayley(const at::Tensor& blocks, double limit) {
    at::Tensor skew = blocks - blocks.transpose(-1, -2);
    if (limit > 0) {
        const double norm = skew.norm().item<double>() + kNormEpsilon;
        if (norm > limit) skew = skew * limit / norm;
    }
    const at::Tensor identity = at::eye(blocks.size(-1), blocks.options());
    return at::matmul(identity + skew, at::linalg_inv(identity - skew));
}

at::Tensor rotateBlocks(const at::Tensor& rotations, const at::Tensor& weight, double strength) {
    const at::Tensor turned = towardsIdentity(rotations, strength).transpose(1, 2);
    return at::bmm(turned, weight.reshape({rotations.size(0), rotations.size(1), -1}))
        .reshape(weight.sizes());
}

at::Tensor rotateCovering(const at::Tensor& rotations, const at::Tensor& weight, double strength) {
    const std::int64_t size = rotations.size(-1);
    const std::int64_t rows = weight.size(0);
    const std::int64_t number = (rows + size - 1) / size;
    const at::Tensor blocks =
        rotations.size(0) == 1 ? rotations.expand({number, size, size}) : rotations.narrow(0, 0, number);
    const at::Tensor padded =
        at::constant_pad_nd(weight.reshape({rows, -1}), {0, 0, 0, number * size - rows});
    return rotateBlocks(blocks, padded, strength).narrow(0, 0, rows).reshape(weight.sizes());
}

at::Tensor rotateButterfly(const at::Tensor& rotations, const at::Tensor& weight, double strength) {
    const std::int64_t number = rotations.size(1);
    const std::int64_t size = rotations.size(2);
    const std::int64_t rows = weight.size(0);
    at::Tensor mixed = weight.reshape({rows, -1});
    const std::int64_t width = mixed.size(1);
    for (std::int64_t stage = 0; stage < rotations.size(0); ++stage) {
        const std::int64_t apart = (std::int64_t{1} << stage) * size / 2;
        mixed = mixed.view({-1, 2, apart, width}).transpose(1, 2).reshape({number, size, width});
        mixed = at::bmm(towardsIdentity(rotations[stage], strength), mixed);
        mixed = mixed.view({-1, apart, 2, width}).transpose(1, 2).reshape({rows, width});
    }
    return mixed.reshape(weight.sizes());
}

}  // namespace manju::lora
