// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/convert.h"

#include <ATen/ops/empty.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/tensor/errors.h"
#include "core/tensor/guard.h"

namespace manju::tensor {
namespace {

using weights::Dtype;
using weights::TensorView;

/// Bytes of `words`, `shift` bytes behind an address that is a multiple of 16.
template <class Word>
struct Stored {
    explicit Stored(std::vector<Word> words, std::size_t shift = 0)
        : storage(words.size() * sizeof(Word) + 32) {
        const auto misfit = reinterpret_cast<std::uintptr_t>(storage.data()) % 16;
        std::byte* start = storage.data() + (16 - misfit) % 16 + shift;
        std::memcpy(start, words.data(), words.size() * sizeof(Word));
        bytes = {start, words.size() * sizeof(Word)};
    }
    std::vector<std::byte> storage;
    std::span<const std::byte> bytes;
};

std::vector<float> values(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return {dense.data_ptr<float>(), dense.data_ptr<float>() + dense.numel()};
}

TEST(ToFloatTensor, UsesAlignedFloatsWhereTheyLie) {
    const Stored<float> stored({1.5F, -2.0F, 3.0F, 4.0F, 5.0F, 6.0F});
    const auto tensor = toFloatTensor(TensorView{Dtype::F32, {2, 3}, stored.bytes, false}, "f", "t");
    ASSERT_TRUE(tensor.ok());
    EXPECT_EQ(static_cast<const void*>(tensor.value().data_ptr<float>()), stored.bytes.data());
    EXPECT_EQ(tensor.value().sizes(), at::IntArrayRef({2, 3}));
}

TEST(ToFloatTensor, CopiesFloatsAtAnOddAddress) {
    const Stored<float> stored({1.5F, -2.0F, 3.0F}, 3);
    const auto tensor = toFloatTensor(TensorView{Dtype::F32, {3}, stored.bytes, false}, "f", "t");
    ASSERT_TRUE(tensor.ok());
    EXPECT_EQ(values(tensor.value()), (std::vector{1.5F, -2.0F, 3.0F}));
}

TEST(ToFloatTensor, DecodesHalfAndBfloat) {
    const Stored<std::uint16_t> half({0x3C00, 0xC100, 0x0001}, 1);
    const Stored<std::uint16_t> bfloat({0x3F80, 0xC020, 0x4049});
    const auto fromHalf = toFloatTensor(TensorView{Dtype::F16, {3}, half.bytes, false}, "f", "t");
    const auto fromBfloat = toFloatTensor(TensorView{Dtype::BF16, {3}, bfloat.bytes, false}, "f", "t");
    ASSERT_TRUE(fromHalf.ok());
    ASSERT_TRUE(fromBfloat.ok());
    EXPECT_EQ(values(fromHalf.value()), (std::vector{1.0F, -2.5F, std::ldexp(1.0F, -24)}));
    EXPECT_EQ(values(fromBfloat.value()), (std::vector{1.0F, -2.5F, 3.140625F}));
}

TEST(ToFloatTensor, TurnsAStoredTransposeAround) {
    const Stored<float> stored({1, 2, 3, 4, 5, 6});
    const auto tensor = toFloatTensor(TensorView{Dtype::F32, {2, 3}, stored.bytes, true}, "f", "t");
    ASSERT_TRUE(tensor.ok());
    EXPECT_EQ(tensor.value().sizes(), at::IntArrayRef({3, 2}));
    EXPECT_EQ(values(tensor.value()), (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST(ToFloatTensor, NamesFileAndTensorOfAValueThatIsNotFinite) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> numbers(300'000, 0.25F);
        numbers.back() = bad;
        for (const std::size_t shift : {0, 1}) {
            const Stored<float> stored(numbers, shift);
            const auto tensor = toFloatTensor(TensorView{Dtype::F32, {300'000}, stored.bytes, false},
                                              "model.safetensors", "conv_in.weight");
            ASSERT_FALSE(tensor.ok());
            EXPECT_TRUE(tensor.error().is(kWeightNotFinite));
            EXPECT_EQ(tensor.error().args().at("file"), "model.safetensors");
            EXPECT_EQ(tensor.error().args().at("tensor"), "conv_in.weight");
        }
    }
}

TEST(ToFloatTensor, RefusesIntegers) {
    const Stored<std::int32_t> stored({1, 2});
    const auto tensor = toFloatTensor(TensorView{Dtype::I32, {2}, stored.bytes, false}, "f", "t");
    ASSERT_FALSE(tensor.ok());
    EXPECT_TRUE(tensor.error().is(kWeightDtype));
    EXPECT_EQ(tensor.error().args().at("dtype"), "I32");
}

TEST(AllFinite, SeesEveryPosition) {
    std::vector<float> numbers(1003, 1.0F);
    EXPECT_TRUE(allFinite(numbers));
    EXPECT_TRUE(allFinite({}));
    numbers[7] = std::numeric_limits<float>::max();
    EXPECT_TRUE(allFinite(numbers));
    numbers[1002] = -std::numeric_limits<float>::infinity();
    EXPECT_FALSE(allFinite(numbers));
}

TEST(Guarded, TurnsExceptionsOfTheLibraryIntoErrors) {
    const auto shapes = guarded([]() -> Status {
        static_cast<void>(at::empty({2}, at::kFloat).view({3}));
        return Done{};
    });
    ASSERT_FALSE(shapes.ok());
    EXPECT_TRUE(shapes.error().is(kComputationFailed));
    const auto memory = guarded([]() -> Status { throw std::bad_alloc(); });
    ASSERT_FALSE(memory.ok());
    EXPECT_TRUE(memory.error().is(kOutOfMemory));
    EXPECT_TRUE(guarded([]() -> Status { return Done{}; }).ok());
}

}  // namespace
}  // namespace manju::tensor
