// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/device_check/options.h"

#include <gtest/gtest.h>

#include "app/device_check/errors.h"
#include "tests/support/result_matchers.h"

namespace manju::device_check {
namespace {

using manju::testing::FailsWith;

Result<Options> parsed(std::vector<const char*> arguments) {
    return parseOptions(arguments);
}

TEST(DeviceCheckOptions, AreWhatWasGiven) {
    const auto options = parsed({"--device", "1", "--minutes", "3", "--json", "a.json", "--lang", "zh"});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->device, 1U);
    EXPECT_EQ(options->minutes, 3U);
    EXPECT_EQ(options->json, "a.json");
    EXPECT_EQ(options->language, messages::Language::Chinese);
    EXPECT_EQ(options->remaps, 10'000U);
    EXPECT_TRUE(parsed({"--help"})->help);
}

TEST(DeviceCheckOptions, RefuseWhatIsNotMeant) {
    EXPECT_THAT(parsed({"--fast"}), FailsWith(kUnknownArgument));
    EXPECT_THAT(parsed({"--device"}), FailsWith(kValueMissing));
    EXPECT_THAT(parsed({"--json", ""}), FailsWith(kValueMissing));
    EXPECT_THAT(parsed({"--lang", "fr"}), FailsWith(kBadValue));
    for (const char* value : {"0", "61", "-1", "8 ", "x", "", "99999999999"})
        EXPECT_THAT(parsed({"--minutes", value}), FailsWith(kBadValue)) << value;
}

}  // namespace
}  // namespace manju::device_check
