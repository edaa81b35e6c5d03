// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::video {

inline constexpr ErrorCode kPlanInvalid{"MJ-VIDEO-01", ErrorKind::Failed};     // {detail}
inline constexpr ErrorCode kInputMissing{"MJ-VIDEO-02", ErrorKind::Failed};    // {kind} {sha}
inline constexpr ErrorCode kPictureInvalid{"MJ-VIDEO-03", ErrorKind::Failed};  // {file} {detail}
inline constexpr ErrorCode kSoundInvalid{"MJ-VIDEO-04", ErrorKind::Failed};    // {file} {detail}
inline constexpr ErrorCode kVoiceLength{"MJ-VIDEO-05", ErrorKind::Failed};     // {file} {samples} {planned}
inline constexpr ErrorCode kEncoderMissing{"MJ-VIDEO-06", ErrorKind::Environment};  // {encoder}
inline constexpr ErrorCode kEncodingFailed{"MJ-VIDEO-07", ErrorKind::Failed};       // {file} {detail}
inline constexpr ErrorCode kOverwritesInput{"MJ-VIDEO-08", ErrorKind::Usage};       // {file}
inline constexpr ErrorCode kVideoWrong{"MJ-VIDEO-09", ErrorKind::Failed};  // {file} {what} {found} {expected}
inline constexpr ErrorCode kVideoUnreadable{"MJ-VIDEO-10", ErrorKind::Failed};     // {file} {detail}
inline constexpr ErrorCode kMusicUnreadable{"MJ-VIDEO-11", ErrorKind::Attention};  // {file}

}  // namespace manju::video
