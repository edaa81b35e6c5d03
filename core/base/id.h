// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace manju {

/// A database row id of one kind; ids of different kinds do not mix. 0 means "none".
template <class Tag>
struct Id {
    std::int64_t value = 0;

    constexpr Id() = default;
    constexpr explicit Id(std::int64_t v) : value(v) {}
    [[nodiscard]] constexpr bool valid() const { return value != 0; }
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

}  // namespace manju

template <class Tag>
struct std::hash<manju::Id<Tag>> {
    std::size_t operator()(const manju::Id<Tag>& id) const noexcept {
        return std::hash<std::int64_t>{}(id.value);
    }
};
