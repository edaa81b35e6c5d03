// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vram/trace.h"

#include <array>
#include <cstdio>

namespace manju::vram {
namespace {

constexpr std::array<std::string_view, 6> kActions{"allocate", "allocate failure", "free",
                                                   "use",      "finish",           "others"};

bool isRequest(TraceAction action) {
    return action == TraceAction::Allocate || action == TraceAction::AllocateFailure;
}

}  // namespace

std::string traceLine(const TraceEvent& event, std::uint32_t thread, std::uint64_t nanoseconds,
                      std::uint32_t device) {
    std::string pointer;
    if (event.address != 0) {
        std::array<char, 20> text{};
        std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(event.address));
        pointer = text.data();
    }
    std::string owner(isRequest(event.action) ? event.owner : std::string_view());
    for (char& sign : owner)
        if (sign == ',' || sign == '"' || static_cast<unsigned char>(sign) < ' ') sign = '_';
    const std::string_view region =
        isRequest(event.action) ? kRegionNames[static_cast<std::size_t>(event.region)] : std::string_view();
    return std::to_string(thread) + ',' + std::to_string(nanoseconds) + ',' +
           std::string(kActions[static_cast<std::size_t>(event.action)]) + ',' + pointer + ',' +
           std::to_string(event.bytes) + ',' + std::to_string(static_cast<std::uint32_t>(event.stream)) +
           ',' + std::to_string(device) + ',' + std::string(region) + ',' + owner;
}

}  // namespace manju::vram
