// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the examples of core/vram/README.md.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/vram/errors.h"
#include "tests/core/vram/card.h"

namespace manju::vram {
namespace {

using namespace std::chrono_literals;
using testing::Card;

std::uint64_t bytesOf(const std::string& text) {
    return std::stoull(text) * (text.back() == 'G' ? testing::kGiB : testing::kMiB);
}

class Example {
public:
    void run(const std::string& line) {
        std::istringstream words(line);
        std::string verb, name, size;
        words >> verb;
        if (verb == "card") {
            words >> size >> name >> name;
            card_ = std::make_unique<Card>(bytesOf(size), PoolOptions{.chunkBytes = bytesOf(name)});
        } else if (verb == "get") {
            std::uint32_t stream = 0;
            words >> name >> size >> stream;
            const auto block = card_->get(bytesOf(size), stream);
            ASSERT_TRUE(block) << block.error().debugText();
            blocks_[name] = {*block, stream};
        } else if (verb == "run") {
            words >> name;
            const auto& [block, stream] = blocks_.at(name);
            card_->streams.launch(gpu::StreamId{stream}, {{}, {{block.address, block.granted}}, 5ms});
        } else if (verb == "free") {
            words >> name;
            card_->pool->free(blocks_.at(name).first.id);
            blocks_.erase(name);
        } else if (verb == "refuse") {
            words >> size;
            const auto block = card_->get(bytesOf(size));
            ASSERT_FALSE(block);
            EXPECT_TRUE(block.error().is(kOutOfVram));
        } else {
            ASSERT_EQ(verb, "expect");
            while (words >> name >> size) expect(name, size);
        }
        card_->pool->validate();
        ASSERT_TRUE(card_->violations.empty()) << card_->violations.front();
    }
    void end() {
        for (const auto& [name, block] : blocks_) card_->pool->free(block.first.id);
    }

private:
    void expect(const std::string& name, const std::string& size) {
        const Stats stats = card_->pool->stats();
        const std::map<std::string, std::uint64_t> bytes = {{"requested", stats.bands.requested},
                                                            {"stranded", stats.bands.stranded},
                                                            {"physical", card_->memory->createdBytes()}};
        const std::map<std::string, std::uint64_t> counts = {{"moved", stats.counters.chunksMoved},
                                                             {"created", stats.counters.chunksCreated},
                                                             {"waits", stats.counters.hostWaits},
                                                             {"streamWaits", stats.counters.streamWaits},
                                                             {"refusals", stats.counters.refusals}};
        if (bytes.contains(name))
            EXPECT_EQ(bytes.at(name), bytesOf(size)) << name;
        else
            EXPECT_EQ(counts.at(name), std::stoull(size)) << name;
    }

    std::unique_ptr<Card> card_;
    std::map<std::string, std::pair<Block, std::uint32_t>> blocks_;
};

TEST(Examples, OfTheReadmeAreTrue) {
    std::ifstream file(MANJU_SOURCE_DIR "/core/vram/README.md");
    std::string line;
    int examples = 0, number = 0;
    std::unique_ptr<Example> example;
    while (std::getline(file, line)) {
        ++number;
        SCOPED_TRACE("line " + std::to_string(number) + ": " + line);
        if (line == "```example") {
            example = std::make_unique<Example>();
            ++examples;
        } else if (line == "```" && example) {
            example->end();
            example.reset();
        } else if (example) {
            example->run(line);
            ASSERT_FALSE(HasFatalFailure());
        }
    }
    EXPECT_GE(examples, 5);
}

}  // namespace
}  // namespace manju::vram
