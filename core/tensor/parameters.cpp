// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/parameters.h"

#include <algorithm>
#include <vector>

#include "core/tensor/convert.h"
#include "core/tensor/errors.h"

namespace manju::tensor {
namespace {

std::vector<std::int64_t> withoutOnes(std::span<const std::int64_t> shape) {
    std::vector<std::int64_t> sides;
    std::copy_if(shape.begin(), shape.end(), std::back_inserter(sides), [](auto side) { return side != 1; });
    return sides;
}

}  // namespace

Result<at::Tensor> ParameterReader::read(const std::string& name, std::span<const std::int64_t> shape) const {
    const std::string file = checkpoint_.path().filename().string();
    MANJU_TRY(const weights::TensorView view, checkpoint_.tensor(component_, name));
    MANJU_TRY(const at::Tensor tensor, toFloatTensor(view, file, name));
    const std::span<const std::int64_t> stored(tensor.sizes().data(), tensor.sizes().size());
    if (std::ranges::equal(stored, shape)) return tensor;
    if (withoutOnes(stored) == withoutOnes(shape))
        return tensor.reshape(at::IntArrayRef(shape.data(), shape.size()));
    return Error(
        kWeightShape,
        {{"file", file}, {"tensor", name}, {"shape", shapeText(stored)}, {"expected", shapeText(shape)}});
}

at::Tensor ParameterReader::take(const std::string& name, std::initializer_list<std::int64_t> shape,
                                 at::MemoryFormat format) {
    if (failure_) return {};
    const auto tensor = read(name, std::span(shape.begin(), shape.size()));
    if (!tensor.ok()) {
        failure_ = tensor.error();
        return {};
    }
    at::Tensor dense = tensor->contiguous(format);
    if (taken_) taken_->insert_or_assign(name, dense);
    return dense;
}

bool ParameterReader::has(const std::string& name) const {
    return checkpoint_.tensor(component_, name).ok();
}

Status ParameterReader::status() const {
    if (failure_) return *failure_;
    return Done{};
}

Result<Bytes> floatBytes(const weights::Checkpoint& checkpoint, weights::Component component) {
    std::int64_t total = 0;
    for (const std::string& name : checkpoint.names(component)) {
        MANJU_TRY(const weights::TensorView view, checkpoint.tensor(component, name));
        std::int64_t count = 1;
        for (const std::int64_t side : view.shape) count *= side;
        total += count * static_cast<std::int64_t>(sizeof(float));
    }
    return Bytes(total);
}

}  // namespace manju::tensor
