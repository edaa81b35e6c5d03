// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace manju::link {

/// A frame is its payload's length as 32 bits, little-endian, and the payload: 1 byte to 64 MiB.
inline constexpr std::size_t kMaxPayload = std::size_t{64} << 20;

/// Precondition: 1 <= payload.size() <= kMaxPayload.
std::string frame(std::string_view payload);

/// Cuts a stream of bytes into payloads. Thread: owner only.
class FrameReader {
public:
    void add(std::string_view bytes);
    /// The next complete payload; none: more bytes are needed. kMessageInvalid for an impossible length,
    /// known from its four bytes alone; the reader is of no use afterwards.
    Result<std::optional<std::string>> next();

private:
    std::string buffer_;
    std::size_t taken_ = 0;  ///< bytes at the front of the buffer that belong to payloads already given out
};

}  // namespace manju::link
