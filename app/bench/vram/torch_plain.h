// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bench/vram/allocator.h"
#include "app/bench/vram/torch_blocks.h"

namespace manju::bench {

/// Model of torch's caching allocator with its default settings: best fit per stream and pool, segments
/// from cudaMalloc, blocks split in place, unused segments given back when the card is full. A model from
/// the documented rules, not the product.
class TorchPlain final : public Allocator {
public:
    explicit TorchPlain(Card& card) : card_(card), blocks_(card) {}
    ~TorchPlain() override;

    std::optional<Placement> allocate(const BlockRequest& request) override;
    void work(std::uint64_t handle, std::uint32_t stream) override;
    void free(std::uint64_t handle) override;
    Largest largest() override;
    std::uint64_t strandedBytes() override;
    /// A cudaMalloc takes whole pages of 2 MiB.
    [[nodiscard]] std::uint64_t pieceBytes(std::uint64_t /*request*/) const override {
        return kTorchLargeRounding;
    }

private:
    struct Use {
        std::uint64_t bytes = 0, live = 0, largestRun = 0;
    };
    static Use useOf(const TorchBlock* first);
    TorchBlock* grow(std::uint64_t bytes, std::uint32_t stream, bool small);
    void releaseCached();

    Card& card_;
    TorchBlocks blocks_;
};

}  // namespace manju::bench
