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
/// Time in nanoseconds. Action: "allocate", "allocate failure" (must be refused), "free" (with the size it
/// was asked for), "use" (another stream works on it), "finish" (the host waits for the stream), "others"
/// (other programs hold Size from now on). Pointer names a block until it is freed. Device 0. Lines that
/// start with # are comments, but for these, of which the first two must be there:
///
///     # card: BYTES
///     # expect refused: NUMBER of "allocate failure" lines; everything else must be served
///     # expect physical at most: BYTES that the pool may reach
///
/// Strict: an error names `file`, the line and the cause. The workload has the file's name.
Result<Workload> readTrace(std::string_view text, const std::string& file);

struct NamedText {
    std::string_view name;
    std::string_view text;
};
/// The traces of public reports in workloads/, as they were when the program was built.
std::span<const NamedText> builtInTraces();

}  // namespace manju::bench
