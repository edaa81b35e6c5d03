// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace manju::bench {

// What is wrong with a trace; {line} is counted from 1.
inline constexpr ErrorCode kTraceHeading{"MJ-BENCH-01", ErrorKind::Usage};  // {file} {line} {columns}
inline constexpr ErrorCode kTraceCells{"MJ-BENCH-02", ErrorKind::Usage};    // {file} {line} {found} {wanted}
inline constexpr ErrorCode kTraceNumber{"MJ-BENCH-03", ErrorKind::Usage};   // {file} {line} {column} {value}
inline constexpr ErrorCode kTraceWord{"MJ-BENCH-04",
                                      ErrorKind::Usage};  // {file} {line} {column} {value} {known}
inline constexpr ErrorCode kTraceNotLive{"MJ-BENCH-05", ErrorKind::Usage};      // {file} {line} {pointer}
inline constexpr ErrorCode kTraceLiveAlready{"MJ-BENCH-06", ErrorKind::Usage};  // {file} {line} {pointer}
inline constexpr ErrorCode kTraceTime{"MJ-BENCH-07", ErrorKind::Usage};         // {file} {line}
inline constexpr ErrorCode kTraceKeyMissing{"MJ-BENCH-08", ErrorKind::Usage};   // {file} {key}
inline constexpr ErrorCode kTraceKeyTwice{"MJ-BENCH-09", ErrorKind::Usage};     // {file} {line} {key}
inline constexpr ErrorCode kTraceSize{"MJ-BENCH-10", ErrorKind::Usage};  // {file} {line} {value} {wanted}
inline constexpr ErrorCode kTraceExpectation{"MJ-BENCH-11", ErrorKind::Usage};  // {file} {found} {wanted}

}  // namespace manju::bench
