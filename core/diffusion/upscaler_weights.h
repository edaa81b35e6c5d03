// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/diffusion/layers.h"
#include "core/weights/safetensors.h"

namespace manju::diffusion {

inline constexpr std::int64_t kUpscalerColours = 3;

/// The tensors of an upscaler's file for a network that is being built, without the prefix that training
/// programs leave ("params_ema.", "params.", "module."). Keeps the first failure, after which every tensor
/// is undefined; whoever builds the network asks status() once at the end. Thread: owner only.
class UpscalerWeights {
public:
    /// The file must outlive every tensor that is taken.
    explicit UpscalerWeights(const weights::SafetensorsFile& file);

    /// Without the prefix, sorted.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] bool has(const std::string& name) const { return find(name) != nullptr; }
    /// One side of a tensor's shape; 0 if there is no such tensor or side.
    [[nodiscard]] std::int64_t side(const std::string& name, std::size_t dimension) const;
    /// How many numbers follow `start` directly in the names: count("body.") is 6 for body.0. to body.5.
    [[nodiscard]] int count(std::string_view start) const;

    at::Tensor take(const std::string& name, std::initializer_list<std::int64_t> shape);
    /// For images plane by plane, not channels-last: with the few channels of these networks the kernels are
    /// 1.3 to 2 times faster so.
    Conv conv(const std::string& name, ConvShape shape);
    /// Marks a stored tensor as one that the network needs not.
    void passOver(const std::string& name) { used_.insert(name); }
    /// Keeps `error` as the first failure, if there is none yet.
    void refuse(Error error);
    [[nodiscard]] bool failed() const { return failure_.has_value(); }

    /// The file's name, for messages.
    [[nodiscard]] const std::string& fileName() const { return fileName_; }
    /// The first failure; else a refusal if a tensor is left that nothing took: then the file is of a
    /// variant whose pictures would come out wrong.
    [[nodiscard]] Status status() const;

private:
    [[nodiscard]] const weights::TensorEntry* find(const std::string& name) const;
    Result<at::Tensor> read(const std::string& name, std::span<const std::int64_t> shape) const;

    const weights::SafetensorsFile& file_;
    std::string fileName_;
    std::string prefix_;
    std::vector<std::string> names_;
    std::set<std::string> used_;
    std::optional<Error> failure_;
};

/// The scale s of a network whose last convolution `name` gives 3 s^2 channels that unfold into squares of
/// s x s pixels. 1 if there is no such tensor; other numbers of channels are refused.
int unfoldingOf(UpscalerWeights& weights, const std::string& name);

}  // namespace manju::diffusion
