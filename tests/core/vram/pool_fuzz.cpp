// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage-guided fuzzing of the pool against the model: `vram_fuzz -max_len=600 FOLDER` of the preset "fuzz".
#include <cstdio>
#include <cstdlib>

#include "tests/core/vram/play.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using manju::vram::testing::kMiB;
    using manju::vram::testing::Play;
    const std::vector<std::uint8_t> bytes(data, data + size);
    const std::string problem = Play(bytes, 96 * kMiB).run();
    if (problem.empty()) return 0;
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::abort();
}
