// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/gpu/host/sim_streams.h"

namespace manju::gpu {

/// Keeps what a simulated card complains about.
class RecordedViolations {
public:
    [[nodiscard]] OnViolation handler() const {
        return [kept = kept_](const std::string& what) { kept->push_back(what); };
    }
    [[nodiscard]] const std::vector<std::string>& all() const { return *kept_; }

private:
    std::shared_ptr<std::vector<std::string>> kept_ = std::make_shared<std::vector<std::string>>();
};

}  // namespace manju::gpu
