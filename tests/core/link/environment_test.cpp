// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/environment.h"

#include <gtest/gtest.h>

#include "core/link/build_id.h"
#include "core/messages/messages.h"

namespace manju::link {
namespace {

CpuIdentity intel(int model, bool avx512) {
    return {"GenuineIntel", 6, model, true, avx512};
}
CpuIdentity amd(int family) {
    return {"AuthenticAMD", family, 1, true, false};
}

TEST(OpenBlasCore, IsNamedForProcessorsThatTheLibraryDoesNotKnow) {
    EXPECT_EQ(openBlasCore(intel(0x8F, true)), "SkylakeX");  // Sapphire Rapids
    EXPECT_EQ(openBlasCore(intel(0xCF, true)), "SkylakeX");  // Emerald Rapids
    EXPECT_EQ(openBlasCore(intel(0xAD, true)), "SkylakeX");  // Granite Rapids
    EXPECT_EQ(openBlasCore(intel(0xB7, false)), "Haswell");  // Raptor Lake
    EXPECT_EQ(openBlasCore(intel(0x55, true)), std::nullopt);
    EXPECT_EQ(openBlasCore(intel(0x3C, false)), std::nullopt);
    EXPECT_EQ(openBlasCore(amd(0x17)), std::nullopt);
    EXPECT_EQ(openBlasCore(amd(0x19)), "Zen");
    EXPECT_EQ(openBlasCore(amd(0x1A)), "Zen");
    EXPECT_EQ(openBlasCore({"GenuineIntel", 6, 0x8F, false, false}), std::nullopt);
    EXPECT_EQ(openBlasCore(CpuIdentity{}), std::nullopt);
}

TEST(WorkerEnvironment, SetsThreadsKeepsTheRestAndLetsTheOwnerWin) {
    WorkerOptions options;
    options.cpuThreads = 6;
    options.environment = {{"MALLOC_ARENA_MAX", "8"}, {"NEW", "1"}};
    const Environment result = workerEnvironment({{"PATH", "/bin"}, {"OMP_NUM_THREADS", "99"}, {"NEW", "0"}},
                                                 options, intel(0x8F, true));
    EXPECT_EQ(result, (Environment{{"PATH", "/bin"},
                                   {"OMP_NUM_THREADS", "6"},
                                   {"OPENBLAS_NUM_THREADS", "6"},
                                   {"MKL_NUM_THREADS", "6"},
                                   {"OMP_WAIT_POLICY", "PASSIVE"},
                                   {"OPENBLAS_CORETYPE", "SkylakeX"},
                                   {"MALLOC_ARENA_MAX", "8"},
                                   {"MALLOC_MMAP_THRESHOLD_", "33554432"},
                                   {"MALLOC_TRIM_THRESHOLD_", "268435456"},
                                   {"MKL_CBWR", "AUTO,STRICT"},
                                   {"NEW", "1"}}));
}

TEST(WorkerEnvironment, AChosenBlasCoreStays) {
    const Environment result =
        workerEnvironment({{"OPENBLAS_CORETYPE", "Cooperlake"}}, WorkerOptions{}, intel(0x8F, true));
    EXPECT_EQ(result.at("OPENBLAS_CORETYPE"), "Cooperlake");
}

TEST(BuildId, IsSixteenHexadecimalDigits) {
    ASSERT_EQ(buildId().size(), 16U);
    EXPECT_EQ(buildId().find_first_not_of("0123456789abcdef"), std::string_view::npos);
}

TEST(LinkMessages, EveryErrorAndStageHasASentenceInBothLanguages) {
    for (int number = 1; number <= 20; ++number) {
        const std::string id = "MJ-LINK-" + std::string(number < 10 ? "0" : "") + std::to_string(number);
        for (const auto language : {messages::Language::English, messages::Language::Chinese})
            EXPECT_EQ(messages::text(language, id).find("MJ-LINK"), std::string::npos) << id;
    }
    for (const char* stage : {"stage.speak", "stage.subtitles", "stage.compose", "stage.verify"})
        EXPECT_NE(messages::text(messages::Language::English, stage), stage);
}

}  // namespace
}  // namespace manju::link
