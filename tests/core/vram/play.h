// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/core/vram/card.h"
#include "tests/core/vram/faulty_source.h"

namespace manju::vram::testing {

/// Held addresses, and the chunks they keep. Knows the rules of the pool alone; shares nothing with it.
class Model {
public:
    static constexpr std::uint64_t kChunk = 4 * kMiB, kSmallChunk = 2 * kMiB, kSmallMost = kMiB / 2;

    explicit Model(std::uint64_t total) : total_(total) {}
    /// What overlaps or lies askew, as a sentence; empty if nothing does.
    std::string add(const Block& block, std::uint64_t asked);
    void remove(const Block& block);
    /// What one request may have at most once all work has ended, as whole chunks.
    [[nodiscard]] std::uint64_t freeBytes(std::uint64_t others, bool forSmall) const;

private:
    std::uint64_t total_;
    std::map<std::uint64_t, std::uint64_t> live_;
    std::map<std::uint64_t, bool> small_;
};

/// Plays operations on a pool and on the model, from bytes until they end. An operation is its kind and as
/// many bytes as it needs: kinds below 100 allocate (size, region, stream), below 185 free (which), below
/// 205 use (which, stream), below 225 let the card run (milliseconds), below 230 trim (quarters of a MiB),
/// below 235 tidy (driver calls), below 245 change what other programs hold, above let one of the next
/// driver calls fail.
class Play {
public:
    Play(const std::vector<std::uint8_t>& bytes, std::uint64_t total);

    /// The first thing that went wrong; empty if nothing did.
    std::string run();
    [[nodiscard]] Counters counters() const { return counters_; }

private:
    std::uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }
    void operate();
    void allocate();
    void free();
    void use();
    void others();

    const std::vector<std::uint8_t>& bytes_;
    std::uint64_t total_;
    std::size_t at_ = 0;
    std::string problem_;
    std::vector<std::string> violations_;
    gpu::SimStreams streams_;
    std::unique_ptr<gpu::HostMemory> memory_;
    FaultySource faulty_;
    std::unique_ptr<VramPool> pool_;
    OwnerId owner_{};
    Model model_;
    std::uint64_t othersSeen_ = 0;
    std::vector<Block> live_;
    Counters counters_;
};

}  // namespace manju::vram::testing
