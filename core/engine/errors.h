// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::engine {

inline constexpr ErrorCode kProjectInUse{"MJ-ENGINE-01", ErrorKind::Failed};      // {folder} {pid} {host}
inline constexpr ErrorCode kNoCheckpoint{"MJ-ENGINE-02", ErrorKind::Usage};       //
inline constexpr ErrorCode kNoDemoModel{"MJ-ENGINE-03", ErrorKind::Environment};  // {folder}
inline constexpr ErrorCode kNothingToProduce{"MJ-ENGINE-04", ErrorKind::Usage};   //
inline constexpr ErrorCode kUnknownEpisode{"MJ-ENGINE-05", ErrorKind::Usage};     // {episode}
inline constexpr ErrorCode kDiskNeed{"MJ-ENGINE-06", ErrorKind::Environment};     // {folder} {need} {free}
inline constexpr ErrorCode kQuarantined{"MJ-ENGINE-07", ErrorKind::Attention};    // {kind} {crashes}
inline constexpr ErrorCode kResultLost{"MJ-ENGINE-08", ErrorKind::Failed};        // {file}
inline constexpr ErrorCode kInpaintCheckpoint{"MJ-ENGINE-09", ErrorKind::Environment};  // {file}
inline constexpr ErrorCode kVoiceEngine{"MJ-ENGINE-10", ErrorKind::Usage};              // {file} {engine}
inline constexpr ErrorCode kMovedCheckpoint{"MJ-ENGINE-11", ErrorKind::Environment};    // {file}
inline constexpr ErrorCode kMovedComponent{"MJ-ENGINE-13", ErrorKind::Environment};     // {file}
inline constexpr ErrorCode kNotAnUpscaler{"MJ-ENGINE-14", ErrorKind::Environment};      // {file}
inline constexpr ErrorCode kNotThatState{"MJ-ENGINE-12", ErrorKind::Usage};             // {title} {state}

}  // namespace manju::engine
