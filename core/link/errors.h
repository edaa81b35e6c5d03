// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::link {

inline constexpr ErrorCode kWorkerStart{"MJ-LINK-01", ErrorKind::Environment};    // {worker} {detail}
inline constexpr ErrorCode kWorkerBusy{"MJ-LINK-02", ErrorKind::Failed};          // {worker}
inline constexpr ErrorCode kWorkerNotThere{"MJ-LINK-03", ErrorKind::Failed};      // {worker}
inline constexpr ErrorCode kStaleEpoch{"MJ-LINK-04", ErrorKind::Failed};          // {epoch} {job}
inline constexpr ErrorCode kBuildMismatch{"MJ-LINK-05", ErrorKind::Environment};  // {worker} {engine} {build}
inline constexpr ErrorCode kWorkerCrashed{"MJ-LINK-06", ErrorKind::Failed};       // {worker} {signal}
inline constexpr ErrorCode kWorkerEndedBySystem{"MJ-LINK-07", ErrorKind::Failed};  // {worker}
inline constexpr ErrorCode kWorkerExited{"MJ-LINK-08", ErrorKind::Failed};         // {worker} {code}
inline constexpr ErrorCode kWorkerLost{"MJ-LINK-09", ErrorKind::Failed};           // {worker} {seconds}
inline constexpr ErrorCode kWorkerStalled{"MJ-LINK-10", ErrorKind::Failed};        // {worker} {seconds}
inline constexpr ErrorCode kWorkerDeaf{"MJ-LINK-11", ErrorKind::Failed};           // {worker} {seconds}
inline constexpr ErrorCode kWorkerGarbage{"MJ-LINK-12", ErrorKind::Failed};        // {worker} {detail}
inline constexpr ErrorCode kWorkerStopped{"MJ-LINK-13", ErrorKind::Cancelled};     // {worker}
inline constexpr ErrorCode kWorkerSlowStart{"MJ-LINK-14", ErrorKind::Failed};      // {worker} {seconds}
inline constexpr ErrorCode kMessageInvalid{"MJ-LINK-15", ErrorKind::Failed};       // {detail}
inline constexpr ErrorCode kStepThrew{"MJ-LINK-16", ErrorKind::Failed};            // {detail}
inline constexpr ErrorCode kOutOfMemory{"MJ-LINK-17", ErrorKind::Failed};          //
inline constexpr ErrorCode kStepKindUnknown{"MJ-LINK-18", ErrorKind::Failed};      // {kind} {worker}
inline constexpr ErrorCode kInputMissing{"MJ-LINK-19", ErrorKind::Failed};         // {input}
inline constexpr ErrorCode kStartedByHand{"MJ-LINK-20", ErrorKind::Usage};         // {worker}

}  // namespace manju::link
