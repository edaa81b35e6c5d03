// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bench/vram/allocator.h"
#include "app/bench/vram/torch_blocks.h"

namespace manju::bench {

/// Model of torch's caching allocator with expandable_segments:True: one range of addresses per stream and
/// pool, which grows at its end by pages of 2 or 20 MiB; when the card is full, pages that hold nothing are
/// unmapped. A model from the documented rules, not the product.
class TorchExpandable final : public Allocator {
public:
    explicit TorchExpandable(Card& card) : card_(card), blocks_(card) {}

    std::optional<Placement> allocate(const BlockRequest& request) override;
    void work(std::uint64_t handle, std::uint32_t stream) override;
    void free(std::uint64_t handle) override;
    Largest largest() override;
    std::uint64_t strandedBytes() override;
    [[nodiscard]] std::uint64_t pieceBytes(std::uint64_t request) const override {
        return pageOf(request <= kTorchSmallMost);
    }

private:
    static std::uint64_t pageOf(bool small) { return small ? kTorchSmallSegment : kTorchMiddleSegment; }
    TorchBlock* bestFit(std::uint64_t bytes, std::uint32_t stream, bool small);
    TorchBlock* grow(std::uint64_t bytes, std::uint32_t stream, bool small);
    TorchBlock* placeToGrow(std::uint64_t bytes, std::uint32_t stream, bool small);
    TorchBlock* mapStart(TorchBlock& block, std::uint64_t bytes);
    void releaseCached();
    /// Bytes of free pages within the block, and where they begin.
    static std::pair<std::uint64_t, std::uint64_t> pagesWithin(std::uint64_t start, std::uint64_t bytes,
                                                               std::uint64_t page);
    [[nodiscard]] std::uint64_t releasable() const;
    [[nodiscard]] std::uint64_t growthOf(const TorchBlock* first, std::uint64_t fromCard) const;

    Card& card_;
    TorchBlocks blocks_;
};

}  // namespace manju::bench
