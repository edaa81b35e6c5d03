// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/core/vram/play.h"

namespace manju::vram {
namespace {

using testing::kMiB;
using testing::Play;

/// How much to try: what the environment says, or else what fits into every run.
std::uint64_t wanted(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(PoolModel, AnySequenceKeepsTheRules) {
    Counters sum;
    const std::uint64_t rounds = wanted("MANJU_FUZZ", 100);
    for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<std::uint8_t> bytes(200 + random() % 800);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        Play play(bytes, 96 * kMiB);
        ASSERT_EQ(play.run(), "") << "seed " << seed;
        sum.remaps += play.counters().remaps;
        sum.rollbacks += play.counters().rollbacks;
        sum.refusals += play.counters().refusals;
        sum.streamWaits += play.counters().streamWaits;
        sum.hostWaits += play.counters().hostWaits;
        sum.notReadyRetries += play.counters().notReadyRetries;
    }
    // The random bytes must reach what they are there for.
    for (const std::uint64_t count :
         {sum.remaps, sum.rollbacks, sum.refusals, sum.streamWaits, sum.hostWaits, sum.notReadyRetries})
        EXPECT_GT(count, rounds / 20);
}

/// Every sequence of these operations up to a length, on a card of four chunks.
TEST(PoolModel, EveryShortSequenceKeepsTheRules) {
    const std::vector<std::vector<std::uint8_t>> operations = {
        {0, 120, 1, 0},  // half a chunk, stream 0
        {0, 131, 1, 1},  // just over one, stream 1
        {0, 150, 2, 0},  // three, another region
        {0, 10, 1, 1},   // a small one
        {100, 0},        // free the first
        {100, 1},        // free the second
        {185, 0, 2},     // a third stream reads the first
        {205, 9},        // the card goes on
        {225, 0},        // trim
        {230, 2},        // tidy
        {235, 16},       // other programs take a chunk
        {255, 1, 1},     // the second driver call from here fails
    };
    const std::uint64_t length = wanted("MANJU_DEPTH", 3);
    std::uint64_t sequences = 1;
    for (std::uint64_t i = 0; i < length; ++i) sequences *= operations.size();
    for (std::uint64_t number = 0; number < sequences; ++number) {
        std::vector<std::uint8_t> bytes;
        for (std::uint64_t i = 0, rest = number; i < length; ++i, rest /= operations.size()) {
            const auto& operation = operations[rest % operations.size()];
            bytes.insert(bytes.end(), operation.begin(), operation.end());
        }
        ASSERT_EQ(Play(bytes, 16 * kMiB).run(), "") << "sequence " << number << " of length " << length;
    }
}

}  // namespace
}  // namespace manju::vram
