// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

class QObject;

namespace manju::testing {

using MakeTest = std::function<std::unique_ptr<QObject>()>;

/// The test objects of this executable, run one after the other by main().
std::vector<MakeTest>& testCases();

/// `static const Registered<MyTest> kRegistered;` adds a test object.
template <class Test>
struct Registered {
    Registered() {
        testCases().push_back([] { return std::make_unique<Test>(); });
    }
};

}  // namespace manju::testing
