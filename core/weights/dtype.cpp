// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/dtype.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace manju::weights {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are read in place as little-endian");

struct Row {
    std::string_view name;
    int bits;
};

// In the order of the enumeration.
constexpr std::array<Row, 22> kRows{{
    {"BOOL", 8},        {"U8", 8},          {"I8", 8},      {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8},
    {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16},    {"BF16", 16},
    {"I32", 32},        {"U32", 32},        {"F32", 32},    {"I64", 64},    {"U64", 64},    {"F64", 64},
    {"C64", 64},        {"F4", 4},          {"F6_E2M3", 6}, {"F6_E3M2", 6},
}};
static_assert(kRows[static_cast<std::size_t>(Dtype::F6E3M2)].name == "F6_E3M2");
static_assert(kRows[static_cast<std::size_t>(Dtype::F32)].name == "F32");

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

float halfToFloat(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1FU;
    const std::uint32_t mantissa = half & 0x3FFU;
    if (exponent == 0) {
        const float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -magnitude : magnitude;
    }
    const std::uint32_t biased = exponent == 31 ? 255 : exponent + 112;
    return std::bit_cast<float>(sign | (biased << 23) | (mantissa << 13));
}

std::uint16_t floatToHalf(float value) {
    const auto raw = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((raw >> 16) & 0x8000U);
    const std::uint32_t magnitude = raw & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U);
    // 65520 is half way between the largest finite half and the next power of two.
    if (magnitude >= 0x477FF000U) return static_cast<std::uint16_t>(sign | 0x7C00U);
    if (magnitude < 0x38800000U) {
        // Subnormal half: adding 0.5 puts the bits wanted at the end of the mantissa, rounded by the FPU.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1U;
    const std::uint32_t rounded = magnitude + 0xFFFU + odd - (112U << 23);
    return static_cast<std::uint16_t>(sign | (rounded >> 13));
}

std::uint16_t floatToBfloat(float value) {
    const auto raw = std::bit_cast<std::uint32_t>(value);
    if ((raw & 0x7FFFFFFFU) > 0x7F800000U) return static_cast<std::uint16_t>((raw >> 16) | 0x40U);
    return static_cast<std::uint16_t>((raw + 0x7FFFU + ((raw >> 16) & 1U)) >> 16);
}

/// Bias 7, no infinity, NaN only with all bits of exponent and mantissa set.
float e4m3ToFloat(std::uint8_t code) {
    const int exponent = (code >> 3) & 0xF;
    const int mantissa = code & 7;
    float magnitude = 0;
    if (exponent == 15 && mantissa == 7)
        magnitude = std::numeric_limits<float>::quiet_NaN();
    else if (exponent == 0)
        magnitude = std::ldexp(static_cast<float>(mantissa), -9);
    else
        magnitude = std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
    return (code & 0x80) ? -magnitude : magnitude;
}

template <class Decode>
std::array<float, 256> tableOf(Decode decode) {
    std::array<float, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = decode(static_cast<std::uint8_t>(i));
    return table;
}

const std::array<float, 65536>& halfTable() {
    static const auto kTable = [] {
        std::array<float, 65536> table{};
        for (std::size_t i = 0; i < table.size(); ++i) table[i] = halfToFloat(static_cast<std::uint16_t>(i));
        return table;
    }();
    return kTable;
}

}  // namespace

int bits(Dtype dtype) {
    return kRows[static_cast<std::size_t>(dtype)].bits;
}

std::string_view name(Dtype dtype) {
    return kRows[static_cast<std::size_t>(dtype)].name;
}

std::optional<Dtype> parseDtype(std::string_view text) {
    for (std::size_t i = 0; i < kRows.size(); ++i)
        if (kRows[i].name == text) return static_cast<Dtype>(i);
    return std::nullopt;
}

std::size_t byteSize(Dtype dtype, std::size_t count) {
    return count * static_cast<std::size_t>(bits(dtype)) / 8;
}

bool isDecodable(Dtype dtype) {
    return dtype == Dtype::F8E4M3 || dtype == Dtype::F8E5M2 || dtype == Dtype::F16 || dtype == Dtype::BF16 ||
           dtype == Dtype::F32 || dtype == Dtype::F64;
}

void decodeToFloat(Dtype dtype, std::span<const std::byte> bytes, std::span<float> out) {
    if (!isDecodable(dtype) || bytes.size() != byteSize(dtype, out.size())) std::abort();
    if (out.empty()) return;
    static const auto kE4m3 = tableOf(e4m3ToFloat);
    static const auto kE5m2 =
        tableOf([](std::uint8_t code) { return halfToFloat(static_cast<std::uint16_t>(code << 8)); });
    const auto fill = [&](auto decode) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = decode(i);
    };
    switch (dtype) {
        case Dtype::F32:
            std::memcpy(out.data(), bytes.data(), bytes.size());
            break;
        case Dtype::F64:
            fill([&](auto i) { return static_cast<float>(load<double>(bytes, i)); });
            break;
        case Dtype::F16:
            fill([&, &table = halfTable()](auto i) { return table[load<std::uint16_t>(bytes, i)]; });
            break;
        case Dtype::BF16:
            fill([&](auto i) {
                return std::bit_cast<float>(std::uint32_t{load<std::uint16_t>(bytes, i)} << 16);
            });
            break;
        case Dtype::F8E4M3:
            fill([&](auto i) { return kE4m3[load<std::uint8_t>(bytes, i)]; });
            break;
        default:
            fill([&](auto i) { return kE5m2[load<std::uint8_t>(bytes, i)]; });
            break;
    }
}

void encodeFromFloat(Dtype dtype, std::span<const float> values, std::span<std::byte> bytes) {
    if (bytes.size() != byteSize(dtype, values.size())) std::abort();
    if (values.empty()) return;
    if (dtype == Dtype::F32) {
        std::memcpy(bytes.data(), values.data(), bytes.size());
        return;
    }
    if (dtype != Dtype::F16 && dtype != Dtype::BF16) std::abort();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint16_t code = dtype == Dtype::F16 ? floatToHalf(values[i]) : floatToBfloat(values[i]);
        std::memcpy(bytes.data() + i * sizeof(code), &code, sizeof(code));
    }
}

}  // namespace manju::weights
