// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <array>
#include <ctime>

namespace manju {
namespace {

class SystemClock final : public Clock {
public:
    [[nodiscard]] std::int64_t wallMillis() const override {
        return std::chrono::duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    }
    [[nodiscard]] std::int64_t steadyMillis() const override {
        return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
};

}  // namespace

const Clock& systemClock() {
    static const SystemClock clock;
    return clock;
}

std::string isoTime(std::int64_t wallMillis) {
    const std::time_t seconds = static_cast<std::time_t>(wallMillis / 1000);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::optional<std::int64_t> wallMillisOf(const std::string& isoTime) {
    for (const char* form : {"%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%MZ"}) {
        std::tm parts{};
        const char* end = strptime(isoTime.c_str(), form, &parts);
        if (end != nullptr && *end == 0) return std::int64_t{timegm(&parts)} * 1000;
    }
    return std::nullopt;
}

}  // namespace manju
