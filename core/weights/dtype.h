// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace manju::weights {

/// Element types of safetensors files.
enum class Dtype {
    Bool,
    U8,
    I8,
    F8E5M2,
    F8E4M3,
    F8E8M0,
    F8E4M3Fnuz,
    F8E5M2Fnuz,
    I16,
    U16,
    F16,
    BF16,
    I32,
    U32,
    F32,
    I64,
    U64,
    F64,
    C64,
    F4,
    F6E2M3,
    F6E3M2,
};

/// Bits of one element.
int bits(Dtype dtype);
/// The name in the file's header ("BF16"), and back.
std::string_view name(Dtype dtype);
std::optional<Dtype> parseDtype(std::string_view text);

/// Bytes of `count` elements of a dtype with whole bytes.
std::size_t byteSize(Dtype dtype, std::size_t count);

/// Decodes F8_E4M3, F8_E5M2, F16, BF16, F32 or F64 elements from unaligned bytes to float.
/// Precondition: isDecodable(dtype) and bytes.size() == out.size() * bits / 8.
void decodeToFloat(Dtype dtype, std::span<const std::byte> bytes, std::span<float> out);
bool isDecodable(Dtype dtype);

/// Encodes to F16 or BF16 (round half to even; above the largest finite value: infinity) or F32.
/// Precondition: one of these three, and bytes.size() == values.size() * bits / 8.
void encodeFromFloat(Dtype dtype, std::span<const float> values, std::span<std::byte> bytes);

}  // namespace manju::weights
