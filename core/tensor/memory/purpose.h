// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/vram/pool.h"

namespace manju::tensor {

/// While it lives, tensors that this thread makes count for a region and an owner; Region::Transient and
/// "tensors" else. `pool` is the one that serves. libtorch's own threads, if an operator makes memory there,
/// count for the latter.
class TensorsFor {
public:
    TensorsFor(vram::VramPool& pool, vram::Region region, std::string_view owner);
    ~TensorsFor();
    TensorsFor(const TensorsFor&) = delete;
    TensorsFor& operator=(const TensorsFor&) = delete;

private:
    vram::Region region_;
    vram::OwnerId owner_;
    bool set_;
};

/// What is accounted to nobody else.
inline constexpr std::string_view kNobodysTensors = "tensors";

/// The request for memory of a tensor that this thread makes now; `nobody` is the pool's number of
/// kNobodysTensors.
[[nodiscard]] vram::Request requestHere(std::uint64_t bytes, gpu::StreamId stream, vram::OwnerId nobody);

}  // namespace manju::tensor
