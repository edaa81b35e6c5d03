// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/weights/checkpoint.h"

namespace manju::tensor {

/// The tensors that a built module computes with, by their names in the checkpoint. A tensor is a handle:
/// `set_` on one of these gives the module other values without the module's knowledge.
using ParameterMap = std::map<std::string, at::Tensor, std::less<>>;

/// A component while it is loaded.
struct LoadedComponent {
    weights::Component component = weights::Component::Unet;
    /// Different for every load: whoever changed tensors sees by it when they are the checkpoint's again.
    std::uint64_t load = 0;
    ParameterMap parameters;
};

/// Reads the tensors of one component for a module that is being built. The first failure is kept and
/// everything after it yields undefined tensors, so that a module's constructor stays a plain list of
/// names; whoever builds the module asks status() once at the end. Thread: owner only.
class ParameterReader {
public:
    /// The checkpoint must outlive every tensor that is taken.
    ParameterReader(const weights::Checkpoint& checkpoint, weights::Component component)
        : checkpoint_(checkpoint), component_(component) {}

    /// Every tensor that is taken is put into `taken` too, from now on; it must outlive the reader.
    void record(ParameterMap& taken) { taken_ = &taken; }

    /// The tensor as fp32 in the given shape; a shape with other sides but as many elements is accepted
    /// where only sides of length 1 differ (1x1 convolutions stored as matrices and the other way round).
    at::Tensor take(const std::string& name, std::initializer_list<std::int64_t> shape,
                    at::MemoryFormat format = at::MemoryFormat::Contiguous);
    /// The same without keeping a failure and without recording.
    [[nodiscard]] Result<at::Tensor> read(const std::string& name, std::span<const std::int64_t> shape) const;
    [[nodiscard]] bool has(const std::string& name) const;

    [[nodiscard]] Status status() const;

private:
    const weights::Checkpoint& checkpoint_;
    weights::Component component_;
    std::optional<Error> failure_;
    ParameterMap* taken_ = nullptr;
};

/// Bytes of the component's weights as fp32.
Result<Bytes> floatBytes(const weights::Checkpoint& checkpoint, weights::Component component);

}  // namespace manju::tensor
