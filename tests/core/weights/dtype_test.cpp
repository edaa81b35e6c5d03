// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/dtype.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace manju::weights {
namespace {

float decoded(Dtype dtype, std::uint64_t code) {
    std::vector<std::byte> bytes(byteSize(dtype, 1));
    std::memcpy(bytes.data(), &code, bytes.size());
    float value = 0;
    decodeToFloat(dtype, bytes, std::span(&value, 1));
    return value;
}

std::uint16_t encoded(Dtype dtype, float value) {
    std::uint16_t code = 0;
    encodeFromFloat(dtype, std::span(&value, 1), std::as_writable_bytes(std::span(&code, 1)));
    return code;
}

TEST(Dtype, NamesGoBothWays) {
    for (int i = 0; i <= static_cast<int>(Dtype::F6E3M2); ++i) {
        const auto dtype = static_cast<Dtype>(i);
        EXPECT_EQ(parseDtype(name(dtype)), dtype);
    }
    EXPECT_FALSE(parseDtype("f16"));
    EXPECT_FALSE(parseDtype(""));
    EXPECT_EQ(bits(Dtype::C64), 64);
    EXPECT_EQ(bits(Dtype::F6E2M3), 6);
    EXPECT_EQ(byteSize(Dtype::F4, 6), 3U);
}

TEST(Dtype, DecodesKnownCodes) {
    EXPECT_EQ(decoded(Dtype::F16, 0x3C00), 1.0F);
    EXPECT_EQ(decoded(Dtype::F16, 0x7BFF), 65504.0F);
    EXPECT_EQ(decoded(Dtype::F16, 0x0001), std::ldexp(1.0F, -24));
    EXPECT_EQ(decoded(Dtype::F16, 0xFC00), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(decoded(Dtype::F16, 0x7E00)));
    EXPECT_TRUE(std::signbit(decoded(Dtype::F16, 0x8000)));
    EXPECT_EQ(decoded(Dtype::BF16, 0x4049), 3.140625F);
    EXPECT_EQ(decoded(Dtype::F8E4M3, 0x7E), 448.0F);
    EXPECT_TRUE(std::isnan(decoded(Dtype::F8E4M3, 0xFF)));
    EXPECT_EQ(decoded(Dtype::F8E4M3, 0x01), std::ldexp(1.0F, -9));
    EXPECT_EQ(decoded(Dtype::F8E4M3, 0xB8), -1.0F);
    EXPECT_EQ(decoded(Dtype::F8E5M2, 0x7B), 57344.0F);
    EXPECT_EQ(decoded(Dtype::F8E5M2, 0x7C), std::numeric_limits<float>::infinity());
    EXPECT_EQ(decoded(Dtype::F64, 0x3FF8000000000000), 1.5F);
}

TEST(Dtype, EncodesWithHalfToEven) {
    EXPECT_EQ(encoded(Dtype::F16, 1.0F + std::ldexp(1.0F, -11)), 0x3C00);  // tie, even below
    EXPECT_EQ(encoded(Dtype::F16, 1.0F + std::ldexp(3.0F, -11)), 0x3C02);  // tie, even above
    EXPECT_EQ(encoded(Dtype::F16, 65519.0F), 0x7BFF);
    EXPECT_EQ(encoded(Dtype::F16, 65520.0F), 0x7C00);
    EXPECT_EQ(encoded(Dtype::F16, std::ldexp(1.0F, -25)), 0x0000);  // tie with zero
    EXPECT_EQ(encoded(Dtype::F16, std::ldexp(3.0F, -25)), 0x0002);
    EXPECT_EQ(encoded(Dtype::F16, -0.0F), 0x8000);
    EXPECT_EQ(encoded(Dtype::F16, std::nanf("")) & 0x7E00, 0x7E00);
    EXPECT_EQ(encoded(Dtype::BF16, 1.00390625F), 0x3F80);  // tie, even below
    EXPECT_EQ(encoded(Dtype::BF16, 1.01171875F), 0x3F82);  // tie, even above
    EXPECT_EQ(encoded(Dtype::BF16, std::numeric_limits<float>::infinity()), 0x7F80);
}

TEST(Dtype, EveryHalfSurvivesTheRoundTrip) {
    for (const Dtype dtype : {Dtype::F16, Dtype::BF16})
        for (std::uint32_t code = 0; code <= 0xFFFF; ++code) {
            const float value = decoded(dtype, code);
            if (std::isnan(value)) continue;
            ASSERT_EQ(encoded(dtype, value), code) << name(dtype);
        }
}

TEST(Dtype, DecodesAtOddAddresses) {
    const std::byte bytes[] = {std::byte{0xFF}, std::byte{0x00}, std::byte{0x3C}, std::byte{0x00},
                               std::byte{0xC0}};
    float values[2] = {};
    decodeToFloat(Dtype::F16, std::span(bytes).subspan(1), values);
    EXPECT_EQ(values[0], 1.0F);
    EXPECT_EQ(values[1], -2.0F);
}

}  // namespace
}  // namespace manju::weights
