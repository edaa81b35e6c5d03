// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diffusion/resample.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "fixture.h"

namespace manju::diffusion {
namespace {

/// Stored as [height, width] or [height, width, 3].
Pixels pixels(const Fixture& fixture, const std::string& name) {
    const auto& shape = fixture.entry(name).shape;
    return {static_cast<int>(shape[1]), static_cast<int>(shape[0]),
            shape.size() == 3 ? static_cast<int>(shape[2]) : 1, fixture.values<std::uint8_t>(name)};
}

Pixels constant(int width, int height, std::uint8_t value) {
    return {width, height, 1, std::vector<std::uint8_t>(static_cast<std::size_t>(width * height), value)};
}

/// How many stored resizes there are of this kind; each is compared.
int compareStored(const std::string& ending, Resampling resampling) {
    const Fixture fixture(MANJU_SOURCE_DIR "/tests/fixtures/upscale/resized.safetensors");
    int compared = 0;
    for (const weights::TensorEntry& entry : fixture.file().entries()) {
        if (!entry.name.ends_with(ending)) continue;
        const Pixels source = pixels(fixture, entry.name.substr(0, entry.name.size() - ending.size()));
        const Pixels expected = pixels(fixture, entry.name);
        const Pixels got = resized(source, expected.width, expected.height, resampling);
        EXPECT_EQ(got.width, expected.width);
        EXPECT_EQ(got.height, expected.height);
        EXPECT_EQ(got.channels, expected.channels);
        EXPECT_EQ(got.bytes, expected.bytes) << entry.name;
        ++compared;
    }
    return compared;
}

TEST(Resample, LanczosEqualsPillow) {
    EXPECT_EQ(compareStored(".lanczos", Resampling::Lanczos), 22);
}

TEST(Resample, NearestEqualsPillow) {
    EXPECT_EQ(compareStored(".nearest", Resampling::Nearest), 11);
}

TEST(Resample, TheSameSizeIsACopy) {
    Pixels picture{5, 4, 3, std::vector<std::uint8_t>(60)};
    std::iota(picture.bytes.begin(), picture.bytes.end(), std::uint8_t{190});
    for (const Resampling resampling : {Resampling::Lanczos, Resampling::Nearest})
        EXPECT_EQ(resized(picture, 5, 4, resampling).bytes, picture.bytes);
}

TEST(Resample, OneColourStaysThatColourInEverySize) {
    constexpr std::array kSides{1, 2, 3, 7, 64, 333};
    for (const std::uint8_t value : std::array<std::uint8_t, 5>{0, 1, 127, 254, 255})
        for (const int from : kSides)
            for (const int to : kSides) {
                const Pixels got = resized(constant(from, to, value), to, from);
                EXPECT_EQ(got.bytes, constant(to, from, value).bytes) << from << " -> " << to;
            }
}

TEST(Resample, FinePatternsTurnGreyWhenShrunk) {
    Pixels stripes = constant(256, 8, 0);
    for (std::size_t i = 0; i < stripes.bytes.size(); i += 2) stripes.bytes[i] = 255;
    const Pixels got = resized(stripes, 30, 8);
    const auto [least, most] = std::ranges::minmax(got.bytes);
    EXPECT_GT(least, 110);
    EXPECT_LT(most, 145);
}

}  // namespace
}  // namespace manju::diffusion
