// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <utility>
#include <variant>

#include "core/base/error.h"

namespace manju {

/// Either a value or the Error that explains why there is none. For expected failures; bugs abort.
template <class T>
class [[nodiscard]] Result {
public:
    using Value = T;

    Result(T success)
        : state_(std::in_place_index<0>, std::move(success)) {}  // NOLINT(google-explicit-constructor)
    Result(Error failure)
        : state_(std::in_place_index<1>, std::move(failure)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Precondition: ok().
    [[nodiscard]] T& value() & { return check(), std::get<0>(state_); }
    [[nodiscard]] const T& value() const& { return check(), std::get<0>(state_); }
    [[nodiscard]] T&& value() && { return check(), std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    /// Precondition: !ok().
    [[nodiscard]] const Error& error() const {
        if (ok()) std::abort();
        return std::get<1>(state_);
    }

    [[nodiscard]] T valueOr(T other) const { return ok() ? std::get<0>(state_) : std::move(other); }

private:
    void check() const {
        if (!ok()) std::abort();
    }
    std::variant<T, Error> state_;
};

/// Success without a value.
struct Done {};
using Status = Result<Done>;

}  // namespace manju

#define MANJU_CONCAT_(a, b) a##b
#define MANJU_CONCAT(a, b) MANJU_CONCAT_(a, b)

/// `MANJU_TRY(auto x, call());` declares x with the value, or returns the call's Error from this function.
#define MANJU_TRY(declaration, expression)                                                           \
    auto MANJU_CONCAT(manju_try_, __LINE__) = (expression);                                          \
    if (!MANJU_CONCAT(manju_try_, __LINE__).ok()) return MANJU_CONCAT(manju_try_, __LINE__).error(); \
    declaration = std::move(MANJU_CONCAT(manju_try_, __LINE__)).value()

/// `MANJU_CHECK(call());` returns the call's Error from this function, if there is one.
#define MANJU_CHECK(expression)                                                                \
    do {                                                                                       \
        if (auto manju_check_ = (expression); !manju_check_.ok()) return manju_check_.error(); \
    } while (false)
