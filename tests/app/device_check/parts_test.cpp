// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the checks are made of, and all of them together.
#include <gmock/gmock.h>

#include "app/device_check/device_check.h"
#include "app/device_check/errors.h"
#include "app/device_check/part_of_card.h"
#include "app/device_check/patient_streams.h"
#include "app/device_check/report.h"
#include "core/gpu/errors.h"
#include "tests/app/device_check/fake_card.h"
#include "tests/support/result_matchers.h"

namespace manju::device_check {
namespace {

using manju::testing::FailsWith;
using manju::testing::Succeeds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PartOfCard, LooksLikeACardOfItsSize) {
    FakeCard card;
    PartOfCard part(*card.memory, 8 * kMiB);
    EXPECT_EQ(part.traits().totalBytes, 8 * kMiB);
    const gpu::Physical piece = part.create(6 * kMiB).value();
    EXPECT_EQ(part.info().value().freeBytes, 2 * kMiB);
    EXPECT_THAT(part.create(4 * kMiB), FailsWith(gpu::kOutOfMemory));
    EXPECT_EQ(part.takenByOthers(), 0U);
    ASSERT_THAT(part.release(piece), Succeeds());
    EXPECT_EQ(part.info().value().freeBytes, 8 * kMiB);
    EXPECT_EQ(part.spent().calls, 2U);
}

TEST(PartOfCard, LeavesTheLastOfTheCard) {
    FakeCard card(1024 * kMiB);
    PartOfCard part(*card.memory, 1024 * kMiB);
    while (part.create(16 * kMiB)) {
    }
    EXPECT_EQ(card.memory->info().value().freeBytes, kLeftFree);
    EXPECT_EQ(part.takenByOthers(), 1U);
}

TEST(PartOfCard, SeesThatOthersTookMemory) {
    FakeCard card(1024 * kMiB);
    PartOfCard part(*card.memory, 512 * kMiB);
    fakecuda::setOthersBytes(0, 500 * kMiB);
    EXPECT_THAT(part.create(16 * kMiB), FailsWith(gpu::kOutOfMemory));
    EXPECT_EQ(part.takenByOthers(), 1U);
}

TEST(PatientStreams, AnEventIsDoneWhenItOrALaterOneWasWaitedFor) {
    FakeCard card;
    PatientStreams streams(*card.streams);
    const gpu::EventId first = streams.record(workStream(0)).value();
    const gpu::EventId second = streams.record(workStream(0)).value();
    const gpu::EventId third = streams.record(workStream(0)).value();
    const gpu::EventId other = streams.record(workStream(1)).value();
    EXPECT_FALSE(streams.isDone(first).value());
    ASSERT_THAT(streams.synchronize(second), Succeeds());
    EXPECT_TRUE(streams.isDone(first).value());
    EXPECT_TRUE(streams.isDone(second).value());
    EXPECT_FALSE(streams.isDone(third).value());
    EXPECT_FALSE(streams.isDone(other).value());
    for (const gpu::EventId event : {first, second, third, other}) streams.discard(event);
}

ChunkSizeOutcome sized(std::uint64_t chunkBytes, double micros, bool cutShort = false) {
    ChunkSizeOutcome size;
    size.chunkBytes = chunkBytes;
    size.driverMicros = micros;
    size.cutShort = cutShort;
    return size;
}

TEST(RecommendedChunk, IsTheSmallestThatIsCheapEnough) {
    EXPECT_EQ(recommendedChunk({sized(2, 50), sized(4, 20), sized(8, 5)}), 4U);
    EXPECT_EQ(recommendedChunk({sized(2, 50), sized(4, 30), sized(8, 40)}), 4U) << "else the cheapest";
    EXPECT_EQ(recommendedChunk({sized(2, 1, true), sized(4, 10)}), 4U) << "not what was cut short";
    EXPECT_EQ(recommendedChunk({sized(2, 60), sized(4, 35), sized(8, 0, true)}), std::nullopt)
        << "8 MiB might be cheaper";
    EXPECT_EQ(recommendedChunk({}), std::nullopt);
}

Options smallOptions() {
    Options options;
    options.memoryMiB = 128;
    options.repetitions = 4;
    options.remaps = 50;
    options.pictures = 1;
    options.library = MANJU_FAKECUDA;
    return options;
}

void resetCard() {
    fakecuda::reset({{.totalBytes = 2048 * kMiB, .callTakes = std::chrono::nanoseconds(100)}});
}

TEST(DeviceCheck, HoldsOnACardThatKeepsItsRulesAndLeavesNothingBehind) {
    resetCard();
    std::vector<Part> told;
    const auto findings =
        checkDevice(smallOptions(), {{}, [&](Part part, const Findings&) { told.push_back(part); }});
    ASSERT_TRUE(findings) << findings.error().debugText();
    EXPECT_TRUE(findings->held());
    EXPECT_THAT(findings->cutShort, IsEmpty());
    EXPECT_EQ(told.size(), std::size(kParts));
    EXPECT_EQ(fakecuda::leftovers(), fakecuda::Leftovers());
    EXPECT_EQ(findings->trace->refusals, 0U);
    EXPECT_GT(findings->tight->refusals, 0U);
    EXPECT_EQ(findings->facts.nvml->totalBytes, 2048 * kMiB);
    EXPECT_EQ(findings->chunkSizes->size(), std::size(kChunkSizes));
    EXPECT_TRUE(recommendedChunk(*findings->chunkSizes));

    const Json json = reportJson(*findings);
    EXPECT_EQ(json.at("held"), true);
    EXPECT_EQ(json.at("remaps").at("held"), true);
    std::set<std::pair<std::string, std::uint64_t>> costs;
    for (const Json& cost : json.at("api").at("costs")) {
        costs.emplace(cost.at("call"), cost.at("piece_bytes"));
        EXPECT_GE(cost.at("repetitions"), cost.at("call") == "access of a run" ? 1 : 4) << cost;
        EXPECT_LE(cost.at("median_ns"), cost.at("p99_ns"));
    }
    EXPECT_EQ(costs.size(), 10 * std::size(kChunkSizes) + 4);

    for (const messages::Language language : {messages::Language::English, messages::Language::Chinese}) {
        std::string text = factsText(findings->facts, language);
        for (const Part part : kParts) text += partText(part, *findings, language);
        text += verdictText(*findings, language);
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
        EXPECT_EQ(text.find("device_check."), std::string::npos) << text;
    }
}

TEST(DeviceCheck, DoesNotHoldWhereAWordIsLost) {
    resetCard();
    fakecuda::loseWord(700);  // while pictures are replayed
    const auto findings = checkDevice(smallOptions());
    ASSERT_TRUE(findings);
    EXPECT_FALSE(findings->held());
    EXPECT_EQ(findings->traceData.mismatches + findings->tightData.mismatches, 1U);
    EXPECT_THAT(verdictText(*findings, messages::Language::English), HasSubstr("Not everything held"));
}

TEST(DeviceCheck, SaysWhatACardThatFailsAnsweredAndEnds) {
    for (const unsigned at : {2000U, 10'000U, 30'000U}) {
        resetCard();
        fakecuda::fail({.first = at,
                        .count = fakecuda::kForever,
                        .result = static_cast<int>(gpu::cu::Code::IllegalAddress)});
        const auto findings = checkDevice(smallOptions());
        ASSERT_TRUE(findings) << at;
        EXPECT_FALSE(findings->held());
        ASSERT_FALSE(findings->failures.empty());
        EXPECT_THAT(partText(findings->failures[0].part, *findings, messages::Language::English),
                    HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
    }
}

TEST(DeviceCheck, RefusesCardsThatItCannotCheck) {
    fakecuda::reset({{.virtualMemory = fakecuda::VirtualMemory::Absent}});
    EXPECT_THAT(checkDevice(smallOptions()), FailsWith(kNoVirtualMemory));
    fakecuda::reset({{.totalBytes = 600 * kMiB}});
    EXPECT_THAT(checkDevice(smallOptions()), FailsWith(kTooLittleFree));
    resetCard();
    Options other = smallOptions();
    other.device = 3;
    EXPECT_THAT(checkDevice(other), FailsWith(gpu::kNoSuchDevice));
}

}  // namespace
}  // namespace manju::device_check
