// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/weights/finite_scan.h"

#include <cstdint>
#include <cstring>

#include "core/weights/errors.h"

namespace manju::weights {
namespace {

/// Counts words that have every bit of `mask` set, as all NaN and infinite values have in the exponent.
template <class Word>
std::size_t countMasked(std::span<const std::byte> bytes, Word mask) {
    std::size_t count = 0;
    for (std::size_t at = 0; at + sizeof(Word) <= bytes.size(); at += sizeof(Word)) {
        Word word;
        std::memcpy(&word, bytes.data() + at, sizeof(Word));
        count += static_cast<std::size_t>((word & mask) == mask);
    }
    return count;
}

}  // namespace

std::size_t countNonFinite(Dtype dtype, std::span<const std::byte> bytes) {
    switch (dtype) {
        case Dtype::F16:
            return countMasked<std::uint16_t>(bytes, 0x7C00);
        case Dtype::BF16:
            return countMasked<std::uint16_t>(bytes, 0x7F80);
        case Dtype::F32:
        case Dtype::C64:
            return countMasked<std::uint32_t>(bytes, 0x7F800000);
        case Dtype::F64:
            return countMasked<std::uint64_t>(bytes, 0x7FF0000000000000);
        case Dtype::F8E5M2:
            return countMasked<std::uint8_t>(bytes, 0x7C);
        case Dtype::F8E4M3:
            return countMasked<std::uint8_t>(bytes, 0x7F);
        default:
            return 0;
    }
}

Status scanForNonFinite(const TensorView& view, std::string_view tensor, const std::filesystem::path& file) {
    const std::size_t count = countNonFinite(view.dtype, view.bytes);
    if (count == 0) return Done{};
    return Error(
        kNotFinite,
        {{"file", file.string()}, {"tensor", std::string(tensor)}, {"count", std::to_string(count)}});
}

}  // namespace manju::weights
