// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/pieces_check.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "app/device_check/part_of_card.h"
#include "core/vram/errors.h"

namespace manju::device_check {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;
constexpr std::uint64_t kStay = 3200 * kMiB, kLarge = 6144 * kMiB;
constexpr std::array kGo{2048 * kMiB, 1536 * kMiB, 1536 * kMiB, 1536 * kMiB, 1536 * kMiB};
constexpr std::uint64_t kMostChunk = 16 * kMiB;
/// Each has its own word, and is compared at once.
constexpr std::uint64_t kPiece = 2 * kMiB;

class Sequence {
public:
    Sequence(vram::VramPool& pool, gpu::CudaStreams& streams, const gpu::CudaTransfers& transfers,
             const gpu::PinnedMemory& host, const Deadline& deadline, PiecesOutcome& outcome)
        : pool_(pool),
          streams_(streams),
          transfers_(transfers),
          host_(host),
          deadline_(deadline),
          outcome_(outcome),
          owner_(pool.owner("pieces")) {}
    Sequence(const Sequence&) = delete;
    Sequence& operator=(const Sequence&) = delete;
    ~Sequence() {
        for (const vram::Block& block : stay_) pool_.free(block.id);
        for (const vram::Block& block : go_) pool_.free(block.id);
    }

    Status run(std::uint64_t stay, std::span<const std::uint64_t> go) {
        for (const std::uint64_t bytes : go) {
            MANJU_TRY(const vram::Block leaves, pool_.allocate(request(bytes)));
            go_.push_back(leaves);
            MANJU_TRY(const vram::Block stays, pool_.allocate(request(stay)));
            stay_.push_back(stays);
            MANJU_CHECK(write(stay_.size() - 1));
        }
        for (const vram::Block& block : go_) pool_.free(block.id);
        go_.clear();
        const std::uint64_t moved = pool_.stats().counters.chunksMoved;
        const auto large = pool_.allocate(request(outcome_.asked));
        if (!large && !large.error().is(vram::kOutOfVram)) return large.error();
        outcome_.served = large.ok();
        outcome_.chunksMoved = pool_.stats().counters.chunksMoved - moved;
        if (large) {
            stay_.push_back(*large);
            MANJU_CHECK(write(stay_.size() - 1));
        }
        for (std::size_t number = 0; number < stay_.size(); ++number) MANJU_CHECK(compare(number));
        return Done{};
    }

private:
    [[nodiscard]] vram::Request request(std::uint64_t bytes) const {
        return {bytes, vram::Region::Sampling, workStream(0), owner_};
    }
    static std::uint32_t wordOf(std::size_t number, std::uint64_t piece) {
        return stampOf(number << 20 | piece);
    }

    Status write(std::size_t number) {
        const vram::Block& block = stay_[number];
        for (std::uint64_t at = 0; at < block.granted; at += kPiece)
            MANJU_CHECK(transfers_.fill(workStream(0), block.address + at,
                                        std::min(kPiece, block.granted - at), wordOf(number, at / kPiece)));
        return Done{};
    }

    Status compare(std::size_t number) {
        const vram::Block& block = stay_[number];
        const std::uint64_t most = host_.words().size_bytes();
        for (std::uint64_t at = 0; at < block.granted && !outcome_.cutShort; at += most) {
            const std::uint64_t bytes = std::min(most, block.granted - at);
            MANJU_CHECK(transfers_.copyToHost(workStream(0), block.address + at,
                                              host_.words().first(bytes / sizeof(std::uint32_t))));
            MANJU_TRY(const gpu::EventId event, streams_.record(workStream(0)));
            const Status waited = streams_.synchronize(event);
            streams_.discard(event);
            MANJU_CHECK(waited);
            for (std::uint64_t piece = 0; piece < bytes; piece += kPiece) {
                const auto words = host_.words().subspan(
                    piece / sizeof(std::uint32_t), std::min(kPiece, bytes - piece) / sizeof(std::uint32_t));
                ++outcome_.comparison.checks;
                if (!outcome_.comparison.holds(words, wordOf(number, (at + piece) / kPiece),
                                               block.address + at + piece))
                    ++outcome_.comparison.mismatches;
            }
            outcome_.comparedBytes += bytes;
            outcome_.cutShort = deadline_.hasPassed();
        }
        return Done{};
    }

    vram::VramPool& pool_;
    gpu::CudaStreams& streams_;
    const gpu::CudaTransfers& transfers_;
    const gpu::PinnedMemory& host_;
    const Deadline& deadline_;
    PiecesOutcome& outcome_;
    vram::OwnerId owner_;
    std::vector<vram::Block> stay_, go_;
};

}  // namespace

std::uint64_t bytesOfPiecesCheck() {
    return std::accumulate(kGo.begin(), kGo.end(), kGo.size() * kStay);
}

Result<PiecesOutcome> checkPieces(gpu::MemorySource& card, const gpu::CudaContext& context,
                                  gpu::CudaStreams& streams, std::uint64_t room, const Deadline& deadline) {
    PiecesOutcome outcome;
    outcome.factor = std::min(1.0, static_cast<double>(room) / static_cast<double>(bytesOfPiecesCheck()));
    const std::uint64_t granularity = card.traits().granularity;
    const auto scaled = [&](std::uint64_t bytes, std::uint64_t unit) {
        return static_cast<std::uint64_t>(static_cast<double>(bytes) * outcome.factor) / unit * unit;
    };
    // The smallest free piece has at least eight chunks, if the granularity allows that.
    outcome.chunkBytes =
        std::clamp(std::bit_floor(scaled(kGo.back(), 1) / 8), granularity, std::max(granularity, kMostChunk));
    const std::uint64_t stay = scaled(kStay, outcome.chunkBytes);
    std::array<std::uint64_t, kGo.size()> go{};
    for (std::size_t i = 0; i < go.size(); ++i) {
        go[i] = scaled(kGo[i], outcome.chunkBytes);
        outcome.freeBytes += go[i];
    }
    outcome.largestPiece = go[0];
    outcome.asked = scaled(kLarge, 512);
    outcome.bytes = outcome.freeBytes + go.size() * stay;

    PartOfCard part(card, outcome.bytes);
    vram::PoolOptions options;
    options.chunkBytes = outcome.chunkBytes;
    options.smallChunkBytes = granularity;
    options.smallMost = 0;
    MANJU_TRY(const auto host, gpu::PinnedMemory::allocate(context, 16 * kPiece / sizeof(std::uint32_t)));
    const gpu::CudaTransfers transfers(context, streams);
    MANJU_TRY(const auto pool, vram::VramPool::open(part, streams, options));
    MANJU_CHECK(Sequence(*pool, streams, transfers, *host, deadline, outcome).run(stay, go));
    return outcome;
}

}  // namespace manju::device_check
