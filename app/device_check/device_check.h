// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include "app/device_check/api_costs.h"
#include "app/device_check/chunk_sizes.h"
#include "app/device_check/options.h"
#include "app/device_check/pieces_check.h"
#include "app/device_check/remap_check.h"
#include "app/device_check/twin_check.h"
#include "core/gpu/cuda/nvml.h"

namespace manju::device_check {

/// The least that the check uses of a card.
inline constexpr std::uint64_t kLeastRoom = std::uint64_t{128} << 20;

struct Facts {
    std::string library;
    gpu::CudaCard card;
    int driverVersion = 0;  ///< 12040 is 12.4
    gpu::MemoryInfo memory;
    std::uint64_t granularity = 0;
    std::optional<gpu::CardFigures> nvml;
    std::uint64_t room = 0;  ///< bytes that the check may use
};

enum class Part { Api, Pieces, Trace, Tight, Remaps, ChunkSizes };
inline constexpr Part kParts[] = {Part::Api,   Part::Pieces, Part::Trace,
                                  Part::Tight, Part::Remaps, Part::ChunkSizes};
std::string_view idOf(Part part);

/// What a part without an outcome met.
struct PartFailure {
    Part part{};
    Error error;
};

/// Everything that was found. What is absent was not reached, or is in `failures`.
struct Findings {
    Facts facts;
    std::optional<ApiCosts> api;
    std::optional<PiecesOutcome> pieces;
    std::optional<TwinOutcome> trace;  ///< the day on a card that suffices for it
    std::optional<TwinOutcome> tight;  ///< and on half of one, where requests are refused
    Comparison traceData, tightData;
    std::optional<RemapOutcome> remaps;
    Comparison remapData;
    std::optional<std::vector<ChunkSizeOutcome>> chunkSizes;
    Comparison chunkData;
    std::vector<PartFailure> failures;
    std::vector<Part> cutShort;  ///< or not reached at all
    double seconds = 0;

    /// Every check was made to its end, and held. What is only measured may have been cut short.
    [[nodiscard]] bool held() const;
};

/// Told at the start, and after each part.
struct Listener {
    std::function<void(const Facts&)> facts;
    std::function<void(Part, const Findings&)> part;
};

/// Runs all parts on the card of the options. Fails where there is no card to check.
Result<Findings> checkDevice(const Options& options, const Listener& listener = {});

}  // namespace manju::device_check
