// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <gtest/gtest.h>

#include "core/base/units.h"

namespace manju {
namespace {

TEST(Text, RejectsMalformedUtf8) {
    EXPECT_TRUE(isUtf8("a中😱"));
    EXPECT_FALSE(isUtf8("\xC0\x80"));                       // overlong
    EXPECT_FALSE(isUtf8("\xED\xA0\x80"));                   // surrogate
    EXPECT_FALSE(isUtf8("\xF4\x90\x80\x80"));               // above U+10FFFF
    EXPECT_FALSE(isUtf8(std::string_view("\xE4\xB8", 2)));  // cut off
}

TEST(Text, RoundTripsCodePoints) {
    const std::string text = "a é 中 😱";
    EXPECT_EQ(encodeUtf8(decodeUtf8(text)), text);
    EXPECT_EQ(decodeUtf8("中😱"), U"中😱");
}

TEST(Text, TrimsAsciiSpace) {
    EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
    EXPECT_EQ(trimmed(" \n"), "");
}

TEST(Bytes, TextChoosesTheUnit) {
    EXPECT_EQ(Bytes(999).text(), "999 bytes");
    EXPECT_EQ(Bytes(1500).text(), "1.5 kB");
    EXPECT_EQ(Bytes(999'960).text(), "1.0 MB");
    EXPECT_EQ(Bytes(6'940'000'000).text(), "6.9 GB");
}

}  // namespace
}  // namespace manju
