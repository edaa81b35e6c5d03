// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/framing.h"

#include <gtest/gtest.h>

#include <random>

#include "core/link/errors.h"

namespace manju::link {
namespace {

TEST(Framing, LengthIsLittleEndian) {
    EXPECT_EQ(frame("abc"), std::string("\x03\0\0\0abc", 7));
    EXPECT_EQ(frame(std::string(0x010203, 'x')).substr(0, 4), std::string("\x03\x02\x01\0", 4));
}

TEST(Framing, FindsPayloadsInAStreamCutAnywhere) {
    std::mt19937 random(1);
    std::vector<std::string> sent;
    std::string stream;
    for (int i = 0; i < 200; ++i) {
        sent.push_back(std::string(1 + random() % 5000, static_cast<char>('a' + i % 26)));
        stream += frame(sent.back());
    }
    FrameReader reader;
    std::vector<std::string> got;
    for (std::size_t at = 0; at < stream.size();) {
        const std::size_t size = 1 + random() % 700;
        reader.add(std::string_view(stream).substr(at, size));
        at += size;
        for (;;) {
            const auto payload = reader.next();
            ASSERT_TRUE(payload.ok());
            if (!payload->has_value()) break;
            got.push_back(**payload);
        }
    }
    EXPECT_EQ(got, sent);
}

TEST(Framing, RefusesImpossibleLengthsByTheirPrefixAlone) {
    for (const std::string& prefix :
         {std::string("\0\0\0\0", 4), std::string("\x01\0\0\x04", 4), std::string("\xFF\xFF\xFF\xFF", 4)}) {
        FrameReader reader;
        reader.add(prefix);
        const auto payload = reader.next();
        ASSERT_FALSE(payload.ok());
        EXPECT_TRUE(payload.error().is(kMessageInvalid));
    }
    FrameReader largest;
    largest.add(std::string_view("\0\0\0\x04", 4));
    EXPECT_TRUE(largest.next().ok());
}

}  // namespace
}  // namespace manju::link
