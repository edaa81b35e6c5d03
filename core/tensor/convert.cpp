// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/convert.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>

#include <atomic>
#include <bit>
#include <cstdint>

#include "core/tensor/errors.h"

namespace manju::tensor {
namespace {

constexpr std::int64_t kElementsPerTask = 1 << 18;

/// Exponent bits all set means NaN or infinity. Integer arithmetic, so that the loop vectorises.
bool finiteRun(const float* values, std::int64_t count) {
    std::uint32_t bad = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto word = std::bit_cast<std::uint32_t>(values[i]) & 0x7F800000U;
        bad |= static_cast<std::uint32_t>(word == 0x7F800000U);
    }
    return bad == 0;
}

bool isAlignedFloat(const weights::TensorView& view) {
    return view.dtype == weights::Dtype::F32 &&
           reinterpret_cast<std::uintptr_t>(view.bytes.data()) % alignof(float) == 0;
}

std::int64_t elements(const weights::TensorView& view) {
    std::int64_t count = 1;
    for (const std::int64_t side : view.shape) count *= side;
    return count;
}

/// Decodes and checks block by block, so that the check reads what is still in the processor's cache.
bool decode(const weights::TensorView& view, float* out, std::int64_t count) {
    const auto width = static_cast<std::int64_t>(weights::bits(view.dtype)) / 8;
    std::atomic<bool> finite{true};
    at::parallel_for(0, count, kElementsPerTask, [&](std::int64_t begin, std::int64_t end) {
        const auto source = view.bytes.subspan(static_cast<std::size_t>(begin * width),
                                               static_cast<std::size_t>((end - begin) * width));
        weights::decodeToFloat(view.dtype, source, {out + begin, static_cast<std::size_t>(end - begin)});
        if (!finiteRun(out + begin, end - begin)) finite = false;
    });
    return finite;
}

}  // namespace

bool allFinite(std::span<const float> values) {
    std::atomic<bool> finite{true};
    at::parallel_for(0, static_cast<std::int64_t>(values.size()), kElementsPerTask,
                     [&](std::int64_t begin, std::int64_t end) {
                         if (!finiteRun(values.data() + begin, end - begin)) finite = false;
                     });
    return finite;
}

std::string shapeText(std::span<const std::int64_t> shape) {
    if (shape.empty()) return "scalar";
    std::string text;
    for (const std::int64_t side : shape) text += (text.empty() ? "" : "x") + std::to_string(side);
    return text;
}

Result<at::Tensor> toFloatTensor(const weights::TensorView& view, const std::string& file,
                                 const std::string& name) {
    if (!weights::isDecodable(view.dtype))
        return Error(kWeightDtype,
                     {{"file", file}, {"tensor", name}, {"dtype", std::string(weights::name(view.dtype))}});
    const std::int64_t count = elements(view);
    at::Tensor tensor;
    bool finite = true;
    if (isAlignedFloat(view)) {
        // from_blob takes a mutable pointer; the mapping is read-only and so is every use of a weight.
        auto* values = reinterpret_cast<float*>(const_cast<std::byte*>(view.bytes.data()));
        tensor = at::from_blob(values, view.shape, at::kFloat);
        finite = allFinite({values, static_cast<std::size_t>(count)});
    } else {
        tensor = at::empty(view.shape, at::kFloat);
        finite = decode(view, tensor.data_ptr<float>(), count);
    }
    if (!finite) return Error(kWeightNotFinite, {{"file", file}, {"tensor", name}});
    return view.transposed ? tensor.t().contiguous() : tensor;
}

}  // namespace manju::tensor
