// SPDX-FileCopyrightText: 2026 The Manju Studio authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/bench/vram/workload.h"
#include "core/base/result.h"

namespace manju::bench {

/// Reads a recorded or written sequence: the columns of RMM's log and three of ours, under this heading:
///
///     Thread,Time,Action,Pointer,Size,Stream,Device,Region,Owner
///
/// Time in nanoseconds. Action: "allocate", "allocate failure" (was refused), "free" (with the size it was
/// asked for), "use" (another stream works on it), "finish" (the host waits for the stream), "others"
/// (other programs hold Size from now on). Pointer names a block until it is freed. Device 0. Lines that
/// start with # are comments, but for these:
///
///     # card: BYTES, needed unless `cardBytes` is given
///     # expect refused: NUMBER of "allocate failure" lines, which must be refused; everything else must be
///       served. Without this line nothing is expected.
///     # expect physical at most: BYTES that the pool may reach
///
/// RMM's own logs, with the first six columns, are read as well: Time is then HH:MM:SS and a fraction, and
/// a Stream is the driver's handle.
///
/// Strict: an error names `file`, the line and the cause. The workload has the file's name.
Result<Workload> readTrace(std::string_view text, const std::string& file, std::uint64_t cardBytes = 0);

struct NamedText {
    std::string_view name;
    std::string_view text;
};
/// The traces of public reports in workloads/, as they were when the program was built.
std::span<const NamedText> builtInTraces();

}  // namespace manju::bench
