// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "core/base/result.h"

namespace manju::os {

/// A library of the system loaded at run time. If nothing else holds it, it is unloaded with the object
/// and its next loading starts with fresh global state. Thread: owner only.
class SharedLibrary {
public:
    /// `name` as the dynamic linker takes it, e.g. "libm.so.6". Fails with kFileUnreadable.
    static Result<SharedLibrary> open(const std::string& name);

    /// The exported function, or nullptr. `Function` is its type, e.g. decltype(std::cos).
    template <class Function>
    [[nodiscard]] Function* function(const char* name) const {
        static_assert(std::is_function_v<Function>);
        return reinterpret_cast<Function*>(symbol(name));
    }

private:
    struct Close {
        void operator()(void* handle) const;
    };
    explicit SharedLibrary(void* handle) : handle_(handle) {}
    [[nodiscard]] void* symbol(const char* name) const;
    std::unique_ptr<void, Close> handle_;
};

}  // namespace manju::os
