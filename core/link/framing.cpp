// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/link/framing.h"

#include <cstdint>
#include <cstdlib>

#include "core/link/errors.h"

namespace manju::link {
namespace {

constexpr std::size_t kPrefix = 4;
constexpr std::size_t kKeptCapacity = std::size_t{1} << 20;

}  // namespace

std::string frame(std::string_view payload) {
    if (payload.empty() || payload.size() > kMaxPayload) std::abort();
    std::string bytes;
    bytes.reserve(kPrefix + payload.size());
    for (std::size_t i = 0; i < kPrefix; ++i)
        bytes.push_back(static_cast<char>((payload.size() >> (8 * i)) & 0xFF));
    return bytes.append(payload);
}

void FrameReader::add(std::string_view bytes) {
    buffer_.erase(0, taken_);
    taken_ = 0;
    if (buffer_.empty() && buffer_.capacity() > kKeptCapacity) buffer_ = std::string();
    buffer_.append(bytes);
}

Result<std::optional<std::string>> FrameReader::next() {
    const std::size_t have = buffer_.size() - taken_;
    if (have < kPrefix) return std::optional<std::string>();
    std::size_t length = 0;
    for (std::size_t i = 0; i < kPrefix; ++i)
        length |= static_cast<std::size_t>(static_cast<std::uint8_t>(buffer_[taken_ + i])) << (8 * i);
    if (length == 0 || length > kMaxPayload)
        return Error(kMessageInvalid, {{"detail", "frame of " + std::to_string(length) + " bytes"}});
    if (have < kPrefix + length) return std::optional<std::string>();
    std::optional<std::string> payload(std::in_place, buffer_, taken_ + kPrefix, length);
    taken_ += kPrefix + length;
    return payload;
}

}  // namespace manju::link
