// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/os/shared_library.h"

#include <gtest/gtest.h>

#include "core/base/errors.h"

namespace manju::os {
namespace {

TEST(SharedLibrary, GivesItsFunctions) {
    const auto library = SharedLibrary::open("libm.so.6");
    ASSERT_TRUE(library.ok()) << library.error().debugText();
    auto* const cube = library->function<double(double)>("cbrt");
    ASSERT_NE(cube, nullptr);
    EXPECT_DOUBLE_EQ(cube(27.0), 3.0);
    EXPECT_EQ(library->function<void()>("no_such_function"), nullptr);
}

TEST(SharedLibrary, NamesWhatIsMissing) {
    const auto library = SharedLibrary::open("libno-such-library.so.9");
    ASSERT_FALSE(library.ok());
    EXPECT_TRUE(library.error().is(kFileUnreadable));
    EXPECT_EQ(library.error().args().at("file"), "libno-such-library.so.9");
    EXPECT_FALSE(library.error().args().at("detail").empty());
}

}  // namespace
}  // namespace manju::os
