// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prompt/readability.h"

#include <gtest/gtest.h>

namespace manju::prompt {
namespace {

TEST(Readability, NamesTheWordsThatClipNeverLearned) {
    EXPECT_EQ(unreadableText("1girl, café, naïve, 100% — “ok” 🙂 ①"), "");
    EXPECT_EQ(unreadableText("a girl, 银发, ink 雨夜!"), "银发 雨夜");
    EXPECT_EQ(unreadableText("привет мир"), "привет мир");
    EXPECT_EQ(unreadableText("かな カナ 한글"), "かな カナ 한글");
    EXPECT_EQ(unreadableText("broken \xFF bytes"), "");
    EXPECT_EQ(unreadableText(""), "");
}

}  // namespace
}  // namespace manju::prompt
