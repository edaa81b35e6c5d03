// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include <array>
#include <cstdio>

namespace manju {

std::string Bytes::text() const {
    if (count > -1000 && count < 1000) return std::to_string(count) + " bytes";
    static constexpr std::array<const char*, 4> kUnits{"kB", "MB", "GB", "TB"};
    double value = static_cast<double>(count) / 1000.0;
    std::size_t unit = 0;
    while ((value >= 999.95 || value <= -999.95) && unit + 1 < kUnits.size()) {
        value /= 1000.0;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %s", value, kUnits[unit]);
    return text.data();
}

}  // namespace manju
