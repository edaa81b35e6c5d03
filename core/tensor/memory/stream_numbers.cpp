// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/memory/stream_numbers.h"

#include <algorithm>
#include <vector>

namespace manju::tensor {

Result<gpu::StreamId> StreamNumbers::numberOf(gpu::cu::Stream stream) {
    auto adopted = streams_.adopt(stream, vram::kMostStreams);
    if (adopted) return adopted;
    std::vector<std::uint32_t> unused;
    for (std::uint32_t number = 0; number < vram::kMostStreams; ++number)
        if (uses_[number].blocks == 0 && uses_[number].lastUse > 0) unused.push_back(number);
    std::ranges::sort(unused, {}, [this](std::uint32_t number) { return uses_[number].lastUse; });
    // Those that were not adopted but opened by us are refused: their numbers are for good.
    for (const std::uint32_t number : unused)
        if (streams_.replace(gpu::StreamId(number), stream)) return gpu::StreamId(number);
    return adopted;
}

Result<gpu::StreamId> StreamNumbers::keep(gpu::cu::Stream stream) {
    const std::scoped_lock lock(mutex_);
    MANJU_TRY(const gpu::StreamId number, numberOf(stream));
    Use& use = uses_[static_cast<std::size_t>(number)];
    ++use.blocks;
    use.lastUse = ++clock_;
    return number;
}

void StreamNumbers::letGo(gpu::StreamId number) {
    const std::scoped_lock lock(mutex_);
    --uses_[static_cast<std::size_t>(number)].blocks;
}

}  // namespace manju::tensor
