// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace manju::lora {

/// (I + Q)(I - Q)^-1 with Q = B - B^T for each block of `blocks` [..., n, n]. With a `limit` above 0 the norm
/// of all Q together is brought down to it (constrained OFT).
at::Tensor cayley(const at::Tensor& blocks, double limit);

/// `rotations` [k, n, n] on the rows of `weight` [k*n, ...], each strength * R + (1 - strength) * I. As the
/// trainers do it, the transposed rotation is applied: row m of a block becomes the sum over i of R[i, m]
/// W[i].
at::Tensor rotateBlocks(const at::Tensor& rotations, const at::Tensor& weight, double strength);

/// The same with blocks that need not end with the rows: of the last block only the upper left corner counts.
/// One block [1, n, n] stands for all. Precondition: there are one or at least rows / n blocks.
at::Tensor rotateCovering(const at::Tensor& rotations, const at::Tensor& weight, double strength);

/// Butterfly of `rotations` [stages, k, n, n]: stage i mixes rows that lie 2^i * n / 2 apart; here the
/// rotations are not transposed. The strength works on every stage. Precondition: 2^i * n divides the rows.
at::Tensor rotateButterfly(const at::Tensor& rotations, const at::Tensor& weight, double strength);

}  // namespace manju::lora
