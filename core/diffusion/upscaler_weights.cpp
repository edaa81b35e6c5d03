// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/upscaler_weights.h"

#include <algorithm>
#include <array>

#include "core/diffusion/errors.h"
#include "core/tensor/convert.h"

namespace manju::diffusion {
namespace {

// In the order of preference: the first is the averaged network, which programs use.
constexpr std::array<std::string_view, 3> kPrefixes{"params_ema.", "params.", "module."};
constexpr int kLargestScale = 16;

std::string prefixOf(const weights::SafetensorsFile& file) {
    for (const std::string_view prefix : kPrefixes)
        for (const weights::TensorEntry& entry : file.entries())
            if (entry.name.starts_with(prefix)) return std::string(prefix);
    return "";
}

}  // namespace

UpscalerWeights::UpscalerWeights(const weights::SafetensorsFile& file)
    : file_(file), fileName_(file.path().filename().string()), prefix_(prefixOf(file)) {
    for (const weights::TensorEntry& entry : file.entries())
        if (entry.name.starts_with(prefix_)) names_.push_back(entry.name.substr(prefix_.size()));
}

const weights::TensorEntry* UpscalerWeights::find(const std::string& name) const {
    return file_.find(prefix_ + name);
}

std::int64_t UpscalerWeights::side(const std::string& name, std::size_t dimension) const {
    const weights::TensorEntry* entry = find(name);
    return entry && dimension < entry->shape.size() ? entry->shape[dimension] : 0;
}

int UpscalerWeights::count(std::string_view start) const {
    std::set<std::string_view> numbers;
    for (const std::string& name : names_) {
        if (!name.starts_with(start)) continue;
        const std::string_view rest = std::string_view(name).substr(start.size());
        const std::size_t end = rest.find_first_not_of("0123456789");
        if (end != 0 && end != std::string_view::npos) numbers.insert(rest.substr(0, end));
    }
    return static_cast<int>(numbers.size());
}

Result<at::Tensor> UpscalerWeights::read(const std::string& name, std::span<const std::int64_t> shape) const {
    const weights::TensorEntry* entry = find(name);
    if (!entry) return Error(kUpscalerTensorMissing, {{"file", fileName_}, {"tensor", name}});
    if (!std::ranges::equal(entry->shape, shape))
        return Error(kUpscalerTensorShape, {{"file", fileName_},
                                            {"tensor", name},
                                            {"shape", tensor::shapeText(entry->shape)},
                                            {"expected", tensor::shapeText(shape)}});
    return tensor::toFloatTensor({entry->dtype, entry->shape, file_.bytes(*entry)}, fileName_, name);
}

at::Tensor UpscalerWeights::take(const std::string& name, std::initializer_list<std::int64_t> shape) {
    if (failure_) return {};
    auto tensor = read(name, std::span(shape.begin(), shape.size()));
    if (!tensor.ok()) {
        failure_ = tensor.error();
        return {};
    }
    used_.insert(name);
    return std::move(tensor).value();
}

Conv UpscalerWeights::conv(const std::string& name, ConvShape shape) {
    Conv conv;
    conv.shape = shape;
    conv.weight = take(name + ".weight", {shape.out, shape.in, shape.kernel, shape.kernel});
    conv.bias = take(name + ".bias", {shape.out});
    return conv;
}

void UpscalerWeights::refuse(Error error) {
    if (!failure_) failure_ = std::move(error);
}

Status UpscalerWeights::status() const {
    if (failure_) return *failure_;
    for (const std::string& name : names_)
        if (!used_.contains(name)) return Error(kUpscalerUnknown, {{"file", fileName_}, {"tensor", name}});
    return Done{};
}

int unfoldingOf(UpscalerWeights& weights, const std::string& name) {
    const std::int64_t channels = weights.side(name + ".weight", 0);
    if (channels == 0) return 1;
    for (int scale = 1; scale <= kLargestScale; ++scale)
        if (channels == kUpscalerColours * scale * scale) return scale;
    weights.refuse(Error(kUpscalerUnknown, {{"file", weights.fileName()}, {"tensor", name + ".weight"}}));
    return 1;
}

}  // namespace manju::diffusion
