// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>

#include "core/base/os/shared_library.h"

namespace manju::gpu {

template <class Signature>
struct EntryPoint;

/// A function of a library that is loaded at run time: the name it is exported under, its type, and, once
/// loaded, itself.
template <class Answer, class... Arguments>
struct EntryPoint<Answer(Arguments...)> {
    using Signature = Answer(Arguments...);

    const char* name;
    Signature* function = nullptr;

    /// Precondition: loaded.
    Answer operator()(Arguments... arguments) const { return function(arguments...); }
};

/// Loads what `table.all()`, a tuple of references, names. Returns the name of a function the library
/// lacks, or null.
template <class Table>
const char* loadEntryPoints(const os::SharedLibrary& library, Table& table) {
    const char* missing = nullptr;
    const auto load = [&](auto& entry) {
        using Entry = std::remove_reference_t<decltype(entry)>;
        entry.function = library.function<typename Entry::Signature>(entry.name);
        if (!entry.function && !missing) missing = entry.name;
    };
    std::apply([&](auto&... entries) { (load(entries), ...); }, table.all());
    return missing;
}

}  // namespace manju::gpu
